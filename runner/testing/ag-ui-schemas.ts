import * as z from 'zod';

/**
 * Loose replacements for the AG-UI schemas. `npm run sdks` runs the same tests with `@ag-ui/core/schemas` instead of
 * this file, to check that all messages are valid.
 */
export const EventSchema = z.looseObject({ type: z.string() });

export const RunAgentInputSchema = z.looseObject({
  threadId: z.string(),
  runId: z.string(),
  state: z.json().optional(),
  resume: z.array(z.looseObject({ payload: z.json().optional() })).optional(),
});
