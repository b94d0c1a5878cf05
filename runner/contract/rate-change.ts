import * as z from 'zod';
import { agentPartNames } from './closed-sets.ts';

/** The evidence that a difference is more than chance. `too_few`: too little was tried for anything to show. */
export const evidenceVerdicts = ['real', 'unclear', 'too_few', 'none'] as const;
const trialsSchema = z.object({ passed: z.int(), judged: z.int() });

/** A case that did worse. `real`: of several attempts, too many more went wrong than chance explains. */
const worseCaseSchema = z.object({
  suiteKey: z.string(),
  id: z.string(),
  before: trialsSchema,
  after: trialsSchema,
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
  /** At most fifty, and how many there are. */
  newlyFailing: z.array(worseCaseSchema),
  newlyFailingCount: z.int(),
  /** The agent's changed parts; absent when nothing changed, as far as both runs recorded them. */
  agentChanged: z.array(z.enum(agentPartNames)).optional(),
});
export type RateChange = z.infer<typeof rateChangeSchema>;
export type WorseCase = z.infer<typeof worseCaseSchema>;
