import * as z from 'zod';
import { agentPartNames } from './closed-sets.ts';

/** Evidence that a difference is more than chance. `too_few`: too few attempts to show any difference. */
export const evidenceVerdicts = ['real', 'unclear', 'too_few', 'none'] as const;
const trialsSchema = z.object({ passed: z.int(), judged: z.int() });

/**
 * A case with a lower pass rate than before. `real` is true if it has more additional failures than chance explains.
 * `earlier` has the attempts of the case in runs older than the two compared runs.
 */
const worseCaseSchema = z.object({
  suiteKey: z.string(),
  id: z.string(),
  before: trialsSchema,
  after: trialsSchema,
  earlier: trialsSchema.optional(),
  real: z.boolean(),
});

/**
 * The change in pass rate between an earlier run and this run, over the cases that both judged with unchanged content.
 */
export const rateChangeSchema = z.object({
  runId: z.string(),
  cases: z.int(),
  /**
   * The number of cases that were edited between the runs. They are not compared, because a different result need not
   * come from the agent.
   */
  edited: z.int(),
  before: trialsSchema,
  after: trialsSchema,
  /** The 95% confidence interval of the change in the pass rate, -1 to 1. */
  interval: z.object({ low: z.number(), high: z.number() }),
  evidence: z.object({ verdict: z.enum(evidenceVerdicts), p: z.number(), words: z.string() }),
  /** For cases that both runs scored: the mean scores, and the evidence from the paired scores. */
  scores: z
    .object({
      cases: z.int(),
      before: z.number(),
      after: z.number(),
      evidence: z.object({ verdict: z.enum(evidenceVerdicts), p: z.number(), words: z.string() }),
    })
    .optional(),
  /** Cases with a pass rate that fell by more than chance explains: at most 50; the total is `newlyFailingCount`. */
  newlyFailing: z.array(worseCaseSchema),
  newlyFailingCount: z.int(),
  /** Cases that passed in the earlier run but not in this run. The reason may be chance. */
  failedThisTime: z.array(worseCaseSchema),
  failedThisTimeCount: z.int(),
  /**
   * The number of runs among which the earlier run had the highest pass rate; absent if the earlier run did not have
   * the highest.
   */
  bestOf: z.int().optional(),
  /**
   * The position of this run, from 1, among all runs that were compared with the same earlier run; absent for the first
   * of them.
   */
  looks: z.int().optional(),
  /**
   * The parts of the agent that changed between the runs, among the parts that both runs recorded; absent if none
   * changed.
   */
  agentChanged: z.array(z.enum(agentPartNames)).optional(),
});
export type RateChange = z.infer<typeof rateChangeSchema>;
export type WorseCase = z.infer<typeof worseCaseSchema>;
