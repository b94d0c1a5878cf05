import type { CaseResult, CheckpointResult, Turn } from '../../contract/index.ts';
import { messagesOf, textOfContent } from '../../fold/index.ts';
import { formatDuration, jsonText } from '../../values/index.ts';
import { excerpt } from './excerpt.ts';
import { isUnsteady, measuresNote } from './metric-lines.ts';
import { type Paint, paintStatus } from './paint.ts';
import { answerLines, recordLines } from './record-lines.ts';

const PREVIEW = 50;
const VERBOSE_PREVIEW = 200;

export type CaseLineOptions = {
  paint: Paint;
  verbose: boolean;
  attempts: number;
  /** The lines logged on the way. */
  logs?: readonly string[];
};

/** Returns the lines of a finished attempt: one for a call, a tree of turns and checkpoints for a conversation. */
export function caseLines(result: CaseResult, options: CaseLineOptions): string[] {
  if (isConversation(result)) return conversationLines(result, options);
  // Without answers it was skipped, or its hook failed.
  return result.samples === undefined ? callLines(result, options) : measuredLines(result, options);
}

/** A dynamic case that was skipped never was a conversation. */
export function isConversation({ turns }: CaseResult): boolean {
  return turns !== undefined;
}

function callLines(result: CaseResult, options: CaseLineOptions): string[] {
  const { paint, verbose } = options;
  const preview = result.name ?? excerpt(previewOf(result), PREVIEW);
  const details = [
    ...(options.logs ?? []),
    ...(verbose
      ? (result.toolCalls ?? []).map(
          (call) => `tool: ${call.tool}(${compact(call.arguments)}) → ${compact(call.error ?? call.result)}`,
        )
      : []),
    ...(verbose && result.output !== undefined ? [`output: ${compact(result.output)}`] : []),
    ...complaints(result),
  ];
  return [
    `► ${label(result, options)} ${preview}${preview === '' ? '' : ' '}${verdict(result, paint)}`,
    ...details.map((detail, position) => `  ${position === details.length - 1 ? '└─' : '├─'} ${detail}`),
  ];
}

function measuredLines(result: CaseResult, options: CaseLineOptions): string[] {
  const { paint, verbose, logs = [] } = options;
  const title = excerpt(
    result.name === undefined || result.name === result.id ? previewOf(result) : result.name,
    PREVIEW,
  );
  const note = `${measuresNote(result)}${verbose && isUnsteady(result) ? ': flaky' : ''}`;
  return [
    `► ${label(result, options)} ${title}${title === '' ? '' : ' '}${verdict(result, paint)} - ${note}`,
    ...logs.map((line) => `  │ ${line}`),
    ...(verbose ? answerLines(result) : []).map((line) => `  │ ${line}`),
    ...recordLines(result, paint).map((line) => `  │ ${line}`),
    ...complaints(withoutShortfall(result)).map((complaint) => `  └─ ${complaint}`),
  ];
}

/** The verdict already says how far the accuracy falls short. */
function withoutShortfall({ error, ...result }: CaseResult): CaseResult {
  return result.status === 'failed' || error === undefined ? result : { ...result, error };
}

function conversationLines(result: CaseResult, options: CaseLineOptions): string[] {
  const { paint } = options;
  const turns = result.turns ?? [];
  const checkpoints = result.checkpoints ?? [];
  const reached = checkpoints.filter((checkpoint) => checkpoint.reached).length;
  const count = `${turns.length} ${turns.length === 1 ? 'turn' : 'turns'}, ${reached}/${checkpoints.length} checkpoints`;
  const title = result.name ?? excerpt(previewOf(result), PREVIEW);
  return [
    `► ${label(result, options)}${title === '' ? '' : ` ${title}`}`,
    ...(options.logs ?? []).map((line) => `  │ ${line}`),
    ...turns.flatMap((turn, position) =>
      turnLines(turn, { ...options, checkpoints, last: position === turns.length - 1 }),
    ),
    ...checkpoints
      .filter((checkpoint) => checkpoint.required && !checkpoint.reached)
      .map((checkpoint) => `  ${missing(checkpoint, paint)}`),
    ...complaints(result).map((complaint) => `  └─ ${complaint}`),
    `  ${verdict(result, paint)} - ${count}`,
  ];
}

