import * as z from 'zod';

/*
 * What tests of AG-UI send, and what they are sent, is what its own schemas accept: `npm run sdks` runs the same tests
 * with `@ag-ui/core/schemas` in the place of this file. Here they are only objects of the right kind.
 */
export const EventSchema = z.looseObject({ type: z.string() });

export const RunAgentInputSchema = z.looseObject({
  threadId: z.string(),
  runId: z.string(),
  state: z.json().optional(),
  resume: z.array(z.looseObject({ payload: z.json().optional() })).optional(),
});
