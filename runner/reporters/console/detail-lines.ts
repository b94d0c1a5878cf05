import type {
  AnswerSample,
  AssertionResult,
  CaseResult,
  CheckpointResult,
  Message,
  MetricResult,
  Score,
  ToolCall,
  Turn,
} from '../../contract/index.ts';
import {
  formatContentText,
  formatCriterionRuling,
  formatInterrupt,
  formatStateChange,
  hasActualValue,
  toMessages,
} from '../../fold/index.ts';
import { formatCountWithNoun, formatDecimalPercent, formatDuration } from '../../values/index.ts';
import { metricTitleByType } from '../../verdict/index.ts';
import { formatScoreAsLine } from '../measures.ts';
import { stripControlCharacters } from './shorten-text.ts';
import type { StyleText } from './style-text.ts';
import { formatSectionHeading } from './summary-lines.ts';

export type AttemptDetail = Pick<
  CaseResult,
  'input' | 'output' | 'toolCalls' | 'assertions' | 'inferred' | 'metrics' | 'groundTruth' | 'state'
> & {
  turns: readonly Turn[];
  checkpoints: readonly CheckpointResult[];
  samples: readonly AnswerSample[];
  scores: readonly Score[];
  logs: readonly { source: string; text: string }[];
};

/** Returns all messages of an attempt at full length, and every check with its expected and actual value. */
export function formatDetailLines(attempt: AttemptDetail, paint: StyleText): string[] {
  const { turns, checkpoints, assertions, inferred = [], samples, scores, metrics = [], logs, state } = attempt;
  const conversation =
    turns.length > 0 ? turns.flatMap((turn) => formatTurnLines(turn, paint)) : formatCallLines(attempt);
  return [
    ...(conversation.length === 0 ? [] : [...formatSectionHeading('Conversation'), ...conversation]),
    ...(checkpoints.length === 0 ? [] : formatSectionHeading('Checkpoints')),
    ...checkpoints.flatMap((checkpoint) => formatCheckpointLines(checkpoint, paint)),
    ...(assertions.length === 0 ? [] : formatSectionHeading('Assertions')),
    ...assertions.flatMap((assertion) => formatAssertionLines(assertion, paint)),
    ...(inferred.length === 0 ? [] : formatSectionHeading('Inferred rules (not accepted, cannot fail the case)')),
    ...inferred.flatMap((assertion) => formatAssertionLines(assertion, paint)),
    ...(state === undefined ? [] : [...formatSectionHeading('State'), ...formatStateLines(state)]),
    ...(samples.length === 0 ? [] : formatSectionHeading('Answers')),
    ...samples.flatMap(formatSampleLines),
    ...(scores.length + metrics.length === 0 ? [] : formatSectionHeading('Verdicts')),
    ...scores.flatMap((score) => formatVerdictLines(score, paint)),
    ...metrics.map(formatMetricLine),
    ...(logs.length === 0 ? [] : formatSectionHeading('Log')),
    ...logs.flatMap(({ source, text }) => formatSpeechLines(source, text)),
    '',
  ];
}

function formatCallLines({ input, output, groundTruth, toolCalls }: AttemptDetail): string[] {
  return [
    ...toMessages(input).flatMap(formatMessageLines),
    ...toolCalls.flatMap(formatToolLines),
    ...(output === undefined ? [] : formatSpeechLines('agent', toOutputText(output))),
    ...(groundTruth === undefined ? [] : formatSpeechLines('ground truth', groundTruth)),
  ];
}

function formatMessageLines({ role, content }: Message): string[] {
  return formatSpeechLines(role, formatContentText(content));
}

function formatTurnLines(
  { turn, input, response, output, reasoning, interrupts = [], durationMs, error }: Turn,
  paint: StyleText,
): string[] {
  const content = response?.content ?? '';
  const answer = content === '' && output !== undefined ? toOutputText(output) : content;
  return [
    paint('bold', `Turn ${turn} (${formatDuration(durationMs)})`),
    ...(reasoning === undefined ? [] : formatSpeechLines('simulator thinks', reasoning)),
    ...formatSpeechLines('user', formatContentText(input)),
    ...(response?.toolCalls ?? []).flatMap(formatToolLines),
    ...interrupts.flatMap((interrupt) => formatSpeechLines('agent asks', formatInterrupt(interrupt))),
    ...(answer === '' ? [] : formatSpeechLines('agent', answer)),
    ...(error === undefined ? [] : formatSpeechLines('error', error)),
  ];
}

function formatToolLines(call: ToolCall): string[] {
  return formatSpeechLines('tool', formatToolCallText(call));
}

function formatToolCallText({ tool, arguments: callArguments, result, error, mocked }: ToolCall): string {
  const answer = error === undefined ? JSON.stringify(result ?? null) : `error: ${error}`;
  return `${tool}(${callArguments === undefined ? '' : JSON.stringify(callArguments)}) → ${answer}${mocked === true ? ' (mocked)' : ''}`;
}

