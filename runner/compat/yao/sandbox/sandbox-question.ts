import * as z from 'zod';
import { jsonSchema } from '../../../contract/index.ts';

/** The questions of a sandboxed script to its host while it stands still; each gets JSON or an error. */
export const sandboxQuestionSchema = z.discriminatedUnion('type', [
  /** `Process(name, ...values)` */
  z.strictObject({ type: z.literal('process'), name: z.string(), values: z.array(jsonSchema) }),
  /** `ctx.memory.chat.Get(key)` is `memory.chat.Get` with its values. */
  z.strictObject({ type: z.literal('context'), method: z.string(), values: z.array(jsonSchema) }),
  /** `http.Get(url, …)` */
  z.strictObject({ type: z.literal('http'), method: z.string(), values: z.array(jsonSchema) }),
]);
export type SandboxQuestion = z.infer<typeof sandboxQuestionSchema>;
