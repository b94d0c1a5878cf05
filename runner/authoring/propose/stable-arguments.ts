import { hasFailed, mayChangeState, parseArgumentsIfText } from '../../assertions/match-tool.ts';
import type { ToolCall } from '../../contract/index.ts';
import { isValueStatedIn } from '../../simulated-user/index.ts';
import { isJsonObject, type Json, type JsonObject, parseJsonOrKeepText, toJsonText } from '../../values/index.ts';

/**
 * Where the values of a call may come from. A value from one of these sources is likely to be the same in the next
 * conversation.
 */
export type ArgumentValueSources = {
  /** The texts of the user: goal, facts and messages. */
  userText: string;
  /** The calls before the call in question. */
  earlierCalls: readonly ToolCall[];
};

/**
 * Returns the arguments that come from the user or from what the agent looked up; undefined if there are none. Other
 * arguments (ids, times, summaries) are made up by the agent and may differ in the next conversation.
 */
export function selectStableArguments(
  { arguments: args }: ToolCall,
  knownValues: ArgumentValueSources,
): JsonObject | undefined {
  const stable = selectStablePart(parseArgumentsIfText(args), knownValues);
  return isJsonObject(stable) && Object.keys(stable).length > 0 ? stable : undefined;
}

function selectStablePart(value: Json, knownValues: ArgumentValueSources): Json | undefined {
  if (Array.isArray(value)) {
    const items = value.map((item) => (isJsonObject(item) ? undefined : selectStablePart(item, knownValues)));
    return value.length > 0 && items.every((item) => item !== undefined) ? value : undefined;
  }
  if (isJsonObject(value)) {
    const parts = Object.entries(value).flatMap(([key, member]): [string, Json][] => {
      const part = selectStablePart(member, knownValues);
      return part === undefined ? [] : [[key, part]];
    });
    return parts.length === 0 ? undefined : Object.fromEntries(parts);
  }
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return isKnownValue(String(value), knownValues) ? value : undefined;
}

function isKnownValue(value: string, { userText, earlierCalls }: ArgumentValueSources): boolean {
  if (value.trim() === '') return false;
  return (
    isValueStatedIn(value, userText, { isAnswer: true }) || earlierCalls.some((call) => isFromReadOnlyCall(call, value))
  );
}

function isFromReadOnlyCall(call: ToolCall, value: string): boolean {
  return !mayChangeState(call) && !hasFailed(call) && listScalars(call.result).some(({ text }) => text === value);
}

/** The texts and numbers in a result, with their keys. A result may also be JSON in a string. */
export function listScalars(result: Json | undefined, key = ''): { key: string; text: string }[] {
  const value = typeof result === 'string' ? parseJsonOrKeepText(result) : (result ?? null);
  if (Array.isArray(value)) return value.flatMap((item) => listScalars(item, key));
  if (isJsonObject(value)) return Object.entries(value).flatMap(([name, member]) => listScalars(member, name));
  return typeof value === 'string' || typeof value === 'number' ? [{ key, text: toJsonText(value) }] : [];
}
