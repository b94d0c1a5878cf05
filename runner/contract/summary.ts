import * as z from 'zod';
import { reportedAnswerParts } from './closed-sets.ts';
import { rateChangeSchema } from './rate-change.ts';
import { usageByRoleSchema } from './tool-call.ts';

/** Number of attempts per status. */
export const countsSchema = z.object({
  passed: z.int(),
  failed: z.int(),
  error: z.int(),
  timeout: z.int(),
  skipped: z.int(),
  /** Finished attempts that are left out of the rates and the other counts. Absent when there are none. */
  setAside: z.int().optional(),
});
export type Counts = z.infer<typeof countsSchema>;

/**
 * Attempts that two queue workers ran twice, and the usage of the discarded copies. The usage of the run includes this
 * usage.
 */
const duplicateAttemptsSchema = z.object({ attempts: z.int(), usage: usageByRoleSchema });

/** A configured path to a part of an agent's answers, and the values that the answers contained there during a run. */
export const answerPathSchema = z.object({
  agentId: z.string(),
  part: z.enum(reportedAnswerParts),
  /** The key of the agent's config entry that holds the path. */
  key: z.string(),
  path: z.string(),
  /** The keys in the agent's last answer; set only while nothing was found at the path. */
  keys: z.array(z.string()),
  isFound: z.boolean(),
  /** True when rules of the run's cases use the values at this path. */
  isJudged: z.boolean(),
});

export const summarySchema = z.object({
  /** The number of selected cases. */
  total: z.int(),
  attempts: z.int(),
  counts: countsSchema,
  /** The pass rate, 0 to 1; null when nothing was judged. */
  passRate: z.number().nullable(),
  durationMs: z.number(),
  usage: usageByRoleSchema,
  begunTwice: duplicateAttemptsSchema.optional(),
  /** The values found at configured paths of answers; absent if no called agent has such paths. */
  answerPaths: z.array(answerPathSchema).optional(),
  /** Checks that accept every answer of their suite, in words; absent if there are none. */
  indistinct: z.string().optional(),
  /** The comparison with the baseline, if the history has a baseline. */
  change: rateChangeSchema.optional(),
});
export type Summary = z.infer<typeof summarySchema>;