function turnLines(
  turn: Turn,
  options: CaseLineOptions & { checkpoints: CheckpointResult[]; last: boolean },
): string[] {
  const { paint, verbose, checkpoints, last } = options;
  const length = verbose ? VERBOSE_PREVIEW : PREVIEW;
  const said = `"${excerpt(textOfContent(turn.input), length)}"`;
  const answered =
    turn.error === undefined ? `"${excerpt(answerText(turn), length)}"` : paint('magenta', excerpt(turn.error, length));
  const calls = turn.response?.toolCalls ?? [];
  const notes = [
    ...(verbose
      ? calls.map((call) => `tool: ${call.tool}(${compact(call.arguments)}) → ${compact(call.error ?? call.result)}`)
      : []),
    ...(verbose && turn.reasoning !== undefined ? [`simulator: ${excerpt(turn.reasoning, length)}`] : []),
    ...turn.checkpointsReached.map((id) =>
      reachedNote(
        checkpoints.find((checkpoint) => checkpoint.id === id),
        id,
        paint,
      ),
    ),
  ];
  const trunk = last ? '   ' : '│  ';
  return [
    `  ${last ? '└─' : '├─'} Turn ${turn.turn}: ${said} → ${answered}`,
    ...notes.map((note, position) => `  ${trunk}${position === notes.length - 1 ? '└─' : '├─'} ${note}`),
  ];
}

function reachedNote(checkpoint: CheckpointResult | undefined, id: string, paint: Paint): string {
  const tool = checkpoint?.tool === undefined ? '' : ` (tool: ${checkpoint.tool})`;
  return `${paint('green', '✓')} checkpoint: ${id}${tool}`;
}

function missing(checkpoint: CheckpointResult, paint: Paint): string {
  const why = checkpoint.message === undefined ? '' : `: ${excerpt(checkpoint.message, 120)}`;
  return `${paint('red', '✗')} checkpoint: ${checkpoint.id}${why}`;
}

function label(result: CaseResult, { attempts }: CaseLineOptions): string {
  return attempts === 1 ? `[${result.id}]` : `[${result.id}] Run ${result.attempt}:`;
}

function verdict(result: CaseResult, paint: Paint): string {
  const why = result.status === 'skipped' ? (result.reason ?? '') : formatDuration(result.durationMs);
  return `${paintStatus(result.status, paint)}${why === '' ? '' : ` (${why})`}`;
}

/** Returns the problems, a line each; assertions speak for themselves, so the joined error is not repeated. */
function complaints(result: CaseResult): string[] {
  const assertions = result.assertions.filter((assertion) => assertion.status !== 'passed');
  const own = assertions.map(({ type, message, place }) =>
    place === undefined ? excerpt(message ?? type, 300) : `${excerpt(message ?? type, 300)} (${place})`,
  );
  const error = own.length > 0 || result.error === undefined ? [] : [excerpt(result.error, 300)];
  return [...own, ...error, ...(result.warnings ?? []).map((warning) => `⚠ ${excerpt(warning, 300)}`)];
}

export function previewOf(result: CaseResult): string {
  const last = messagesOf(result.input).at(-1);
  return last === undefined ? '' : textOfContent(last.content);
}

function answerText(turn: Turn): string {
  if (turn.response !== undefined && turn.response.content !== '') return turn.response.content;
  return turn.output === undefined ? '' : compact(turn.output);
}

function compact(value: unknown): string {
  if (value === undefined) return '';
  return excerpt(jsonText(value), 100);
}
