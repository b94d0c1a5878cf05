import type {
  AssertionResult,
  CaseResult,
  CaseStatus,
  CheckpointResult,
  ToolCall,
  Turn,
} from '../../contract/index.ts';
import {
  hasActual,
  interruptText,
  isFailing,
  isMeasured,
  isScored,
  type RunState,
  stateChangeText,
  textOfContent,
  toMessages,
} from '../../fold/index.ts';
import { formatDuration, jsonText } from '../../values/index.ts';
import { diagnosisLines } from '../diagnosis-lines.ts';
import type { ReportedCase } from '../reported-cases.ts';
import { fenced, inline } from './markdown-text.ts';
import { measuresPart, samplesTable } from './measures-part.ts';

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
  const name = row.name === undefined || row.name === row.id ? '' : ` — ${inline(row.name)}`;
  const passed = attempts.filter((attempt) => attempt.status === 'passed').length;
  const share = attempts.length === 1 ? '' : `, ${passed} of ${attempts.length} passed; attempt ${bad.attempt}`;
  return [
    `### ${statusMarks[status]} ${inline(row.id)}${name} - ${status}${share} (${formatDuration(bad.durationMs)})\n`,
    suiteKey === undefined ? '' : `Suite: ${inline(suiteKey)}\n`,
    why(diagnosisLines(bad, row, state), bad),
    reason(bad),
    ...bad.assertions.filter((assertion) => assertion.status !== 'passed').map(assertionBlock),
    measures(bad),
    answer(bad),
    conversation(bad.turns ?? []),
    checkpoints(bad.checkpoints ?? []),
    calls(bad),
    (bad.interrupts ?? []).map((interrupt) => `- The agent ${askedWords(interrupt)}\n`).join(''),
    stateChanges(bad),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** Omits the error that ended the attempt, because it is shown in full below. */
function why(lines: readonly string[], result: CaseResult): string {
  const ending = endingText(result);
  const [headline] = result.scores === undefined && lines[0] !== ending ? lines : [];
  const details = headline === undefined ? lines.filter((line) => line !== ending) : lines.slice(1);
  const listed = details.map((line) => `- ${inline(line, 500)}\n`).join('');
  return headline === undefined ? listed : `**${inline(headline, 500)}**\n\n${listed}`;
}

function reason(result: CaseResult): string {
  const text = endingText(result);
  return text === undefined ? '' : `**Error:**\n\n${fenced(text)}`;
}

function endingText({ error, reason, endReason }: CaseResult): string | undefined {
  return error ?? reason ?? endReason;
}

function assertionBlock(assertion: AssertionResult): string {
  const { type, path, place, message, expected, actual, agentValidation, turn } = assertion;
  const inPlace = `${place === undefined ? '' : ` in ${inline(place)}`}${turn === undefined ? '' : ` in turn ${turn}`}`;
  const where = `${path === undefined ? '' : ` at ${inline(path)}`}${inPlace}`;
  return [
    `**Assertion ${inline(type)}**${where}${message === undefined ? '' : `: ${inline(message)}`}\n`,
    ...(expected === undefined ? [] : [`Expected:\n\n${fenced(expected)}`]),
    ...(hasActual(assertion) ? [`Actual:\n\n${fenced(actual ?? 'undefined')}`] : []),
    ...(agentValidation === undefined ? [] : [`Judge: ${inline(agentValidation.reason, 500)}\n`]),
    ...(agentValidation?.unreliable === undefined
      ? []
      : [`⚠️ Unreliable judge: ${inline(agentValidation.unreliable, 500)}\n`]),
  ].join('\n');
}

function measures(result: CaseResult): string {
  if (!isMeasured(result) && !isScored(result)) return '';
  const prompt = toMessages(result.input).at(-1);
  const { samples = [] } = result;
  return [
    ...(prompt === undefined ? [] : [`Input:\n\n${fenced(textOfContent(prompt.content))}`]),
    measuresPart(result),
    ...(samples.length === 0 ? [] : [samplesTable(samples)]),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** The answer itself, unless an assertion or the conversation shows it. */
function answer(result: CaseResult): string {
  const { output, expected, groundTruth, assertions, turns } = result;
  if (turns !== undefined || assertions.some(({ actual }) => actual !== undefined)) return '';
  // If no agent was called, the scored output is the expected value of the table.
  const isDirect = isScored(result) && expected === output;
  return [
    ...(groundTruth === undefined ? [] : [`Ground truth:\n\n${fenced(groundTruth)}`]),
    ...(expected === undefined || isDirect ? [] : [`Expected:\n\n${fenced(expected)}`]),
    ...(output === undefined ? [] : [`Actual:\n\n${fenced(output)}`]),
  ].join('\n');
}

/** The tool calls of a single answer, if at least one was mocked. */
function calls({ turns, toolCalls }: CaseResult): string {
  if (turns !== undefined || !toolCalls.some(({ mocked }) => mocked === true)) return '';
  return `**Tool calls**\n\n${toolCalls.map((call) => `- ${callWords(call)}\n`).join('')}`;
}

function callWords({ tool, arguments: callArguments = {}, error, mocked }: ToolCall): string {
  const call = `${inline(tool)} ${inline(JSON.stringify(callArguments))}${mocked === true ? ' (mocked)' : ''}`;
  return error === undefined ? call : `${call}: ${inline(error)}`;
}

function stateChanges({ state }: CaseResult): string {
  if (state === undefined || state.changes.length === 0) return '';
  return `**State**\n\n${state.changes.map((change) => `- ${inline(stateChangeText(change), 300)}\n`).join('')}`;
}

function conversation(turns: readonly Turn[]): string {
  return turns.length === 0 ? '' : `**Conversation**\n\n${turns.map(turnLines).join('')}`;
}

function turnLines(turn: Turn): string {
  const { input, output, response, interrupts = [], checkpointsReached, error, durationMs } = turn;
  const answerText = response?.content || jsonText(output ?? '');
  const calls = (response?.toolCalls ?? []).map(
    (call) => `   - tool ${inline(call.tool)}${call.mocked === true ? ' (mocked)' : ''}\n`,
  );
  const questions = interrupts.map((interrupt) => `   - ${askedWords(interrupt)}\n`);
  const reached = checkpointsReached.map((id) => `   - ✓ checkpoint ${inline(id)}\n`);
  return [
    `${turn.turn}. **user:** ${inline(textOfContent(input))}\n`,
    error === undefined
      ? `   - **agent** (${formatDuration(durationMs)}): ${inline(answerText)}\n`
      : `   - **error:** ${inline(error)}\n`,
    ...calls,
    ...questions,
    ...reached,
  ].join('');
}

function askedWords(interrupt: NonNullable<Turn['interrupts']>[number]): string {
  return `asks: ${inline(interruptText(interrupt), 500)}`;
}

function checkpoints(list: readonly CheckpointResult[]): string {
  if (list.length === 0) return '';
  return `**Checkpoints**\n\n${list.map((checkpoint) => `- ${checkpointWords(checkpoint)}\n`).join('')}`;
}

function checkpointWords(checkpoint: CheckpointResult): string {
  const { id, reached, passed, required, reachedAtTurn, message, after, invariant, brokenAtTurn } = checkpoint;
  const optional = required ? '' : ' (optional)';
  if (invariant === 'kept') return `✓ ${inline(id)}${optional}, kept`;
  if (invariant === 'not_judged') return `– ${inline(id)}${optional}, not judged`;
  if (invariant === 'broken')
    return `✗ ${inline(id)}${optional}, broken in turn ${brokenAtTurn}: ${inline(message ?? '')}`;
  const turn = reachedAtTurn === undefined ? '' : `, turn ${reachedAtTurn}`;
  if (reached && passed) return `✓ ${inline(id)}${optional}${turn}`;
  const waits = after.length === 0 ? '' : `, after ${after.map((name) => inline(name)).join(', ')}`;
  return `✗ ${inline(id)}${optional}${turn}${waits}${message === undefined ? '' : `: ${inline(message)}`}`;
}
