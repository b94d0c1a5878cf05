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
  if (Array.isArray(value)) return canonicalArray(value);
  return isJsonObject(value) ? canonicalObject(value) : JSON.stringify(value);
}

function canonicalArray(items: readonly Json[]): string {
  let text = '[';
  for (const item of items) text += text === '[' ? canonicalJson(item) : `,${canonicalJson(item)}`;
  return `${text}]`;
}

function canonicalObject(value: JsonObject): string {
  let text = '{';
  for (const key of Object.keys(value).sort()) {
    const member = value[key];
    if (member === undefined) continue;
    text += `${text === '{' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `${text}}`;
}
