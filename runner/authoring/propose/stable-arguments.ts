import { hasFailed, mayChangeState, parsedArguments } from '../../assertions/match-tool.ts';
import type { ToolCall } from '../../contract/index.ts';
import { isValueTold } from '../../simulated-user/index.ts';
import { isJsonObject, type Json, type JsonObject, jsonOrText, jsonText } from '../../values/index.ts';

/**
 * Where the values of a call may come from. A value from one of these sources is likely to be the same in the next
 * conversation.
 */
export type KnownValues = {
  /** The texts of the user: goal, facts and messages. */
  userText: string;
  /** The calls before the call in question. */
  before: readonly ToolCall[];
};

/**
 * Returns the arguments that come from the user or from what the agent looked up; undefined if there are none. Other
 * arguments (ids, times, summaries) are made up by the agent and may differ in the next conversation.
 */
export function stableArguments({ arguments: args }: ToolCall, knownValues: KnownValues): JsonObject | undefined {
  const stable = keepStablePart(parsedArguments(args), knownValues);
  return isJsonObject(stable) && Object.keys(stable).length > 0 ? stable : undefined;
}

function keepStablePart(value: Json, knownValues: KnownValues): Json | undefined {
  if (Array.isArray(value)) {
    const items = value.map((item) => (isJsonObject(item) ? undefined : keepStablePart(item, knownValues)));
    return value.length > 0 && items.every((item) => item !== undefined) ? value : undefined;
  }
  if (isJsonObject(value)) {
    const parts = Object.entries(value).flatMap(([key, member]): [string, Json][] => {
      const part = keepStablePart(member, knownValues);
      return part === undefined ? [] : [[key, part]];
    });
    return parts.length === 0 ? undefined : Object.fromEntries(parts);
  }
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return isKnownValue(String(value), knownValues) ? value : undefined;
}

function isKnownValue(value: string, { userText, before }: KnownValues): boolean {
  if (value.trim() === '') return false;
  return isValueTold(value, userText, { isAnswer: true }) || before.some((call) => isFromReadCall(call, value));
}

function isFromReadCall(call: ToolCall, value: string): boolean {
  return !mayChangeState(call) && !hasFailed(call) && listScalars(call.result).some(({ text }) => text === value);
}

/** The texts and numbers in a result, with their keys. A result may also be JSON in a string. */
export function listScalars(result: Json | undefined, key = ''): { key: string; text: string }[] {
  const value = typeof result === 'string' ? jsonOrText(result) : (result ?? null);
  if (Array.isArray(value)) return value.flatMap((item) => listScalars(item, key));
  if (isJsonObject(value)) return Object.entries(value).flatMap(([name, member]) => listScalars(member, name));
  return typeof value === 'string' || typeof value === 'number' ? [{ key, text: jsonText(value) }] : [];
}
