import * as z from 'zod';
import { accuracyThresholdModes } from './closed-sets.ts';

/** What a run must achieve to pass, in addition to or instead of passing every case. Rates are from 0 to 1. */
export const gatesSchema = z.object({
  minAccuracy: z.number().min(0).max(1).optional(),
  /**
   * How accuracy is compared with the minimum. `average`: the mean over all metrics and attempts must reach it. `all`:
   * every metric must, and the pass rate of every case without metrics.
   */
  thresholdMode: z.enum(accuracyThresholdModes).optional(),
  failOnFlaky: z.boolean().optional(),
  /** If true, the run fails if an attempt passed although the agent did something that no assertion checked. */
  failOnUnjudged: z.boolean().optional(),
  /** If true, the run fails if a part of a passed case had no effect, such as a mock that was never used. */
  failOnIdle: z.boolean().optional(),
  /** The maximum share of judged attempts that certainly failed for reasons outside the agent. */
  maxFaulty: z.number().min(0).max(1).optional(),
  /** The minimum pass rate over all attempts of the run. */
  minPassRate: z.number().min(0).max(1).optional(),
  /** The minimum pass rate of every case, over its attempts. */
  minCasePassRate: z.number().min(0).max(1).optional(),
  failOnRegression: z.boolean().optional(),
});
export type Gates = z.infer<typeof gatesSchema>;
