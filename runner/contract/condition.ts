import * as z from 'zod';

/** The condition of a checkpoint, in a form to show and to search for: one entry for each of its assertions. */
export const conditionSchema = z.object({
  check: z.string(),
  wanted: z.string(),
  negate: z.boolean().optional(),
  /** The names of the tools it asks for. */
  tools: z.array(z.string()).optional(),
});
export type Condition = z.infer<typeof conditionSchema>;
