import * as z from 'zod';
import { reportedParts } from './closed-sets.ts';
import { rateChangeSchema } from './rate-change.ts';
import { usageByRoleSchema } from './tool-call.ts';

/** Attempts by status. */
export const countsSchema = z.object({
  passed: z.int(),
  failed: z.int(),
  error: z.int(),
  timeout: z.int(),
  skipped: z.int(),
  /** Attempts that ended and count in no rate; the other counts leave them out. Absent when there are none. */
  setAside: z.int().optional(),
});
export type Counts = z.infer<typeof countsSchema>;

/** Attempts that workers of a queue have begun twice, and what those spent that count for nothing; `usage` of a run has it, too. */
const begunTwiceSchema = z.object({ attempts: z.int(), usage: usageByRoleSchema });

/** A path of an agent's entry, and what its answers had there in a whole run. */
export const answerPathSchema = z.object({
  agentId: z.string(),
  part: z.enum(reportedParts),
  /** The key of the entry that has the path. */
  key: z.string(),
  path: z.string(),
  /** Those of the last answer, as long as nothing was found. */
  keys: z.array(z.string()),
  isFound: z.boolean(),
  /** Rules of the run rest on it. */
  isJudged: z.boolean(),
});

export const summarySchema = z.object({
  /** Selected cases. */
  total: z.int(),
  attempts: z.int(),
  counts: countsSchema,
  /** 0 to 1, or null when nothing was judged. */
  passRate: z.number().nullable(),
  durationMs: z.number(),
  usage: usageByRoleSchema,
  begunTwice: begunTwiceSchema.optional(),
  /** Absent where no agent that was asked has such paths. */
  answerPaths: z.array(answerPathSchema).optional(),
  /** Against the baseline, where the history has one. */
  change: rateChangeSchema.optional(),
});
export type Summary = z.infer<typeof summarySchema>;
