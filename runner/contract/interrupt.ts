import * as z from 'zod';
import { jsonSchema } from './json-value.ts';

/** Something that an agent stopped for, to be told by somebody: an approval, a value, a choice. */
export const interruptSchema = z.object({
  /** What it asks. */
  message: z.string(),
  /** The agent's own word for why. */
  reason: z.string().optional(),
  /** The call that waits for the answer; it is no call of the turn before it is let happen. */
  tool: z.string().optional(),
  arguments: jsonSchema.optional(),
  /** Who answered in the same turn; without it the user's next message answers. */
  answeredBy: z.enum(['approve', 'reject', 'script']).optional(),
  /** What a script said, where that was neither yes nor no. */
  answer: jsonSchema.optional(),
});
