import * as z from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../values/index.ts';

/*
 * Declared as interfaces, because generated TypeScript declarations refer to an interface by name, but repeat any other
 * type in full. These schemas are part of many others, so the published declarations would be mostly repetitions.
 */
export interface JsonSchema extends z.ZodType<Json> {}
export interface JsonObjectSchema extends z.ZodType<JsonObject> {}

/** Accepts every JSON value without copying it, so that validating large tool results costs nothing. */
export const jsonSchema: JsonSchema = z.custom<Json>((value) => value !== undefined);

/**
 * Accepts every JSON object without copying it. A record schema would copy the object and lose a key named `__proto__`.
 */
export const jsonObjectSchema: JsonObjectSchema = z
  .custom<JsonObject>()
  .superRefine((value: unknown, context) => {
    if (!isJsonObject(value)) context.addIssue({ code: 'invalid_type', expected: 'record', input: value });
  })
  .meta({ type: 'object' });
