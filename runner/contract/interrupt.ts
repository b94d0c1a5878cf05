import * as z from 'zod';
import { jsonSchema } from './json-value.ts';

/** The agent stopped and waits for an answer: an approval, a value or a choice. */
export const interruptSchema = z.object({
  /** The agent's question. */
  message: z.string(),
  /** The reason for the stop, as the agent calls it. */
  reason: z.string().optional(),
  /** The tool call that waits for the answer; it counts as a call of the turn only after its approval. */
  tool: z.string().optional(),
  arguments: jsonSchema.optional(),
  /** Who answered within the same turn; undefined when the user's next message answers. */
  answeredBy: z.enum(['approve', 'reject', 'script']).optional(),
  /** The answer of a script, if the answer was neither yes nor no. */
  answer: jsonSchema.optional(),
});
