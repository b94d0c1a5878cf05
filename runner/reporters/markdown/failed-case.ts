import type {
  AssertionResult,
  CaseResult,
  CaseStatus,
  CheckpointResult,
  ToolCall,
  Turn,
} from '../../contract/index.ts';
import {
  formatContentText,
  formatInterrupt,
  formatStateChange,
  formatUserFacts,
  hasActualValue,
  isFailing,
  isJudgedByAccuracy,
  isJudgedByScores,
  type RunState,
  toMessages,
} from '../../fold/index.ts';
import { formatDuration, toJsonText } from '../../values/index.ts';
import { describeEndReason } from '../../verdict/index.ts';
import { formatDiagnosisLines } from '../diagnosis-lines.ts';
import type { ReportedCase } from '../reported-cases.ts';
import { formatFencedValue, formatInlineCode } from './markdown-text.ts';
import { formatMeasurementsSection, formatSamplesTable } from './measures-part.ts';

export const statusMarks: Readonly<Record<CaseStatus, string>> = {
  passed: '✅',
  failed: '❌',
  error: '💥',
  timeout: '⏱️',
  skipped: '⏭️',
};

/** A failed case to describe; `suiteKey` is set if the run has several suites. */
type FailedCaseForMarkdown = ReportedCase & {
  suiteKey: string | undefined;
  state: Pick<RunState, 'pastWords' | 'lastPassing'>;
};

