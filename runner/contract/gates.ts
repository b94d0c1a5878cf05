import * as z from 'zod';
import { accuracyThresholdModes } from './closed-sets.ts';

/** The gates that a run must meet in addition to, or instead of, passing every case. Rates are 0 to 1. */
export const gatesSchema = z.object({
  minAccuracy: z.number().min(0).max(1).optional(),
  /**
   * How accuracy is computed. `average` compares the mean over all metrics and attempts with the minimum. `all`
   * compares every metric, and the pass rate of every case without metrics.
   */
  thresholdMode: z.enum(accuracyThresholdModes).optional(),
  failOnFlaky: z.boolean().optional(),
  /** Fails the run when an attempt passed although the agent did something that no assertion checked. */
  failOnUnjudged: z.boolean().optional(),
  /** Fails the run when a part of a passed case had no effect, such as a mock that was never used. */
  failOnIdle: z.boolean().optional(),
  /** The highest allowed share of judged attempts that certainly failed for reasons outside the agent. */
  maxFaulty: z.number().min(0).max(1).optional(),
  /** The required pass rate over all attempts of the run. */
  minPassRate: z.number().min(0).max(1).optional(),
  /** The required pass rate over the attempts of every case. */
  minCasePassRate: z.number().min(0).max(1).optional(),
  failOnRegression: z.boolean().optional(),
});
export type Gates = z.infer<typeof gatesSchema>;
