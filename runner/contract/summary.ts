import * as z from 'zod';
import { reportedParts } from './closed-sets.ts';
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

/** Attempts that queue workers began twice, and the usage of the discarded copies, which the run's `usage` includes. */
const begunTwiceSchema = z.object({ attempts: z.int(), usage: usageByRoleSchema });

/** A path from an agent's config entry, and the values that the agent's answers contained there during a run. */
export const answerPathSchema = z.object({
  agentId: z.string(),
  part: z.enum(reportedParts),
  /** The key of the path in the agent's config entry. */
  key: z.string(),
  path: z.string(),
  /** The keys in the agent's last answer; set as long as nothing was found at the path. */
  keys: z.array(z.string()),
  isFound: z.boolean(),
  /** True when rules of the run use the values at this path. */
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
  begunTwice: begunTwiceSchema.optional(),
  /** Absent if no agent that was called has such paths. */
  answerPaths: z.array(answerPathSchema).optional(),
  /** Compared with the baseline, if the history has one. */
  change: rateChangeSchema.optional(),
});
export type Summary = z.infer<typeof summarySchema>;
