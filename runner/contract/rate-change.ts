import * as z from 'zod';
import { agentPartNames } from './closed-sets.ts';

/** The evidence that a difference is more than chance. `too_few`: too little was tried for anything to show. */
export const evidenceVerdicts = ['real', 'unclear', 'too_few', 'none'] as const;
const trialsSchema = z.object({ passed: z.int(), judged: z.int() });

/**
 * A case that did worse. `real`: too many more attempts went wrong than chance explains. `earlier`: the attempts of older
 * runs that were looked at beside those before.
 */
const worseCaseSchema = z.object({
  suiteKey: z.string(),
  id: z.string(),
  before: trialsSchema,
  after: trialsSchema,
  earlier: trialsSchema.optional(),
  real: z.boolean(),
});

/** The change of the pass rate since another run, over the cases that both judged with the same content. */
export const rateChangeSchema = z.object({
  runId: z.string(),
  cases: z.int(),
  /** Cases that were edited in between: what became of them says nothing about the agent. */
  edited: z.int(),
  before: trialsSchema,
  after: trialsSchema,
  /** The interval of the true change, with 95% confidence, -1 to 1. */
  interval: z.object({ low: z.number(), high: z.number() }),
  evidence: z.object({ verdict: z.enum(evidenceVerdicts), p: z.number(), words: z.string() }),
  /** Of the cases that both runs scored: the means, and the evidence of their paired scores. */
  scores: z
    .object({
      cases: z.int(),
      before: z.number(),
      after: z.number(),
      evidence: z.object({ verdict: z.enum(evidenceVerdicts), p: z.number(), words: z.string() }),
    })
    .optional(),
  /** Cases that did worse by more than chance, at most fifty, and how many there are. */
  newlyFailing: z.array(worseCaseSchema),
  newlyFailingCount: z.int(),
  /** Cases that passed before and not this time, which may be chance. */
  failedThisTime: z.array(worseCaseSchema),
  failedThisTimeCount: z.int(),
  /** The earlier run had the highest pass rate of so many; absent where it had not. */
  bestOf: z.int().optional(),
  /** The later run is the so-manieth that is compared with the earlier one; absent for the first. */
  looks: z.int().optional(),
  /** The agent's changed parts; absent when nothing changed, as far as both runs recorded them. */
  agentChanged: z.array(z.enum(agentPartNames)).optional(),
});
export type RateChange = z.infer<typeof rateChangeSchema>;
export type WorseCase = z.infer<typeof worseCaseSchema>;
