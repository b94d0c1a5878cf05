import * as z from 'zod';
import { reviewVerdicts, turnReviewVerdicts } from './closed-sets.ts';

/** A reviewer's verdict on one attempt. `reviewedAt` is in milliseconds since 1970, UTC. */
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

/** A reviewer's verdict on one turn of an attempt, or a comment on it. */
export const turnReviewSchema = reviewSchema.extend({
  turn: z.int().positive(),
  verdict: z.enum(turnReviewVerdicts),
});
export type TurnReview = z.infer<typeof turnReviewSchema>;
