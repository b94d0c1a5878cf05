import * as z from 'zod';

export const reviewVerdicts = ['good', 'bad', 'not_agent'] as const;
/** What a person says of an attempt. `not_agent`: it went wrong, and the agent is not to blame. */
export type ReviewVerdict = (typeof reviewVerdicts)[number];

/** One person's word on one attempt. `reviewedAt` is milliseconds since 1970, UTC. */
export const reviewSchema = z.object({
  suiteKey: z.string(),
  caseId: z.string(),
  attempt: z.int().positive(),
  reviewer: z.string(),
  verdict: z.enum(reviewVerdicts),
  note: z.string(),
  reviewedAt: z.number(),
});
export type Review = z.infer<typeof reviewSchema>;
