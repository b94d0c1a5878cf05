import * as z from 'zod';

/** Any value that JSON can carry. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Accepts every JSON value without copying it, so that large tool results cost nothing to check. */
export const jsonSchema: z.ZodType<Json> = z.custom<Json>((value) => value !== undefined);

export const jsonObjectSchema = z.record(z.string(), jsonSchema);
export type JsonObject = z.infer<typeof jsonObjectSchema>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Takes for JSON what was read from JSON and only typed since. Types with optional keys are not assignable to `Json`,
 * because a key could hold `undefined`; in values that zod parsed such keys are absent.
 */
export function asJson(value: unknown): Json {
  return value as Json;
}

/** Compact JSON with sorted keys: equal values have equal text. */
export function canonicalJson(value: Json): string {
  return JSON.stringify(inKeyOrder(value));
}

/** The value itself where its keys are in order already: copying is what costs in files of 100,000 cases. */
function inKeyOrder(value: Json): Json {
  if (Array.isArray(value)) return itemsInKeyOrder(value);
  return isJsonObject(value) ? membersInKeyOrder(value) : value;
}

function itemsInKeyOrder(items: Json[]): Json[] {
  let result = items;
  for (const [index, item] of items.entries()) {
    const ordered = inKeyOrder(item);
    if (ordered === item) continue;
    if (result === items) result = [...items];
    result[index] = ordered;
  }
  return result;
}

function membersInKeyOrder(value: JsonObject): JsonObject {
  const keys = Object.keys(value);
  const isOrdered = keys.every((key, index) => index === 0 || key > (keys[index - 1] ?? ''));
  let result = isOrdered ? value : {};
  for (const key of isOrdered ? keys : keys.sort()) {
    const member = value[key];
    if (member === undefined) continue;
    const ordered = inKeyOrder(member);
    if (result === value && ordered === member) continue;
    if (result === value) result = { ...value };
    setMember(result, key, ordered);
  }
  return result;
}

/** Plain assignment, also for the one name that JavaScript treats specially. */
function setMember(target: JsonObject, key: string, value: Json): void {
  if (key !== '__proto__') target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}
