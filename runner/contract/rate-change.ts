import * as z from 'zod';
import { agentPartNames } from './closed-sets.ts';

/** Whether a difference is statistically significant. `too_few`: there are too few attempts to tell. */
export const evidenceVerdicts = ['real', 'unclear', 'too_few', 'none'] as const;
const trialsSchema = z.object({ passed: z.int(), judged: z.int() });

/**
 * A case whose pass rate decreased. `real` is true if the decrease is statistically significant. `earlier` contains the
 * attempts in runs before the two that are compared.
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
 * The change of the pass rate from an earlier run to this one. Only cases that both runs judged and whose content is
 * the same count.
 */
export const rateChangeSchema = z.object({
  runId: z.string(),
  cases: z.int(),
  /**
   * The number of cases that were edited between the runs. They are not compared, because their results may differ for
   * that reason.
   */
  edited: z.int(),
  before: trialsSchema,
  after: trialsSchema,
  /** The 95% confidence interval of the change of the pass rate, from -1 to 1. */
  interval: z.object({ low: z.number(), high: z.number() }),
  evidence: z.object({ verdict: z.enum(evidenceVerdicts), p: z.number(), words: z.string() }),
  /**
   * For cases with scores in both runs: the mean scores, and whether their difference is significant in a paired test.
   */
  scores: z
    .object({
      cases: z.int(),
      before: z.number(),
      after: z.number(),
      evidence: z.object({ verdict: z.enum(evidenceVerdicts), p: z.number(), words: z.string() }),
    })
    .optional(),
  /**
   * The cases whose pass rate decreased significantly. At most 50 are listed; `newlyFailingCount` is the total number.
   */
  newlyFailing: z.array(worseCaseSchema),
  newlyFailingCount: z.int(),
  /** The cases that passed in the earlier run but not in this one, possibly by chance. */
  failedThisTime: z.array(worseCaseSchema),
  failedThisTimeCount: z.int(),
  /**
   * The number of runs of which the earlier run was the best, so that its rate is probably too high by chance; missing
   * if it was not the best.
   */
  bestOf: z.int().optional(),
  /** How many runs, including this one, have been compared with the same earlier run; missing for the first one. */
  looks: z.int().optional(),
  /**
   * The parts of the agent that differ between the runs. Only parts that both runs recorded are compared; missing if
   * none differ.
   */
  agentChanged: z.array(z.enum(agentPartNames)).optional(),
});
export type RateChange = z.infer<typeof rateChangeSchema>;
export type WorseCase = z.infer<typeof worseCaseSchema>;
