import * as z from 'zod';
import { hintReviews } from '../../../drizzle/schema/index.ts';
import { decisionSchema, reviewSchema, turnReviewSchema } from '../../contract/index.ts';

export const headerSchema = z.object({
  type: z.literal('turntree.history'),
  version: z.int().positive(),
  tool: z.string(),
  exportedAt: z.iso.datetime(),
});

/**
 * The first line of a run. All lines between `run` and `run.end` belong to this run: its events as logged, then its
 * reviews and the reviews of its hints.
 */
export const runLineSchema = z.strictObject({
  type: z.literal('run'),
  runId: z.string().min(1),
  host: z.string(),
  label: z.string().optional(),
  /** True if the run is the pinned baseline of its series. */
  pinned: z.literal(true).optional(),
  /**
   * Set if the history was lost during the run, so that the history has at most an incomplete copy of it. The import
   * replaces that copy with this file.
   */
  rescued: z.literal(true).optional(),
});
export type RunLine = z.infer<typeof runLineSchema>;

const reviewerNameSchema = z.string().trim().min(1, 'a name is required: anonymous entries are not accepted');

export const reviewLineSchema = z.strictObject({
  type: z.literal('review'),
  review: reviewSchema.extend({ reviewer: reviewerNameSchema }),
});

export const turnReviewLineSchema = z.strictObject({
  type: z.literal('turn_review'),
  review: turnReviewSchema.extend({ reviewer: reviewerNameSchema }),
});

export const decisionLineSchema = z.strictObject({
  type: z.literal('decision'),
  decision: decisionSchema.extend({ reviewer: reviewerNameSchema }),
});

export const hintLineSchema = z.strictObject({
  type: z.literal('hint'),
  hint: z.object({
    suiteKey: z.string(),
    caseId: z.string(),
    attempt: z.int().positive(),
    fault: z.string(),
    reviewer: reviewerNameSchema,
    word: z.enum(hintReviews),
    reviewedAt: z.number(),
  }),
});
export type StoredHintReview = z.infer<typeof hintLineSchema>['hint'];

/** The last line of a run. If it is missing, the file was truncated. */
export const runEndSchema = z.strictObject({ type: z.literal('run.end'), events: z.int().positive() });
