import type { CaseResult, CheckpointResult, ToolCall, Turn } from '../../contract/index.ts';
import {
  describeBrokenInferredRules,
  formatContentText,
  formatInterrupt,
  formatStateChange,
  formatUnjudgedParts,
  formatUserFacts,
  isFailing,
  isJudgedByAccuracy,
  quoteContent,
  toMessages,
} from '../../fold/index.ts';
import { formatAsSingleLine } from '../../format/index.ts';
import { formatCountWithNoun, formatDuration, toJsonText } from '../../values/index.ts';
import { listFaultLines } from '../../verdict/index.ts';
import { formatSetAsideSuffix } from '../reported-cases.ts';
import { formatAttemptMeasurements } from './metric-lines.ts';
import { formatAnswerLines, formatSampleAndScoreLines } from './record-lines.ts';
import { shortenText } from './shorten-text.ts';
import { colourStatus, type StyleText } from './style-text.ts';
import { formatTreeLines } from './tree-lines.ts';

const PREVIEW_LENGTH = 50;
const VERBOSE_PREVIEW_LENGTH = 200;

export type CaseLineOptions = {
  paint: StyleText;
  verbose: boolean;
  attempts: number;
  /** Set if failures are listed at the end of the output: the line of the case then leaves out the reason. */
  why?: 'at the end' | undefined;
  /** An earlier attempt that failed in the same way. If there is one, the conversation is not printed again. */
  like?: string | undefined;
  /** The lines that were logged during the attempt. */
  logs?: readonly string[];
};

/**
 * Returns the lines of a finished attempt: one line for a single call, a tree of turns and checkpoints for a
 * conversation.
 */
export function formatCaseLines(result: CaseResult, options: CaseLineOptions): string[] {
  if (isConversation(result)) return formatConversationLines(result, options);
  // A result without samples means that the case was skipped or its hook failed.
  return result.samples === undefined ? formatCallLines(result, options) : formatMeasuredCaseLines(result, options);
}

/** True for a conversation. A skipped dynamic case has no turns, so it is not treated as one. */
export function isConversation({ turns }: CaseResult): boolean {
  return turns !== undefined;
}

function formatCallLines(result: CaseResult, options: CaseLineOptions): string[] {
  const { paint, verbose } = options;
  const preview = formatCaseName(result) ?? shortenText(buildPreviewText(result), PREVIEW_LENGTH);
  const line = `► ${formatCaseLabel(result, options)} ${preview}${preview === '' ? '' : ' '}${formatCaseVerdict(result, paint)}`;
  const { logs = [] } = options;
  const details = [...logs, ...(verbose ? listAnswerDetails(result) : []), ...formatCaseProblemLines(result, options)];
  return details.length === 0 ? [line] : [line, ...formatTreeLines(details.map((detail) => [detail]))];
}

function listAnswerDetails(result: CaseResult): string[] {
  const { toolCalls, interrupts = [], output } = result;
  return [
    ...toolCalls.map(formatToolLine),
    ...interrupts.map((each) => `asks: ${shortenText(formatInterrupt(each), VERBOSE_PREVIEW_LENGTH)}`),
    ...(output === undefined ? [] : [`output: ${toCompactJson(output)}`]),
    ...formatStateLines(result),
  ];
}

function formatMeasuredCaseLines(result: CaseResult, options: CaseLineOptions): string[] {
  const { paint, verbose, logs = [] } = options;
  const title = shortenText(
    result.name === undefined || result.name === result.id ? buildPreviewText(result) : formatAsSingleLine(result.name),
    PREVIEW_LENGTH,
  );
  return [
    `► ${formatCaseLabel(result, options)} ${title}${title === '' ? '' : ' '}${formatCaseVerdict(result, paint)} - ${formatAttemptMeasurements(result)}`,
    ...logs.map((line) => `  │ ${line}`),
    ...(verbose ? formatAnswerLines(result) : []).map((line) => `  │ ${line}`),
    ...formatSampleAndScoreLines(result, paint).map((line) => `  │ ${line}`),
    ...formatTreeLines(formatCaseProblemLines(result, options).map((complaint) => [complaint])),
  ];
}

