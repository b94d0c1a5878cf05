import * as z from 'zod';

/** The condition of a checkpoint for display and search, with one entry for each assertion. */
export const conditionSchema = z.object({
  check: z.string(),
  wanted: z.string(),
  negate: z.boolean().optional(),
  /** The names of the tools that the condition requires. */
  tools: z.array(z.string()).optional(),
});
export type Condition = z.infer<typeof conditionSchema>;
