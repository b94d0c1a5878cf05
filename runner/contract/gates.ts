import * as z from 'zod';
import { thresholdModes } from './closed-sets.ts';

/** The gates that a run must meet beside, or instead of, passing every case. Rates are 0 to 1. */
export const gatesSchema = z.object({
  minAccuracy: z.number().min(0).max(1).optional(),
  /** `average`: the mean over all metrics and attempts; `all`: every metric, and the pass rate of every other case. */
  thresholdMode: z.enum(thresholdModes).optional(),
  failOnFlaky: z.boolean().optional(),
  /** No attempt passed with anything that no rule looked at. */
  failOnUnjudged: z.boolean().optional(),
  /** No part of a case that passed did nothing. */
  failOnIdle: z.boolean().optional(),
  /** The most that may have gone wrong by the certain fault of others, of the attempts that were judged. */
  maxFaulty: z.number().min(0).max(1).optional(),
  /** Of the attempts of the run. */
  minPassRate: z.number().min(0).max(1).optional(),
  /** Of the attempts of every case. */
  minCasePassRate: z.number().min(0).max(1).optional(),
  failOnRegression: z.boolean().optional(),
});
export type Gates = z.infer<typeof gatesSchema>;
