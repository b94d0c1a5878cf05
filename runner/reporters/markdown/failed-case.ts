import type {
  AssertionResult,
  CaseResult,
  CaseStatus,
  CheckpointResult,
  ToolCall,
  Turn,
} from '../../contract/index.ts';
import {
  hasActualValue,
  interruptText,
  isFailing,
  isJudgedByAccuracy,
  isJudgedByScores,
  type RunState,
  stateChangeText,
  textOfContent,
  toMessages,
  userFactsText,
} from '../../fold/index.ts';
import { formatDuration, jsonText } from '../../values/index.ts';
import { describeEndReason } from '../../verdict/index.ts';
import { diagnosisLines } from '../diagnosis-lines.ts';
import type { ReportedCase } from '../reported-cases.ts';
import { fenceValue, inlineCode } from './markdown-text.ts';
import { measurementsSection, samplesTable } from './measures-part.ts';

export const statusMarks: Readonly<Record<CaseStatus, string>> = {
  passed: '✅',
  failed: '❌',
  error: '💥',
  timeout: '⏱️',
  skipped: '⏭️',
};

/** `suiteKey` is set if the run has several suites. */
type FailedCase = ReportedCase & { suiteKey: string | undefined; state: Pick<RunState, 'pastWords' | 'lastPassing'> };

