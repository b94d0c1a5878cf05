import { formatToolName, hasFailed, matchesToolGlob, parseArgumentsIfText } from '../../assertions/match-tool.ts';
import type { ToolCallWithTurn } from '../../assertions/subject.ts';
import { type Json, toJsonText } from '../../values/index.ts';

/**
 * Where the label of a conversation, good or bad, comes from. The verdict of the conversation's own case is a weak
 * label, because rules inferred from it would only repeat the rules of the case.
 */
export type LabelOrigin = 'person' | 'imported_verdict' | 'case_verdict';

/** A recorded conversation with its label. */
export type Conversation = {
  /** The run and the attempt, in a form for display. */
  source: string;
  isGood: boolean;
  labelFrom: LabelOrigin;
  calls: readonly ToolCallWithTurn[];
  /** The numbers and identifiers that tool results contain; see `collectIdentifiersInResults`. */
  values: ReadonlySet<string>;
  /** The texts of the agent, one for each turn. */
  answers: readonly string[];
  /** The facts for which the agent asked the built-in simulator; missing if something else simulated the user. */
  facts?: readonly { name: string; askedAtTurn?: number | undefined }[] | undefined;
};

/** Name patterns of tools that only read data; used if the workspace does not define its own. */
export const defaultReadTools: readonly string[] = [
  ...['get_*', 'find_*', 'list_*', 'search_*', 'lookup_*', 'read_*', 'calculate*', 'think*'],
];

/** A write: a call that changes something. */
export type WriteCall = { tool: string; arguments: Json };

export function isReadCall(call: ToolCallWithTurn, reads: readonly string[]): boolean {
  return reads.some((glob) => matchesToolGlob(call, glob));
}

/** Returns the writes of a conversation. A call that ended with an error changed nothing and is left out. */
export function listWrites({ calls }: Conversation, reads: readonly string[]): WriteCall[] {
  return calls
    .filter((call) => !(isReadCall(call, reads) || hasFailed(call)))
    .map((call) => ({ tool: formatToolName(call), arguments: parseArgumentsIfText(call.arguments) }));
}

/** These limits protect against malicious tool results. */
const MAX_RESULT_LENGTH = 200_000;
const MAX_VALUES = 2_000;

/**
 * Collects the numbers and identifiers in tool results. Identifiers are texts of at least two characters that contain a
 * digit.
 */
export function collectIdentifiersInResults(calls: readonly ToolCallWithTurn[]): ReadonlySet<string> {
  const texts = calls.flatMap(({ result }) =>
    result === undefined ? [] : [toJsonText(result).slice(0, MAX_RESULT_LENGTH)],
  );
  const words = texts.flatMap((text) => text.match(/[\p{L}\p{N}][\p{L}\p{N}._:#@-]*/gu) ?? []);
  // Longer words are not identifiers.
  const trimmed = words
    .filter(({ length }) => length <= 64)
    .map((word) => word.replace(/(?<![._:#@-])[._:#@-]+$/u, ''));
  const values = new Set(trimmed.filter((value) => value.length >= 2 && /\d/u.test(value)));
  // Copies the values, because a substring keeps its whole source string in memory.
  return new Set<string>(JSON.parse(JSON.stringify([...values].slice(0, MAX_VALUES))));
}
