import { formatToolName, hasFailed, matchesToolGlob, parseArgumentsIfText } from '../../assertions/match-tool.ts';
import type { ToolCallWithTurn } from '../../assertions/subject.ts';
import { type Json, toJsonText } from '../../values/index.ts';

/**
 * Where the label (good or bad) of a conversation comes from. The verdict of the conversation's own case is a weak
 * label, because inferred rules would only repeat the rules of that case.
 */
export type LabelOrigin = 'person' | 'imported_verdict' | 'case_verdict';

/** A recorded conversation and its label. */
export type Conversation = {
  /** The run and the attempt, formatted for people. */
  source: string;
  isGood: boolean;
  labelFrom: LabelOrigin;
  calls: readonly ToolCallWithTurn[];
  /** The numbers and identifiers that tool results contain; see `collectIdentifiersInResults`. */
  values: ReadonlySet<string>;
  /** The texts of the agent, turn by turn. */
  answers: readonly string[];
  /** The facts that the agent asked the built-in user for; missing if the conversation had another user. */
  facts?: readonly { name: string; askedAtTurn?: number | undefined }[] | undefined;
};

/** Name patterns for tools that only read data; used unless the workspace defines its own. */
export const defaultReadTools: readonly string[] = [
  ...['get_*', 'find_*', 'list_*', 'search_*', 'lookup_*', 'read_*', 'calculate*', 'think*'],
];

/** A call that changes something, called a write. */
export type WriteCall = { tool: string; arguments: Json };

export function isReadCall(call: ToolCallWithTurn, reads: readonly string[]): boolean {
  return reads.some((glob) => matchesToolGlob(call, glob));
}

/**
 * Returns the writes of a conversation: calls that change something. A call that ended with an error changed nothing,
 * so it is left out.
 */
export function listWrites({ calls }: Conversation, reads: readonly string[]): WriteCall[] {
  return calls
    .filter((call) => !(isReadCall(call, reads) || hasFailed(call)))
    .map((call) => ({ tool: formatToolName(call), arguments: parseArgumentsIfText(call.arguments) }));
}

/** Limits for tool results, which may be hostile. */
const MAX_RESULT_LENGTH = 200_000;
const MAX_VALUES = 2_000;

/** Collects the numbers and identifiers in tool results: texts of at least two characters that contain a digit. */
export function collectIdentifiersInResults(calls: readonly ToolCallWithTurn[]): ReadonlySet<string> {
  const texts = calls.flatMap(({ result }) =>
    result === undefined ? [] : [toJsonText(result).slice(0, MAX_RESULT_LENGTH)],
  );
  const words = texts.flatMap((text) => text.match(/[\p{L}\p{N}][\p{L}\p{N}._:#@-]*/gu) ?? []);
  // Words that are longer than this are not identifiers.
  const trimmed = words
    .filter(({ length }) => length <= 64)
    .map((word) => word.replace(/(?<![._:#@-])[._:#@-]+$/u, ''));
  const values = new Set(trimmed.filter((value) => value.length >= 2 && /\d/u.test(value)));
  // A substring keeps its whole source string in memory, so the values are copied.
  return new Set<string>(JSON.parse(JSON.stringify([...values].slice(0, MAX_VALUES))));
}