/** Describes what a reader of a pull request needs to know about one failed case, using its first failed attempt. */
export function formatFailedCase({ row, status, attempts, suiteKey, state }: FailedCaseForMarkdown): string {
  const bad = attempts.find((attempt) => isFailing(attempt.status)) ?? attempts[0];
  const name = row.name === undefined || row.name === row.id ? '' : ` — ${formatInlineCode(row.name)}`;
  const passed = attempts.filter((attempt) => attempt.status === 'passed').length;
  const share = attempts.length === 1 ? '' : `, ${passed} of ${attempts.length} passed; attempt ${bad.attempt}`;
  return [
    `### ${statusMarks[status]} ${formatInlineCode(row.id)}${name} - ${status}${share} (${formatDuration(bad.durationMs)})\n`,
    suiteKey === undefined ? '' : `Suite: ${formatInlineCode(suiteKey)}\n`,
    formatReasonsSection(formatDiagnosisLines(bad, row, state), bad),
    findFailureReason(bad),
    ...bad.assertions.filter((assertion) => assertion.status !== 'passed').map(formatAssertionBlock),
    formatMeasurementsBlock(bad),
    formatAnswerSection(bad),
    formatConversationSection(bad.turns ?? []),
    formatUserFactsLine(bad),
    formatCheckpointsSection(bad.checkpoints ?? []),
    formatToolCallsSection(bad),
    (bad.interrupts ?? []).map((interrupt) => `- The agent ${formatInterruptLine(interrupt)}\n`).join(''),
    formatStateChanges(bad),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** Lists the reasons of a failure, without the error that ended the attempt, which is shown in full below. */
function formatReasonsSection(lines: readonly string[], result: CaseResult): string {
  const ending = describeEnding(result);
  const [headline] = result.scores === undefined && lines[0] !== ending ? lines : [];
  const details = headline === undefined ? lines.filter((line) => line !== ending) : lines.slice(1);
  const listed = details.map((line) => `- ${formatInlineCode(line, 500)}\n`).join('');
  return headline === undefined ? listed : `**${formatInlineCode(headline, 500)}**\n\n${listed}`;
}

function findFailureReason(result: CaseResult): string {
  const text = describeEnding(result);
  return text === undefined ? '' : `**Error:**\n\n${formatFencedValue(text)}`;
}

function describeEnding({ error, reason, endReason, turns = [] }: CaseResult): string | undefined {
  return error ?? reason ?? (endReason && describeEndReason(endReason, turns.length));
}

function formatAssertionBlock(assertion: AssertionResult): string {
  const { type, path, place, message, expected, actual, agentValidation, turn } = assertion;
  const inPlace = `${place === undefined ? '' : ` in ${formatInlineCode(place)}`}${turn === undefined ? '' : ` in turn ${turn}`}`;
  const where = `${path === undefined ? '' : ` at ${formatInlineCode(path)}`}${inPlace}`;
  return [
    `**Assertion ${formatInlineCode(type)}**${where}${message === undefined ? '' : `: ${formatInlineCode(message)}`}\n`,
    ...(expected === undefined ? [] : [`Expected:\n\n${formatFencedValue(expected)}`]),
    ...(hasActualValue(assertion) ? [`Actual:\n\n${formatFencedValue(actual ?? 'undefined')}`] : []),
    ...(agentValidation === undefined ? [] : [`Judge: ${formatInlineCode(agentValidation.reason, 500)}\n`]),
    ...(agentValidation?.unreliable === undefined
      ? []
      : [`⚠️ Unreliable judge: ${formatInlineCode(agentValidation.unreliable, 500)}\n`]),
  ].join('\n');
}

function formatMeasurementsBlock(result: CaseResult): string {
  if (!isJudgedByAccuracy(result) && !isJudgedByScores(result)) return '';
  const prompt = toMessages(result.input).at(-1);
  const { samples = [] } = result;
  return [
    ...(prompt === undefined ? [] : [`Input:\n\n${formatFencedValue(formatContentText(prompt.content))}`]),
    formatMeasurementsSection(result),
    ...(samples.length === 0 ? [] : [formatSamplesTable(samples)]),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function formatUserFactsLine({ simulator }: CaseResult): string {
  const text = formatUserFacts(simulator);
  return text === undefined ? '' : `Facts of the user: ${formatInlineCode(text)}\n`;
}

/** Shows the answer of a single call, unless an assertion or the conversation shows it. */
function formatAnswerSection(result: CaseResult): string {
  const { output, expected, groundTruth, assertions, turns } = result;
  if (turns !== undefined || assertions.some(({ actual }) => actual !== undefined)) return '';
  // If the case asks no agent, the row of the table itself contains the output that is scored, which is then also the
  // expected value.
  const isDirect = isJudgedByScores(result) && expected === output;
  return [
    ...(groundTruth === undefined ? [] : [`Ground truth:\n\n${formatFencedValue(groundTruth)}`]),
    ...(expected === undefined || isDirect ? [] : [`Expected:\n\n${formatFencedValue(expected)}`]),
    ...(output === undefined ? [] : [`Actual:\n\n${formatFencedValue(output)}`]),
  ].join('\n');
}

/** Shows the tool calls of a single answer, if at least one was mocked. */
function formatToolCallsSection({ turns, toolCalls }: CaseResult): string {
  if (turns !== undefined || !toolCalls.some(({ mocked }) => mocked === true)) return '';
  return `**Tool calls**\n\n${toolCalls.map((call) => `- ${formatToolCall(call)}\n`).join('')}`;
}

function formatToolCall({ tool, arguments: callArguments = {}, error, mocked }: ToolCall): string {
  const call = `${formatInlineCode(tool)} ${formatInlineCode(JSON.stringify(callArguments))}${mocked === true ? ' (mocked)' : ''}`;
  return error === undefined ? call : `${call}: ${formatInlineCode(error)}`;
}

function formatStateChanges({ state }: CaseResult): string {
  if (state === undefined || state.changes.length === 0) return '';
  return `**State**\n\n${state.changes.map((change) => `- ${formatInlineCode(formatStateChange(change), 300)}\n`).join('')}`;
}

function formatConversationSection(turns: readonly Turn[]): string {
  return turns.length === 0 ? '' : `**Conversation**\n\n${turns.map(formatTurnLines).join('')}`;
}

function formatTurnLines(turn: Turn): string {
  const { input, output, response, interrupts = [], checkpointsReached, error, durationMs } = turn;
  const answerText = response?.content || toJsonText(output ?? '');
  const calls = (response?.toolCalls ?? []).map(
    (call) => `   - tool ${formatInlineCode(call.tool)}${call.mocked === true ? ' (mocked)' : ''}\n`,
  );
  const questions = interrupts.map((interrupt) => `   - ${formatInterruptLine(interrupt)}\n`);
  const reached = checkpointsReached.map((id) => `   - ✓ checkpoint ${formatInlineCode(id)}\n`);
  return [
    `${turn.turn}. **user:** ${formatInlineCode(formatContentText(input))}\n`,
    error === undefined
      ? `   - **agent** (${formatDuration(durationMs)}): ${formatInlineCode(answerText)}\n`
      : `   - **error:** ${formatInlineCode(error)}\n`,
    ...calls,
    ...questions,
    ...reached,
  ].join('');
}

function formatInterruptLine(interrupt: NonNullable<Turn['interrupts']>[number]): string {
  return `asks: ${formatInlineCode(formatInterrupt(interrupt), 500)}`;
}

function formatCheckpointsSection(list: readonly CheckpointResult[]): string {
  if (list.length === 0) return '';
  return `**Checkpoints**\n\n${list.map((checkpoint) => `- ${describeCheckpoint(checkpoint)}\n`).join('')}`;
}

function describeCheckpoint(checkpoint: CheckpointResult): string {
  const { id, reached, passed, required, reachedAtTurn, message, after, invariant, brokenAtTurn } = checkpoint;
  const optional = required ? '' : ' (optional)';
  if (invariant === 'kept') return `✓ ${formatInlineCode(id)}${optional}, kept`;
  if (invariant === 'not_judged') return `– ${formatInlineCode(id)}${optional}, not judged`;
  if (invariant === 'broken')
    return `✗ ${formatInlineCode(id)}${optional}, broken in turn ${brokenAtTurn}: ${formatInlineCode(message ?? '')}`;
  const turn = reachedAtTurn === undefined ? '' : `, turn ${reachedAtTurn}`;
  if (reached && passed) return `✓ ${formatInlineCode(id)}${optional}${turn}`;
  const waits = after.length === 0 ? '' : `, after ${after.map((name) => formatInlineCode(name)).join(', ')}`;
  return `✗ ${formatInlineCode(id)}${optional}${turn}${waits}${message === undefined ? '' : `: ${formatInlineCode(message)}`}`;
}
