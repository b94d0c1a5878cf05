import * as z from 'zod';
import { reportedAnswerParts } from './closed-sets.ts';
import { rateChangeSchema } from './rate-change.ts';
import { usageByRoleSchema } from './tool-call.ts';

/** The number of attempts by status. */
export const countsSchema = z.object({
  passed: z.int(),
  failed: z.int(),
  error: z.int(),
  timeout: z.int(),
  skipped: z.int(),
  /**
   * The number of finished attempts that are excluded from the rates and from the other counts; missing if there are
   * none.
   */
  setAside: z.int().optional(),
});
export type Counts = z.infer<typeof countsSchema>;

/**
 * How many attempts were run twice by workers of a queue, and the usage of the dropped results, which is included in
 * the usage of the run.
 */
const duplicateAttemptsSchema = z.object({ attempts: z.int(), usage: usageByRoleSchema });

/**
 * A path in the config of an agent that leads to a part of its answers, and whether the path found anything in the run.
 */
export const answerPathSchema = z.object({
  agentId: z.string(),
  part: z.enum(reportedAnswerParts),
  /** The key of the config entry that contains the path. */
  key: z.string(),
  path: z.string(),
  /** The keys of the agent's last answer; empty if the path has found something. */
  keys: z.array(z.string()),
  isFound: z.boolean(),
  /** True if rules of the cases need this part of the answers. */
  isJudged: z.boolean(),
});

export const summarySchema = z.object({
  /** The number of selected cases. */
  total: z.int(),
  attempts: z.int(),
  counts: countsSchema,
  /** The pass rate from 0 to 1; null if nothing was judged. */
  passRate: z.number().nullable(),
  durationMs: z.number(),
  usage: usageByRoleSchema,
  begunTwice: duplicateAttemptsSchema.optional(),
  /** What the configured paths found in answers; missing if no called agent has such paths. */
  answerPaths: z.array(answerPathSchema).optional(),
  /** Describes checks that accept all answers of their suite; missing if there are none. */
  indistinct: z.string().optional(),
  /** The comparison with the baseline; missing if the history contains none. */
  change: rateChangeSchema.optional(),
});
export type Summary = z.infer<typeof summarySchema>;
