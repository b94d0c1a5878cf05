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
  criterionRulingText,
  hasActualValue,
  interruptText,
  stateChangeText,
  textOfContent,
  toMessages,
} from '../../fold/index.ts';
import { decimalPercent, formatDuration, plural } from '../../values/index.ts';
import { metricWords } from '../../verdict/index.ts';
import { scoreLineText } from '../measures.ts';
import { sectionHeading } from './frame-lines.ts';
import { stripControls } from './shorten-text.ts';
import type { StyleText } from './style-text.ts';

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

/** Returns all messages of an attempt, uncut, and every check with its expected and actual value. */
export function detailLines(attempt: AttemptDetail, paint: StyleText): string[] {
  const { turns, checkpoints, assertions, inferred = [], samples, scores, metrics = [], logs, state } = attempt;
  const conversation = turns.length > 0 ? turns.flatMap((turn) => turnLines(turn, paint)) : callLines(attempt);
  return [
    ...(conversation.length === 0 ? [] : [...sectionHeading('Conversation'), ...conversation]),
    ...(checkpoints.length === 0 ? [] : sectionHeading('Checkpoints')),
    ...checkpoints.flatMap((checkpoint) => checkpointLines(checkpoint, paint)),
    ...(assertions.length === 0 ? [] : sectionHeading('Assertions')),
    ...assertions.flatMap((assertion) => assertionLines(assertion, paint)),
    ...(inferred.length === 0 ? [] : sectionHeading('Inferred rules (not accepted, cannot fail the case)')),
    ...inferred.flatMap((assertion) => assertionLines(assertion, paint)),
    ...(state === undefined ? [] : [...sectionHeading('State'), ...stateLines(state)]),
    ...(samples.length === 0 ? [] : sectionHeading('Answers')),
    ...samples.flatMap(sampleLines),
    ...(scores.length + metrics.length === 0 ? [] : sectionHeading('Verdicts')),
    ...scores.flatMap((score) => verdictLines(score, paint)),
    ...metrics.map(metricLine),
    ...(logs.length === 0 ? [] : sectionHeading('Log')),
    ...logs.flatMap(({ source, text }) => speechLines(source, text)),
    '',
  ];
}

function callLines({ input, output, groundTruth, toolCalls }: AttemptDetail): string[] {
  return [
    ...toMessages(input).flatMap(messageLines),
    ...toolCalls.flatMap(toolLines),
    ...(output === undefined ? [] : speechLines('agent', outputText(output))),
    ...(groundTruth === undefined ? [] : speechLines('ground truth', groundTruth)),
  ];
}

function messageLines({ role, content }: Message): string[] {
  return speechLines(role, textOfContent(content));
}

function turnLines(
  { turn, input, response, output, reasoning, interrupts = [], durationMs, error }: Turn,
  paint: StyleText,
): string[] {
  const content = response?.content ?? '';
  const answer = content === '' && output !== undefined ? outputText(output) : content;
  return [
    paint('bold', `Turn ${turn} (${formatDuration(durationMs)})`),
    ...(reasoning === undefined ? [] : speechLines('simulator thinks', reasoning)),
    ...speechLines('user', textOfContent(input)),
    ...(response?.toolCalls ?? []).flatMap(toolLines),
    ...interrupts.flatMap((interrupt) => speechLines('agent asks', interruptText(interrupt))),
    ...(answer === '' ? [] : speechLines('agent', answer)),
    ...(error === undefined ? [] : speechLines('error', error)),
  ];
}

function toolLines(call: ToolCall): string[] {
  return speechLines('tool', toolText(call));
}

function toolText({ tool, arguments: callArguments, result, error, mocked }: ToolCall): string {
  const answer = error === undefined ? JSON.stringify(result ?? null) : `error: ${error}`;
  return `${tool}(${callArguments === undefined ? '' : JSON.stringify(callArguments)}) → ${answer}${mocked === true ? ' (mocked)' : ''}`;
}

/** Lists first the changes from the initial state, then the whole final state. */
function stateLines({ final, changes }: NonNullable<CaseResult['state']>): string[] {
  const changed = changes.length === 0 ? ['nothing changed'] : changes.map(stateChangeText);
  return [...changed.flatMap((line) => indentText(line)), ...indentText(`final: ${JSON.stringify(final)}`)];
}