/** Returns what a reader of a pull request needs to know about one failed case, from its first failed attempt. */
export function failedCase({ row, status, attempts, suiteKey, state }: FailedCase): string {
  const bad = attempts.find((attempt) => isFailing(attempt.status)) ?? attempts[0];
  const name = row.name === undefined || row.name === row.id ? '' : ` — ${inlineCode(row.name)}`;
  const passed = attempts.filter((attempt) => attempt.status === 'passed').length;
  const share = attempts.length === 1 ? '' : `, ${passed} of ${attempts.length} passed; attempt ${bad.attempt}`;
  return [
    `### ${statusMarks[status]} ${inlineCode(row.id)}${name} - ${status}${share} (${formatDuration(bad.durationMs)})\n`,
    suiteKey === undefined ? '' : `Suite: ${inlineCode(suiteKey)}\n`,
    reasonsSection(diagnosisLines(bad, row, state), bad),
    failureReason(bad),
    ...bad.assertions.filter((assertion) => assertion.status !== 'passed').map(assertionBlock),
    measurementsBlock(bad),
    answerSection(bad),
    conversationSection(bad.turns ?? []),
    userFacts(bad),
    checkpointsSection(bad.checkpoints ?? []),
    toolCallsSection(bad),
    (bad.interrupts ?? []).map((interrupt) => `- The agent ${interruptLine(interrupt)}\n`).join(''),
    stateChanges(bad),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** Omits the error that ended the attempt, because it is shown in full below. */
function reasonsSection(lines: readonly string[], result: CaseResult): string {
  const ending = endingText(result);
  const [headline] = result.scores === undefined && lines[0] !== ending ? lines : [];
  const details = headline === undefined ? lines.filter((line) => line !== ending) : lines.slice(1);
  const listed = details.map((line) => `- ${inlineCode(line, 500)}\n`).join('');
  return headline === undefined ? listed : `**${inlineCode(headline, 500)}**\n\n${listed}`;
}

function failureReason(result: CaseResult): string {
  const text = endingText(result);
  return text === undefined ? '' : `**Error:**\n\n${fenceValue(text)}`;
}

function endingText({ error, reason, endReason, turns = [] }: CaseResult): string | undefined {
  return error ?? reason ?? (endReason && describeEndReason(endReason, turns.length));
}

function assertionBlock(assertion: AssertionResult): string {
  const { type, path, place, message, expected, actual, agentValidation, turn } = assertion;
  const inPlace = `${place === undefined ? '' : ` in ${inlineCode(place)}`}${turn === undefined ? '' : ` in turn ${turn}`}`;
  const where = `${path === undefined ? '' : ` at ${inlineCode(path)}`}${inPlace}`;
  return [
    `**Assertion ${inlineCode(type)}**${where}${message === undefined ? '' : `: ${inlineCode(message)}`}\n`,
    ...(expected === undefined ? [] : [`Expected:\n\n${fenceValue(expected)}`]),
    ...(hasActualValue(assertion) ? [`Actual:\n\n${fenceValue(actual ?? 'undefined')}`] : []),
    ...(agentValidation === undefined ? [] : [`Judge: ${inlineCode(agentValidation.reason, 500)}\n`]),
    ...(agentValidation?.unreliable === undefined
      ? []
      : [`⚠️ Unreliable judge: ${inlineCode(agentValidation.unreliable, 500)}\n`]),
  ].join('\n');
}

function measurementsBlock(result: CaseResult): string {
  if (!isJudgedByAccuracy(result) && !isJudgedByScores(result)) return '';
  const prompt = toMessages(result.input).at(-1);
  const { samples = [] } = result;
  return [
    ...(prompt === undefined ? [] : [`Input:\n\n${fenceValue(textOfContent(prompt.content))}`]),
    measurementsSection(result),
    ...(samples.length === 0 ? [] : [samplesTable(samples)]),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function userFacts({ simulator }: CaseResult): string {
  const text = userFactsText(simulator);
  return text === undefined ? '' : `Facts of the user: ${inlineCode(text)}\n`;
}

/** The answer itself, unless an assertion or the conversation shows it. */
function answerSection(result: CaseResult): string {
  const { output, expected, groundTruth, assertions, turns } = result;
  if (turns !== undefined || assertions.some(({ actual }) => actual !== undefined)) return '';
  // Without an agent, the row itself has the output that is scored, and it is also the expected value.
  const isDirect = isJudgedByScores(result) && expected === output;
  return [
    ...(groundTruth === undefined ? [] : [`Ground truth:\n\n${fenceValue(groundTruth)}`]),
    ...(expected === undefined || isDirect ? [] : [`Expected:\n\n${fenceValue(expected)}`]),
    ...(output === undefined ? [] : [`Actual:\n\n${fenceValue(output)}`]),
  ].join('\n');
}

/** The tool calls of a single answer, if at least one was mocked. */
function toolCallsSection({ turns, toolCalls }: CaseResult): string {
  if (turns !== undefined || !toolCalls.some(({ mocked }) => mocked === true)) return '';
  return `**Tool calls**\n\n${toolCalls.map((call) => `- ${callWords(call)}\n`).join('')}`;
}

function callWords({ tool, arguments: callArguments = {}, error, mocked }: ToolCall): string {
  const call = `${inlineCode(tool)} ${inlineCode(JSON.stringify(callArguments))}${mocked === true ? ' (mocked)' : ''}`;
  return error === undefined ? call : `${call}: ${inlineCode(error)}`;
}

function stateChanges({ state }: CaseResult): string {
  if (state === undefined || state.changes.length === 0) return '';
  return `**State**\n\n${state.changes.map((change) => `- ${inlineCode(stateChangeText(change), 300)}\n`).join('')}`;
}

function conversationSection(turns: readonly Turn[]): string {
  return turns.length === 0 ? '' : `**Conversation**\n\n${turns.map(turnLines).join('')}`;
}

function turnLines(turn: Turn): string {
  const { input, output, response, interrupts = [], checkpointsReached, error, durationMs } = turn;
  const answerText = response?.content || jsonText(output ?? '');
  const calls = (response?.toolCalls ?? []).map(
    (call) => `   - tool ${inlineCode(call.tool)}${call.mocked === true ? ' (mocked)' : ''}\n`,
  );
  const questions = interrupts.map((interrupt) => `   - ${interruptLine(interrupt)}\n`);
  const reached = checkpointsReached.map((id) => `   - ✓ checkpoint ${inlineCode(id)}\n`);
  return [
    `${turn.turn}. **user:** ${inlineCode(textOfContent(input))}\n`,
    error === undefined
      ? `   - **agent** (${formatDuration(durationMs)}): ${inlineCode(answerText)}\n`
      : `   - **error:** ${inlineCode(error)}\n`,
    ...calls,
    ...questions,
    ...reached,
  ].join('');
}

function interruptLine(interrupt: NonNullable<Turn['interrupts']>[number]): string {
  return `asks: ${inlineCode(interruptText(interrupt), 500)}`;
}

function checkpointsSection(list: readonly CheckpointResult[]): string {
  if (list.length === 0) return '';
  return `**Checkpoints**\n\n${list.map((checkpoint) => `- ${checkpointWords(checkpoint)}\n`).join('')}`;
}

function checkpointWords(checkpoint: CheckpointResult): string {
  const { id, reached, passed, required, reachedAtTurn, message, after, invariant, brokenAtTurn } = checkpoint;
  const optional = required ? '' : ' (optional)';
  if (invariant === 'kept') return `✓ ${inlineCode(id)}${optional}, kept`;
  if (invariant === 'not_judged') return `– ${inlineCode(id)}${optional}, not judged`;
  if (invariant === 'broken')
    return `✗ ${inlineCode(id)}${optional}, broken in turn ${brokenAtTurn}: ${inlineCode(message ?? '')}`;
  const turn = reachedAtTurn === undefined ? '' : `, turn ${reachedAtTurn}`;
  if (reached && passed) return `✓ ${inlineCode(id)}${optional}${turn}`;
  const waits = after.length === 0 ? '' : `, after ${after.map((name) => inlineCode(name)).join(', ')}`;
  return `✗ ${inlineCode(id)}${optional}${turn}${waits}${message === undefined ? '' : `: ${inlineCode(message)}`}`;
}
