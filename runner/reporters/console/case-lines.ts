import type { CaseResult, CheckpointResult, ToolCall, Turn } from '../../contract/index.ts';
import {
  describeBrokenInferredRules,
  interruptText,
  isFailing,
  isJudgedByAccuracy,
  quoteContent,
  stateChangeText,
  textOfContent,
  toMessages,
  unjudgedText,
  userFactsText,
} from '../../fold/index.ts';
import { labelText } from '../../format/index.ts';
import { formatDuration, jsonText, plural } from '../../values/index.ts';
import { faultLines } from '../../verdict/index.ts';
import { setAsideNote } from '../reported-cases.ts';
import { attemptMeasurementsText } from './metric-lines.ts';
import { answerLines, sampleAndScoreLines } from './record-lines.ts';
import { shortenText } from './shorten-text.ts';
import { colourStatus, type StyleText } from './style-text.ts';
import { treeLines } from './tree-lines.ts';

const PREVIEW = 50;
const VERBOSE_PREVIEW = 200;

export type CaseLineOptions = {
  paint: StyleText;
  verbose: boolean;
  attempts: number;
  /** Set if failures are listed at the end: the case line then omits the reason. */
  why?: 'at the end' | undefined;
  /** An earlier attempt that failed in the same way: its tree of turns is not printed again. */
  like?: string | undefined;
  /** The lines that were logged during the attempt. */
  logs?: readonly string[];
};

/** Returns the lines of a finished attempt: one for a call, a tree of turns and checkpoints for a conversation. */
export function caseLines(result: CaseResult, options: CaseLineOptions): string[] {
  if (isConversation(result)) return conversationLines(result, options);
  // Without samples the case was skipped, or its hook failed.
  return result.samples === undefined ? callLines(result, options) : measuredLines(result, options);
}

/** A skipped dynamic case has no turns, so it is not treated as a conversation. */
export function isConversation({ turns }: CaseResult): boolean {
  return turns !== undefined;
}

function callLines(result: CaseResult, options: CaseLineOptions): string[] {
  const { paint, verbose } = options;
  const preview = caseName(result) ?? shortenText(previewText(result), PREVIEW);
  const line = `► ${caseLabel(result, options)} ${preview}${preview === '' ? '' : ' '}${caseVerdict(result, paint)}`;
  const { logs = [] } = options;
  const details = [...logs, ...(verbose ? answerDetails(result) : []), ...caseProblemLines(result, options)];
  return details.length === 0 ? [line] : [line, ...treeLines(details.map((detail) => [detail]))];
}

function answerDetails(result: CaseResult): string[] {
  const { toolCalls, interrupts = [], output } = result;
  return [
    ...toolCalls.map(toolLine),
    ...interrupts.map((each) => `asks: ${shortenText(interruptText(each), VERBOSE_PREVIEW)}`),
    ...(output === undefined ? [] : [`output: ${compactJson(output)}`]),
    ...stateLines(result),
  ];
}

function measuredLines(result: CaseResult, options: CaseLineOptions): string[] {
  const { paint, verbose, logs = [] } = options;
  const title = shortenText(
    result.name === undefined || result.name === result.id ? previewText(result) : labelText(result.name),
    PREVIEW,
  );
  return [
    `► ${caseLabel(result, options)} ${title}${title === '' ? '' : ' '}${caseVerdict(result, paint)} - ${attemptMeasurementsText(result)}`,
    ...logs.map((line) => `  │ ${line}`),
    ...(verbose ? answerLines(result) : []).map((line) => `  │ ${line}`),
    ...sampleAndScoreLines(result, paint).map((line) => `  │ ${line}`),
    ...treeLines(caseProblemLines(result, options).map((complaint) => [complaint])),
  ];
}

function conversationLines(result: CaseResult, options: CaseLineOptions): string[] {
  const { paint } = options;
  const turns = result.turns ?? [];
  const checkpoints = result.checkpoints ?? [];
  const tools = new Map(checkpoints.map(({ id, tool }) => [id, tool]));
  const reached = checkpoints.filter((checkpoint) => checkpoint.reached).length;
  const share = checkpoints.length === 0 ? '' : `, ${reached}/${checkpoints.length} checkpoints`;
  const count = `${plural(turns.length, 'turn')}${share}`;
  const title = caseName(result) ?? shortenText(previewText(result), PREVIEW);
  const heading = `► ${caseLabel(result, options)}${title === '' ? '' : ` ${title}`}`;
  const ending = `${caseVerdict(result, paint)} - ${count}`;
  if (options.like !== undefined) return [`${heading} ${ending}, like ${options.like}`];
  const lines = [
    ...(isPrintedAtEnd(result, options) ? [] : checkpoints)
      .filter(({ required, reached, invariant }) => required && !reached && invariant !== 'not_judged')
      .map((checkpoint) => missedCheckpointLine(checkpoint, paint)),
    ...factsLines(result),
    ...(options.verbose ? stateLines(result) : []),
    ...caseProblemLines(result, options),
  ];
  return [
    heading,
    ...(options.logs ?? []).map((line) => `  │ ${line}`),
    ...treeLines([...turns.map((turn) => turnLines(turn, { ...options, tools })), ...lines.map((line) => [line])]),
    `  ${formatEnding(result, paint)}`,
  ];
}

/** A conversation as one line, without its messages. */
export function conversationLine(result: CaseResult, options: CaseLineOptions): string {
  return `${formatHeading(result, options)} ${formatEnding(result, options.paint)}`;
}

