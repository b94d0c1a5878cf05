import { quoteInexactNumbers } from './exact-numbers.ts';
import { findTooDeepOffset, MAX_LEVELS, TOO_DEEP_TEXT } from './json-depth.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export type JsonObject = { [key: string]: Json };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A path into a value: keys and indexes, outermost first. */
export type JsonPath = readonly (string | number)[];

/** Returns the value at a path; undefined if the path does not exist. */
export function getValueAtPath(value: Json | undefined, path: JsonPath): Json | undefined {
  let currentValue = value;
  for (const step of path) {
    if (Array.isArray(currentValue)) currentValue = typeof step === 'number' ? currentValue[step] : undefined;
    else
      currentValue = isJsonObject(currentValue) && Object.hasOwn(currentValue, step) ? currentValue[step] : undefined;
  }
  return currentValue;
}

/** Formats a path: `checkpoints[0].assert.value` */
export function formatJsonPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? String(step) : `${text}.${String(step)}`;
  }, '');
}

/**
 * Like `JSON.parse`, but also throws if the value is nested too deep. Whole numbers that JavaScript would round become
 * strings, so that two different numbers cannot become equal.
 */
export function parseJson(text: string, levels: number = MAX_LEVELS): Json {
  const tooDeepOffset = findTooDeepOffset(text, levels);
  if (tooDeepOffset !== undefined) throw new SyntaxError(`${TOO_DEEP_TEXT} at position ${tooDeepOffset}`);
  const value: Json = JSON.parse(text);
  const exact = quoteInexactNumbers(text);
  if (exact === text) return value;
  const exactValue: Json = JSON.parse(exact);
  return exactValue;
}

/** Parses a JSON text. Returns undefined if it is invalid or nested too deep. */
export function tryParseJson(text: string, levels?: number): Json | undefined {
  try {
    return parseJson(text, levels);
  } catch {
    return undefined;
  }
}

/** Parses a JSON text. Returns the text itself if it is not JSON. */
export function parseJsonOrKeepText(text: string): Json {
  const value = tryParseJson(text);
  return value === undefined ? text : value;
}

/** Returns a string unchanged and any other value as JSON. */
export function toJsonText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/**
 * Casts a typed value that was parsed from JSON. Types with optional keys are not assignable to `Json`,
 * because a key could hold `undefined`; in values that zod parsed such keys are absent.
 */
export function castToJson(value: unknown): Json {
  return value as Json;
}

/** Returns a copy in which `fill` has replaced every string value. Keys stay unchanged. */
export function replaceStringValues(value: Json, fill: (text: string) => Json): Json {
  if (typeof value === 'string') return fill(value);
  if (Array.isArray(value)) return value.map((item) => replaceStringValues(item, fill));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replaceStringValues(member, fill)]));
}

/** The position of a key in a fixed order. Keys with equal rank are sorted alphabetically. */
export type GetKeyRank = (key: string) => number;

/** Returns a value as compact JSON with sorted keys (alphabetical by default), so that equal values give equal text. */
export function toCanonicalJson(value: Json, rankOf: GetKeyRank = giveAllKeysSameRank): string {
  return JSON.stringify(sortKeys(value, rankOf));
}

function giveAllKeysSameRank(): number {
  return 0;
}

/** Returns the value itself if its keys are already sorted, because copying is expensive for files of 100,000 cases. */
function sortKeys(value: Json, rankOf: GetKeyRank): Json {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? sortKeysOfItems(value, rankOf) : sortKeysOfProperties(value, rankOf);
}

function sortKeysOfItems(items: Json[], rankOf: GetKeyRank): Json[] {
  let result = items;
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index] ?? null;
    const ordered = sortKeys(item, rankOf);
    if (ordered === item) continue;
    if (result === items) result = [...items];
    result[index] = ordered;
  }
  return result;
}

function sortKeysOfProperties(value: JsonObject, rankOf: GetKeyRank): JsonObject {
  if (!areKeysSorted(value, rankOf)) return sortProperties(value, rankOf);
  let result = value;
  for (const key in value) {
    const member = value[key];
    if (member === undefined) continue;
    const ordered = sortKeys(member, rankOf);
    if (ordered === member) continue;
    if (result === value) result = { ...value };
    setProperty(result, key, ordered);
  }
  return result;
}

/** Returns true if an object's keys are in the given order. */
export function areKeysSorted(value: JsonObject, rankOf: GetKeyRank): boolean {
  let before = '';
  let rankBefore = Number.NEGATIVE_INFINITY;
  for (const key in value) {
    const rank = rankOf(key);
    if (rank < rankBefore || (rank === rankBefore && key < before)) return false;
    before = key;
    rankBefore = rank;
  }
  return true;
}

function sortProperties(value: JsonObject, rankOf: GetKeyRank): JsonObject {
  const result: JsonObject = {};
  const keys = Object.keys(value).sort((left, right) => rankOf(left) - rankOf(right) || (left < right ? -1 : 1));
  for (const key of keys) {
    const member = value[key];
    if (member !== undefined) setProperty(result, key, sortKeys(member, rankOf));
  }
  return result;
}

/** Sets a member of an object. Unlike a plain assignment, also works for the key `__proto__`. */
export function setProperty<Member>(target: Record<string, Member>, key: string, value: Member): void {
  if (key !== '__proto__') target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

/**
 * Returns a copy with `change` applied to every string, including keys, or the value itself if nothing changes.
 * `parentKey` is the key of a string value; list items get the key of their list.
 */
export function mapStrings<Value>(value: Value, change: (text: string, parentKey?: string) => string): Value {
  // The compiler cannot infer that a string stays a string and any other value keeps its type.
  return mapStringsInValue(value, '', change) as Value;
}

function mapStringsInValue(
  value: unknown,
  parentKey: string,
  change: (text: string, parentKey?: string) => string,
): unknown {
  if (typeof value === 'string') return change(value, parentKey);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => mapStringsInValue(item, parentKey, change));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const entries = Object.entries(value);
  const mapped = entries.map(([key, member]) => [change(key), mapStringsInValue(member, key, change)] as const);
  const isSame = mapped.every(([key, member], index) => key === entries[index]?.[0] && member === entries[index]?.[1]);
  return isSame ? value : Object.fromEntries(mapped);
}
