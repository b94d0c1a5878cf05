import type { ToolCall } from '../contract/index.ts';
import { isJsonObject, type Json } from '../values/index.ts';
import { jsonEquals } from './json-equals.ts';

/** A tool goes by its name, and by its name below a server: `setup` finds `srv__setup` and `agents.x.setup`. */
export function isToolNamed(call: ToolCall, name: string): boolean {
  return namesOf(call).some((full) => full === name || full.endsWith(`__${name}`) || full.endsWith(`.${name}`));
}

export function displayName(call: ToolCall): string {
  return call.server === undefined || call.server === '' ? call.tool : `${call.server}__${call.tool}`;
}

type LeafMatch = (expected: string, actual: Json) => boolean;

/** Every key of `expected` is in `actual` and matches, at every depth; lists match item by item. */
export function isDeepSubset(expected: Json, actual: Json, matchesText: LeafMatch = jsonEquals): boolean {
  if (typeof expected === 'string') return matchesText(expected, actual);
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return false;
    return expected.every((item, index) => isDeepSubset(item, actual[index] ?? null, matchesText));
  }
  if (!isJsonObject(expected)) return jsonEquals(expected, actual);
  if (!isJsonObject(actual)) return false;
  return Object.entries(expected).every(
    ([key, value]) => Object.hasOwn(actual, key) && isDeepSubset(value, actual[key] ?? null, matchesText),
  );
}

function namesOf(call: ToolCall): string[] {
  if (call.server === undefined || call.server === '') return [call.tool];
  return [call.tool, `${call.server}__${call.tool}`, `${call.server}.${call.tool}`];
}