function checkpointLines(checkpoint: CheckpointResult, paint: StyleText): string[] {
  const { id, description, required, after, message, outOfOrderAtTurns, agentValidation } = checkpoint;
  const notes = [
    checkpointState(checkpoint),
    ...(required ? [] : ['optional']),
    ...(after.length === 0 ? [] : [`after ${after.join(', ')}`]),
    ...(outOfOrderAtTurns.length === 0 ? [] : [`out of order at turn ${outOfOrderAtTurns.join(', ')}`]),
  ];
  return [
    `  ${statusMark(checkpoint.reached, paint)} ${id}: ${notes.join('; ')}`,
    ...[description, message, agentValidation?.reason].flatMap((text) => (text === undefined ? [] : indentText(text))),
    ...unreliableLines(agentValidation),
  ];
}

function checkpointState({ invariant, brokenAtTurn, reachedAtTurn }: CheckpointResult): string {
  if (invariant === 'broken') return `broken in turn ${brokenAtTurn}`;
  if (invariant !== undefined) return invariant === 'kept' ? 'kept' : 'not judged';
  return reachedAtTurn === undefined ? 'not reached' : `reached at turn ${reachedAtTurn}`;
}

function assertionLines(assertion: AssertionResult, paint: StyleText): string[] {
  const { type, status, path, place, negate, message, expected, actual, agentValidation, turn, rule } = assertion;
  const what = `${rule === 'never' ? 'never ' : ''}${negate === true ? 'not ' : ''}${type}`;
  const title = `${what}${path === undefined ? '' : ` at ${path}`}${turn === undefined ? '' : `, turn ${turn}`}`;
  return [
    `  ${statusMark(status === 'passed', paint)} ${title}: ${status}${place === undefined ? '' : ` (${place})`}`,
    ...(message === undefined ? [] : indentText(message)),
    ...(expected === undefined ? [] : indentText(`expected: ${JSON.stringify(expected)}`)),
    ...(hasActualValue(assertion) ? indentText(`actual:   ${JSON.stringify(actual)}`) : []),
    ...judgeLines(agentValidation),
    ...unreliableLines(agentValidation),
  ];
}

function judgeLines(validation: AssertionResult['agentValidation']): string[] {
  if (validation?.rulings !== undefined) {
    return validation.rulings.flatMap((ruling) =>
      indentText(`the judge: ${ruling.verdict}: ${criterionRulingText(ruling)}`),
    );
  }
  return validation === undefined ? [] : indentText(`the validator: ${validation.reason}`);
}

function unreliableLines({ unreliable }: { unreliable?: string | undefined } = {}): string[] {
  return unreliable === undefined ? [] : indentText(`unreliable judge: ${unreliable}`);
}

function sampleLines({ label, prompt, output, error, toolCalls = [], durationMs }: AnswerSample): string[] {
  return [
    `  Answer ${label} (${formatDuration(durationMs)})`,
    ...(prompt === undefined ? [] : indentText(`asked: ${prompt}`)),
    ...toolCalls.flatMap((call) => indentText(toolText(call))),
    ...indentText(error === undefined ? (output ?? '') : `error: ${error}`),
  ];
}

function verdictLines(score: Score, paint: StyleText): string[] {
  const [first = '', ...rest] = stripControls(scoreLineText(score)).split('\n');
  return [
    `  ${statusMark(score.passed, paint)} ${first}`,
    ...rest.map((line) => `      ${line}`),
    ...unreliableLines(score),
  ];
}

function metricLine({ type, score, records }: MetricResult): string {
  const figure = score === null ? 'no score' : decimalPercent(score);
  return `  ${metricWords[type]}: ${figure} over ${plural(records, 'verdict')}`;
}

function statusMark(good: boolean, paint: StyleText): string {
  return good ? paint('green', '✓') : paint('red', '✗');
}

function speechLines(speaker: string, text: string): string[] {
  const [first = '', ...rest] = stripControls(text).split('\n');
  return [`  ${speaker}: ${first}`, ...rest.map((line) => `    ${line}`)];
}

function indentText(text: string): string[] {
  return stripControls(text)
    .split('\n')
    .map((line) => `      ${line}`);
}

function outputText(output: unknown): string {
  return typeof output === 'string' ? output : JSON.stringify(output, undefined, 2);
}