function formatConversationLines(result: CaseResult, options: CaseLineOptions): string[] {
  const { paint } = options;
  const turns = result.turns ?? [];
  const checkpoints = result.checkpoints ?? [];
  const tools = new Map(checkpoints.map(({ id, tool }) => [id, tool]));
  const reached = checkpoints.filter((checkpoint) => checkpoint.reached).length;
  const share = checkpoints.length === 0 ? '' : `, ${reached}/${checkpoints.length} checkpoints`;
  const count = `${formatCountWithNoun(turns.length, 'turn')}${share}`;
  const title = formatCaseName(result) ?? shortenText(buildPreviewText(result), PREVIEW_LENGTH);
  const heading = `► ${formatCaseLabel(result, options)}${title === '' ? '' : ` ${title}`}`;
  const ending = `${formatCaseVerdict(result, paint)} - ${count}`;
  if (options.like !== undefined) return [`${heading} ${ending}, like ${options.like}`];
  const lines = [
    ...(isPrintedAtEnd(result, options) ? [] : checkpoints)
      .filter(({ required, reached, invariant }) => required && !reached && invariant !== 'not_judged')
      .map((checkpoint) => formatMissedCheckpointLine(checkpoint, paint)),
    ...formatFactsLines(result),
    ...(options.verbose ? formatStateLines(result) : []),
    ...formatCaseProblemLines(result, options),
  ];
  return [
    heading,
    ...(options.logs ?? []).map((line) => `  │ ${line}`),
    ...formatTreeLines([
      ...turns.map((turn) => formatTurnLines(turn, { ...options, tools })),
      ...lines.map((line) => [line]),
    ]),
    `  ${formatEnding(result, paint)}`,
  ];
}

/** Returns a conversation as one line, without its messages. */
export function formatConversationLine(result: CaseResult, options: CaseLineOptions): string {
  return `${formatHeading(result, options)} ${formatEnding(result, options.paint)}`;
}

function formatHeading(result: CaseResult, options: CaseLineOptions): string {
  const title = formatCaseName(result) ?? shortenText(buildPreviewText(result), PREVIEW_LENGTH);
  return `► ${formatCaseLabel(result, options)}${title === '' ? '' : ` ${title}`}`;
}

function formatEnding(result: CaseResult, paint: StyleText): string {
  const { turns = [], checkpoints = [] } = result;
  const reached = checkpoints.filter((checkpoint) => checkpoint.reached).length;
  const share = checkpoints.length === 0 ? '' : `, ${reached}/${checkpoints.length} checkpoints`;
  return `${formatCaseVerdict(result, paint)} - ${formatCountWithNoun(turns.length, 'turn')}${share}`;
}

function formatTurnLines(
  turn: Turn,
  options: CaseLineOptions & { tools: ReadonlyMap<string, string | undefined> },
): string[] {
  const { paint, verbose, tools } = options;
  const length = verbose ? VERBOSE_PREVIEW_LENGTH : PREVIEW_LENGTH;
  const inputText = quoteContent(turn.input, (text) => shortenText(text, length));
  const answer =
    turn.error === undefined
      ? `"${shortenText(toAnswerText(turn), length)}"`
      : paint('magenta', shortenText(turn.error, length));
  const notes = [
    ...(verbose ? (turn.response?.toolCalls ?? []).map(formatToolLine) : []),
    ...(verbose ? (turn.interrupts ?? []).map((each) => `asks: ${shortenText(formatInterrupt(each), length)}`) : []),
    ...(verbose && turn.reasoning !== undefined ? [`simulator: ${shortenText(turn.reasoning, length)}`] : []),
    ...turn.checkpointsReached.map((id) => {
      const tool = tools.get(id);
      return `${paint('green', '✓')} checkpoint: ${id}${tool === undefined ? '' : ` (tool: ${tool})`}`;
    }),
  ];
  return [
    `Turn ${turn.turn}: ${inputText} → ${answer}`,
    ...notes.map((note, position) => `${position === notes.length - 1 ? '└─' : '├─'} ${note}`),
  ];
}

export function formatToolLine({ tool, arguments: callArguments, result, error, mocked }: ToolCall): string {
  return `tool: ${tool}(${toCompactJson(callArguments)}) → ${toCompactJson(error ?? result)}${mocked === true ? ' (mocked)' : ''}`;
}

