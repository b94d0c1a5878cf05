import * as z from 'zod';
import { reviewVerdicts } from './closed-sets.ts';

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

/** One person's word on one turn of an attempt. */
export const turnReviewSchema = reviewSchema.extend({ turn: z.int().positive() });
export type TurnReview = z.infer<typeof turnReviewSchema>;