function formatHeading(result: CaseResult, options: CaseLineOptions): string {
  const title = caseName(result) ?? shortenText(previewText(result), PREVIEW);
  return `► ${caseLabel(result, options)}${title === '' ? '' : ` ${title}`}`;
}

function formatEnding(result: CaseResult, paint: StyleText): string {
  const { turns = [], checkpoints = [] } = result;
  const reached = checkpoints.filter((checkpoint) => checkpoint.reached).length;
  const share = checkpoints.length === 0 ? '' : `, ${reached}/${checkpoints.length} checkpoints`;
  return `${caseVerdict(result, paint)} - ${plural(turns.length, 'turn')}${share}`;
}

function turnLines(
  turn: Turn,
  options: CaseLineOptions & { tools: ReadonlyMap<string, string | undefined> },
): string[] {
  const { paint, verbose, tools } = options;
  const length = verbose ? VERBOSE_PREVIEW : PREVIEW;
  const inputText = quoteContent(turn.input, (text) => shortenText(text, length));
  const answer =
    turn.error === undefined
      ? `"${shortenText(answerText(turn), length)}"`
      : paint('magenta', shortenText(turn.error, length));
  const notes = [
    ...(verbose ? (turn.response?.toolCalls ?? []).map(toolLine) : []),
    ...(verbose ? (turn.interrupts ?? []).map((each) => `asks: ${shortenText(interruptText(each), length)}`) : []),
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

export function toolLine({ tool, arguments: callArguments, result, error, mocked }: ToolCall): string {
  return `tool: ${tool}(${compactJson(callArguments)}) → ${compactJson(error ?? result)}${mocked === true ? ' (mocked)' : ''}`;
}

/** Returns the line about the facts of the built-in user; empty if it knew none. */
export function factsLines({ simulator }: CaseResult): string[] {
  const facts = userFactsText(simulator);
  return facts === undefined ? [] : [`facts: ${facts}`];
}

/** Returns one line for each change to the state of the mocks. */
function stateLines({ state }: CaseResult): string[] {
  return (state?.changes ?? []).map((change) => `state: ${shortenText(stateChangeText(change), VERBOSE_PREVIEW)}`);
}

function missedCheckpointLine(checkpoint: CheckpointResult, paint: StyleText): string {
  const why = checkpoint.message === undefined ? '' : `: ${shortenText(checkpoint.message, 120)}`;
  return `${paint('red', '✗')} checkpoint: ${labelText(checkpoint.id)}${why}`;
}

function caseName({ name }: CaseResult): string | undefined {
  return name === undefined ? undefined : labelText(name);
}

function caseLabel(result: CaseResult, { attempts }: CaseLineOptions): string {
  return attempts === 1 ? `[${labelText(result.id)}]` : `[${labelText(result.id)}] Run ${result.attempt}:`;
}

function caseVerdict(result: CaseResult, paint: StyleText): string {
  const why = result.status === 'skipped' ? (result.reason ?? '') : formatDuration(result.durationMs);
  // Thresholds apply to the run, so a measured case has a score and no verdict.
  const status = isJudgedByAccuracy(result) && result.status === 'passed' ? 'measured' : result.status;
  return `${colourStatus(status, paint)}${setAsideNote(result)}${why === '' ? '' : ` (${why})`}`;
}

/**
 * The reason for a failure is printed only once. Excluded cases are not in the list of failures, so their reason is
 * printed here.
 */
function isPrintedAtEnd({ status, setAside }: CaseResult, { why }: CaseLineOptions): boolean {
  return why === 'at the end' && isFailing(status) && (setAside === undefined || setAside === 'repeat');
}

/** Returns the problems, one per line. Assertions have their own messages, so the joined error is not repeated. */
function caseProblemLines(result: CaseResult, options: CaseLineOptions): string[] {
  const unjudged = result.unjudged === undefined ? [] : [shortenText(unjudgedText(result.unjudged), 300)];
  const inferred = describeBrokenInferredRules(result.inferred);
  return [
    ...(isPrintedAtEnd(result, options) ? [] : caseProblems(result)),
    ...unjudged,
    ...(inferred === undefined ? [] : [shortenText(inferred, 300)]),
    ...(result.warnings ?? []).map((warning) => `⚠ ${shortenText(warning, 300)}`),
  ];
}

function caseProblems(result: CaseResult): string[] {
  // The error of a conversation already names every problem, the most important first, so assertions are not added.
  const assertions = isConversation(result) ? [] : result.assertions.filter(({ status }) => status !== 'passed');
  const own = assertions.map(({ type, message, place }) =>
    place === undefined ? shortenText(message ?? type, 300) : `${shortenText(message ?? type, 300)} (${place})`,
  );
  const error = own.length > 0 || result.error === undefined ? [] : [shortenText(result.error, 300)];
  return [...own, ...error, ...faultLines(result).map((line) => shortenText(line, 300))];
}

export function previewText(result: CaseResult): string {
  const content = toMessages(result.input).at(-1)?.content ?? result.turns?.[0]?.input;
  return content === undefined ? '' : textOfContent(content);
}

function answerText(turn: Turn): string {
  if (turn.response !== undefined && turn.response.content !== '') return turn.response.content;
  return turn.output === undefined ? '' : compactJson(turn.output);
}

function compactJson(value: unknown): string {
  if (value === undefined) return '';
  return shortenText(jsonText(value), 100);
}
