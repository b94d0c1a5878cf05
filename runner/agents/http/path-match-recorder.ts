import { type PathStep, selectPath } from '../../assertions/json-path.ts';
import type { ConfiguredAnswerPath, ReportedAnswerPartKind } from '../../ports/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../values/index.ts';
import { pathKeyByAnswerPart } from './path-keys.ts';
import { parseToolCall } from './read-tool-call.ts';

const MAX_KEYS = 12;

type WatchedAnswerPath = { part: ReportedAnswerPartKind; path: { source: string; steps: readonly PathStep[] } };

/**
 * Records whether the configured paths match anything in the documents of an answer. Warnings about unread parts are
 * based only on the answer to the first turn, because later answers may repeat earlier ones.
 */
export function createPathMatchRecorder(
  agentId: string,
  watchedPaths: readonly WatchedAnswerPath[],
  { isFirstTurn, output }: { isFirstTurn: boolean; output: WatchedAnswerPath['path'] },
): {
  onDocument(document: Json): void;
  listMatches(): ConfiguredAnswerPath[];
  /**
   * Returns a warning if an answer contains several lists of tool calls, or several messages, of which the configured
   * path reads only one.
   */
  unreadParts(): string | undefined;
} {
  let unreadWarning: string | undefined;
  const seenParts = new Set<ReportedAnswerPartKind>();
  let keys: string[] = [];
  return {
    onDocument(document) {
      keys = listDocumentKeys(document);
      if (isFirstTurn) unreadWarning ??= describeEarlierMessage(document, output);
      for (const { part, path } of watchedPaths) {
        const isElsewhere =
          part === 'tools' && isEmptyListAt(document, path.steps) && hasNonEmptyListOfToolCalls(document);
        if (!isElsewhere && pathExists(document, path.steps)) seenParts.add(part);
        if (part === 'tools' && isFirstTurn) unreadWarning ??= describeUnreadCalls(document, path);
      }
    },
    unreadParts: () => unreadWarning,
    listMatches: () =>
      watchedPaths.map(({ part, path }) => ({
        agentId,
        part,
        key: pathKeyByAnswerPart[part],
        path: path.source,
        keys,
        isFound: seenParts.has(part),
        isJudged: false,
      })),
  };
}

/**
 * Returns true if the path exists in the document. An empty list exists; so does a wildcard or filter without matches,
 * if the value that it is applied to exists.
 */
function pathExists(document: Json, steps: readonly PathStep[]): boolean {
  const firstSeveralIndex = steps.findIndex(({ kind }) => kind === 'wildcard' || kind === 'filter');
  const plainSteps = firstSeveralIndex === -1 ? steps : steps.slice(0, firstSeveralIndex);
  return (
    plainSteps.length === 0 ||
    selectPath(document, plainSteps).kind === 'value' ||
    isOptionalToolCallsPath(document, plainSteps)
  );
}

function isEmptyListAt(document: Json, steps: readonly PathStep[]): boolean {
  const selection = selectPath(document, steps);
  return selection.kind === 'value' && Array.isArray(selection.value) && selection.value.length === 0;
}

/**
 * Returns true if a list in the document contains tool calls. Then an empty list at the configured path does not mean
 * that no tool was called.
 */
function hasNonEmptyListOfToolCalls(document: Json): boolean {
  if (!isJsonObject(document)) return false;
  const values = Object.values(document);
  const lists = [...values, ...values.filter(isJsonObject).flatMap(Object.values)].filter(Array.isArray);
  return lists.some((list: Json[]) => list.length > 0 && list.every(isToolCallObject));
}

function isToolCallObject(value: Json): boolean {
  return isJsonObject(value) && !('description' in value) && parseToolCall(value)?.arguments !== undefined;
}

/**
 * Describes that the path reads only one of several lists of calls. Servers that return all messages of a turn have
 * such a list in each message.
 */
function describeUnreadCalls(document: Json, { source, steps }: WatchedAnswerPath['path']): string | undefined {
  const last = steps.at(-1);
  if (last?.kind !== 'key' || steps.some(({ kind }) => kind === 'wildcard' || kind === 'filter')) return undefined;
  const lists = countCallLists(document, last.key);
  return lists < 2
    ? undefined
    : `the answer has ${lists} lists "${last.key}" with calls, but the path ${source} reads only one of them, so rules do not see the other calls; write [*] in the path to read all`;
}

/**
 * Describes that the path reads the first message of a list, such as a greeting, although the user's message and
 * another answer follow it.
 */
function describeEarlierMessage(document: Json, { source, steps }: WatchedAnswerPath['path']): string | undefined {
  const index = steps.findIndex((step) => step.kind === 'index' && step.index === 0);
  const selection = selectPath(document, steps.slice(0, index));
  if (index === -1 || selection.kind !== 'value' || !Array.isArray(selection.value)) return undefined;
  const messages = selection.value.filter(isJsonObject);
  const roles = messages.map(({ role }) => role);
  const isAnswered = roles[0] === 'assistant' && roles.includes('user') && roles.at(-1) === 'assistant';
  if (!isAnswered || isNewestFirst(messages)) return undefined;
  return `the path ${source} reads the first of ${messages.length} messages, but the agent answers the user in the last message; write ${source.replace('[0]', '[-1]')}`;
}

/** Returns true if the list begins with the newest message, judging by the creation times that such servers send. */
function isNewestFirst(messages: readonly JsonObject[]): boolean {
  const [first, last] = [messages[0], messages.at(-1)].map((message = {}) =>
    Object.entries(message).flatMap(([key, value]) =>
      /time|date|created|index|^id$/i.test(key) ? [String(value)] : [],
    ),
  );
  return first !== undefined && last !== undefined && first.some((value, at) => value > (last[at] ?? value));
}

const MAX_VALUES = 10_000;

function countCallLists(document: Json, key: string): number {
  const openValues: Json[] = [document];
  let lists = 0;
  for (let readCount = 0; openValues.length > 0 && readCount < MAX_VALUES; readCount += 1) {
    const value = openValues.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, member] of Object.entries(value)) {
      if (name === key && Array.isArray(member) && member.length > 0 && member.every(isToolCallObject)) lists += 1;
      else openValues.push(member);
    }
  }
  return lists;
}

/** Returns true for the path to `tool_calls` in chat completions, which omit this list from messages without calls. */
function isOptionalToolCallsPath(document: Json, steps: readonly PathStep[]): boolean {
  const last = steps.at(-1);
  if (last?.kind !== 'key' || last.key !== 'tool_calls') return false;
  const message = selectPath(document, steps.slice(0, -1));
  return message.kind === 'value' && isJsonObject(message.value) && message.value.role === 'assistant';
}

/** Returns the keys of a document; keys of nested objects are written as `outer.inner`. */
function listDocumentKeys(document: Json): string[] {
  if (!isJsonObject(document)) return [];
  const allKeys = Object.entries(document).flatMap(([key, value]) =>
    isJsonObject(value) ? Object.keys(value).map((inner) => `${key}.${inner}`) : [key],
  );
  return allKeys.slice(0, MAX_KEYS);
}