/** Returns the line about the facts of the built-in user; empty if the user knew none. */
export function formatFactsLines({ simulator }: CaseResult): string[] {
  const facts = formatUserFacts(simulator);
  return facts === undefined ? [] : [`facts: ${facts}`];
}

/** Returns the changes to the state of the mocks, one line for each. */
function formatStateLines({ state }: CaseResult): string[] {
  return (state?.changes ?? []).map(
    (change) => `state: ${shortenText(formatStateChange(change), VERBOSE_PREVIEW_LENGTH)}`,
  );
}

function formatMissedCheckpointLine(checkpoint: CheckpointResult, paint: StyleText): string {
  const why = checkpoint.message === undefined ? '' : `: ${shortenText(checkpoint.message, 120)}`;
  return `${paint('red', '✗')} checkpoint: ${formatAsSingleLine(checkpoint.id)}${why}`;
}

function formatCaseName({ name }: CaseResult): string | undefined {
  return name === undefined ? undefined : formatAsSingleLine(name);
}

function formatCaseLabel(result: CaseResult, { attempts }: CaseLineOptions): string {
  return attempts === 1
    ? `[${formatAsSingleLine(result.id)}]`
    : `[${formatAsSingleLine(result.id)}] Run ${result.attempt}:`;
}

function formatCaseVerdict(result: CaseResult, paint: StyleText): string {
  const why = result.status === 'skipped' ? (result.reason ?? '') : formatDuration(result.durationMs);
  // Score thresholds apply to the whole run, so a single case that was only measured has a score but no verdict.
  const status = isJudgedByAccuracy(result) && result.status === 'passed' ? 'measured' : result.status;
  return `${colourStatus(status, paint)}${formatSetAsideSuffix(result)}${why === '' ? '' : ` (${why})`}`;
}

/**
 * True if the reason of the failure is printed in the list of failures at the end, and therefore not with the case.
 * Excluded cases do not appear in that list, so their reason is printed with the case.
 */
function isPrintedAtEnd({ status, setAside }: CaseResult, { why }: CaseLineOptions): boolean {
  return why === 'at the end' && isFailing(status) && (setAside === undefined || setAside === 'repeat');
}

/**
 * Returns the problems of a case, one per line. Assertions have their own messages, so the error that joins these
 * messages is not repeated.
 */
function formatCaseProblemLines(result: CaseResult, options: CaseLineOptions): string[] {
  const unjudged = result.unjudged === undefined ? [] : [shortenText(formatUnjudgedParts(result.unjudged), 300)];
  const inferred = describeBrokenInferredRules(result.inferred);
  return [
    ...(isPrintedAtEnd(result, options) ? [] : listCaseProblems(result)),
    ...unjudged,
    ...(inferred === undefined ? [] : [shortenText(inferred, 300)]),
    ...(result.warnings ?? []).map((warning) => `⚠ ${shortenText(warning, 300)}`),
  ];
}

function listCaseProblems(result: CaseResult): string[] {
  // The error of a conversation already names every problem, the most important first, so assertions are not added.
  const assertions = isConversation(result) ? [] : result.assertions.filter(({ status }) => status !== 'passed');
  const own = assertions.map(({ type, message, place }) =>
    place === undefined ? shortenText(message ?? type, 300) : `${shortenText(message ?? type, 300)} (${place})`,
  );
  const error = own.length > 0 || result.error === undefined ? [] : [shortenText(result.error, 300)];
  return [...own, ...error, ...listFaultLines(result).map((line) => shortenText(line, 300))];
}

export function buildPreviewText(result: CaseResult): string {
  const content = toMessages(result.input).at(-1)?.content ?? result.turns?.[0]?.input;
  return content === undefined ? '' : formatContentText(content);
}

function toAnswerText(turn: Turn): string {
  if (turn.response !== undefined && turn.response.content !== '') return turn.response.content;
  return turn.output === undefined ? '' : toCompactJson(turn.output);
}

function toCompactJson(value: unknown): string {
  if (value === undefined) return '';
  return shortenText(toJsonText(value), 100);
}
