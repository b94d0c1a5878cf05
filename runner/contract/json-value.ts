import * as z from 'zod';
import type { Json } from '../values/index.ts';

/** Accepts every JSON value without copying it, so that large tool results cost nothing to check. */
export const jsonSchema: z.ZodType<Json> = z.custom<Json>((value) => value !== undefined);

export const jsonObjectSchema = z.record(z.string(), jsonSchema);
