import * as z from 'zod';
import { jsonSchema } from './json-value.ts';

/** An interrupt: the agent stopped and waits for an approval, a value or a choice. */
export const interruptSchema = z.object({
  /** The agent's question. */
  message: z.string(),
  /** The kind of the interrupt, in the agent's own terms. */
  reason: z.string().optional(),
  /** The tool call that waits for the answer. It counts as a call of the turn only if it is approved. */
  tool: z.string().optional(),
  arguments: jsonSchema.optional(),
  /** Who answered within the same turn; undefined if the next user message is the answer. */
  answeredBy: z.enum(['approve', 'reject', 'script']).optional(),
  /** The answer of a function, if it was neither yes nor no. */
  answer: jsonSchema.optional(),
});
