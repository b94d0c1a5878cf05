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
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const entries = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`);
  return `{${entries.join(',')}}`;
}