/** Lists first the changes since the initial state, and then the whole final state. */
function formatStateLines({ final, changes }: NonNullable<CaseResult['state']>): string[] {
  const changed = changes.length === 0 ? ['nothing changed'] : changes.map(formatStateChange);
  return [...changed.flatMap((line) => indentText(line)), ...indentText(`final: ${JSON.stringify(final)}`)];
}

function formatCheckpointLines(checkpoint: CheckpointResult, paint: StyleText): string[] {
  const { id, description, required, after, message, outOfOrderAtTurns, agentValidation } = checkpoint;
  const notes = [
    describeCheckpointState(checkpoint),
    ...(required ? [] : ['optional']),
    ...(after.length === 0 ? [] : [`after ${after.join(', ')}`]),
    ...(outOfOrderAtTurns.length === 0 ? [] : [`out of order at turn ${outOfOrderAtTurns.join(', ')}`]),
  ];
  return [
    `  ${formatStatusMark(checkpoint.reached, paint)} ${id}: ${notes.join('; ')}`,
    ...[description, message, agentValidation?.reason].flatMap((text) => (text === undefined ? [] : indentText(text))),
    ...formatUnreliableLines(agentValidation),
  ];
}

function describeCheckpointState({ invariant, brokenAtTurn, reachedAtTurn }: CheckpointResult): string {
  if (invariant === 'broken') return `broken in turn ${brokenAtTurn}`;
  if (invariant !== undefined) return invariant === 'kept' ? 'kept' : 'not judged';
  return reachedAtTurn === undefined ? 'not reached' : `reached at turn ${reachedAtTurn}`;
}

function formatAssertionLines(assertion: AssertionResult, paint: StyleText): string[] {
  const { type, status, path, place, negate, message, expected, actual, agentValidation, turn, rule } = assertion;
  const what = `${rule === 'never' ? 'never ' : ''}${negate === true ? 'not ' : ''}${type}`;
  const title = `${what}${path === undefined ? '' : ` at ${path}`}${turn === undefined ? '' : `, turn ${turn}`}`;
  return [
    `  ${formatStatusMark(status === 'passed', paint)} ${title}: ${status}${place === undefined ? '' : ` (${place})`}`,
    ...(message === undefined ? [] : indentText(message)),
    ...(expected === undefined ? [] : indentText(`expected: ${JSON.stringify(expected)}`)),
    ...(hasActualValue(assertion) ? indentText(`actual:   ${JSON.stringify(actual)}`) : []),
    ...formatJudgeLines(agentValidation),
    ...formatUnreliableLines(agentValidation),
  ];
}

function formatJudgeLines(validation: AssertionResult['agentValidation']): string[] {
  if (validation?.rulings !== undefined) {
    return validation.rulings.flatMap((ruling) =>
      indentText(`the judge: ${ruling.verdict}: ${formatCriterionRuling(ruling)}`),
    );
  }
  return validation === undefined ? [] : indentText(`the validator: ${validation.reason}`);
}

function formatUnreliableLines({ unreliable }: { unreliable?: string | undefined } = {}): string[] {
  return unreliable === undefined ? [] : indentText(`unreliable judge: ${unreliable}`);
}

function formatSampleLines({ label, prompt, output, error, toolCalls = [], durationMs }: AnswerSample): string[] {
  return [
    `  Answer ${label} (${formatDuration(durationMs)})`,
    ...(prompt === undefined ? [] : indentText(`asked: ${prompt}`)),
    ...toolCalls.flatMap((call) => indentText(formatToolCallText(call))),
    ...indentText(error === undefined ? (output ?? '') : `error: ${error}`),
  ];
}

function formatVerdictLines(score: Score, paint: StyleText): string[] {
  const [first = '', ...rest] = stripControlCharacters(formatScoreAsLine(score)).split('\n');
  return [
    `  ${formatStatusMark(score.passed, paint)} ${first}`,
    ...rest.map((line) => `      ${line}`),
    ...formatUnreliableLines(score),
  ];
}

function formatMetricLine({ type, score, records }: MetricResult): string {
  const figure = score === null ? 'no score' : formatDecimalPercent(score);
  return `  ${metricTitleByType[type]}: ${figure} over ${formatCountWithNoun(records, 'verdict')}`;
}

function formatStatusMark(good: boolean, paint: StyleText): string {
  return good ? paint('green', '✓') : paint('red', '✗');
}

function formatSpeechLines(speaker: string, text: string): string[] {
  const [first = '', ...rest] = stripControlCharacters(text).split('\n');
  return [`  ${speaker}: ${first}`, ...rest.map((line) => `    ${line}`)];
}

function indentText(text: string): string[] {
  return stripControlCharacters(text)
    .split('\n')
    .map((line) => `      ${line}`);
}

function toOutputText(output: unknown): string {
  return typeof output === 'string' ? output : JSON.stringify(output, undefined, 2);
}
