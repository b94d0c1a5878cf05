import * as z from 'zod';
import { agentPartNames } from './closed-sets.ts';

/** Evidence that a difference is more than chance. `too_few`: too few attempts to show any difference. */
export const evidenceVerdicts = ['real', 'unclear', 'too_few', 'none'] as const;
const trialsSchema = z.object({ passed: z.int(), judged: z.int() });

/**
 * A case that did worse. `real` is true if it has more additional failures than chance explains. `earlier` has the
 * attempts of the case in runs older than the two that are compared.
 */
const worseCaseSchema = z.object({
  suiteKey: z.string(),
  id: z.string(),
  before: trialsSchema,
  after: trialsSchema,
  earlier: trialsSchema.optional(),
  real: z.boolean(),
});

/** Change in pass rate since another run, over the cases that both runs judged with unchanged content. */
export const rateChangeSchema = z.object({
  runId: z.string(),
  cases: z.int(),
  /** Number of cases edited between the runs; their results say nothing about the agent. */
  edited: z.int(),
  before: trialsSchema,
  after: trialsSchema,
  /** 95% confidence interval of the change, -1 to 1. */
  interval: z.object({ low: z.number(), high: z.number() }),
  evidence: z.object({ verdict: z.enum(evidenceVerdicts), p: z.number(), words: z.string() }),
  /** For cases scored by both runs: the means, and the evidence from their paired scores. */
  scores: z
    .object({
      cases: z.int(),
      before: z.number(),
      after: z.number(),
      evidence: z.object({ verdict: z.enum(evidenceVerdicts), p: z.number(), words: z.string() }),
    })
    .optional(),
  /** Cases that did worse by more than chance: at most 50, with the total in `newlyFailingCount`. */
  newlyFailing: z.array(worseCaseSchema),
  newlyFailingCount: z.int(),
  /** Cases that passed before and did not pass this time, which may be chance. */
  failedThisTime: z.array(worseCaseSchema),
  failedThisTimeCount: z.int(),
  /** Number of runs among which the earlier run had the highest pass rate; absent if another run had a higher one. */
  bestOf: z.int().optional(),
  /** Which run this is, from 1, among all runs that were compared with the same earlier run; absent for the first. */
  looks: z.int().optional(),
  /** The changed parts of the agent, as far as both runs recorded them; absent if none changed. */
  agentChanged: z.array(z.enum(agentPartNames)).optional(),
});
export type RateChange = z.infer<typeof rateChangeSchema>;
export type WorseCase = z.infer<typeof worseCaseSchema>;
