import * as z from 'zod';
import { assertionSchema, jsonSchema } from '../../../contract/index.ts';

/**
 * A question that a sandboxed script asks its host. The script is blocked until it gets the answer as JSON, or an
 * error.
 */
export const sandboxQuestionSchema = z.discriminatedUnion('type', [
  /** A call of `Process(name, ...values)`. */
  z.strictObject({ type: z.literal('process'), name: z.string(), values: z.array(jsonSchema) }),
  /** A call of `ctx.memory`: `ctx.memory.chat.Get(key)` has the name `memory.chat.Get`. */
  z.strictObject({ type: z.literal('context'), method: z.string(), values: z.array(jsonSchema) }),
  /** A call such as `http.Get(url, …)`. */
  z.strictObject({ type: z.literal('http'), method: z.string(), values: z.array(jsonSchema) }),
  /** A check of a test that the sandbox process cannot evaluate itself. */
  z.strictObject({ type: z.literal('judge'), assertion: assertionSchema, output: jsonSchema }),
]);
export type SandboxQuestion = z.infer<typeof sandboxQuestionSchema>;
