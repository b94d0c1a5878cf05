import * as z from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../values/index.ts';

/** Accepts every JSON value without copying it, so that large tool results cost nothing to check. */
export const jsonSchema: z.ZodType<Json> = z.custom<Json>((value) => value !== undefined);

/**
 * Accepts every JSON object without copying it. A record schema would copy the object, and the copy would lack a key
 * called `__proto__`.
 */
export const jsonObjectSchema: z.ZodType<JsonObject> = z
  .custom<JsonObject>()
  .superRefine((value: unknown, context) => {
    if (!isJsonObject(value)) context.addIssue({ code: 'invalid_type', expected: 'record', input: value });
  })
  .meta({ type: 'object' });
