import * as z from 'zod';
import { faultKinds, faultParties } from './closed-sets.ts';

/** `critical_hindered`: the fault made a correct agent fail; `critical_helped`: the fault made a wrong agent pass. */
const faultSeverities = ['critical_hindered', 'critical_helped', 'minor'] as const;

/** A fault in an attempt. `likely` faults are hints: they change no number unless they are confirmed. */
export const faultSchema = z.object({
  by: z.enum(faultParties),
  kind: z.enum(faultKinds),
  turn: z.int().positive().optional(),
  severity: z.enum(faultSeverities),
  /** The check that was made, in words. */
  rule: z.string(),
  /** What the check showed. */
  evidence: z.string(),
  confidence: z.enum(['certain', 'likely']),
});
export type Fault = z.infer<typeof faultSchema>;
