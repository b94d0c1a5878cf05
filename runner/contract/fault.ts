import * as z from 'zod';
import { faultKinds, faultParties } from './closed-sets.ts';

/**
 * Why the fault is severe. `critical_hindered`: it made a correct agent fail. `critical_helped`: it made a wrong agent
 * pass.
 */
const faultSeverities = ['critical_hindered', 'critical_helped', 'minor'] as const;

/** A fault in an attempt. `likely` faults are hints: they change no result unless they are confirmed. */
export const faultSchema = z.object({
  by: z.enum(faultParties),
  kind: z.enum(faultKinds),
  turn: z.int().positive().optional(),
  severity: z.enum(faultSeverities),
  /** A description of the check that was made. */
  rule: z.string(),
  /** The result of the check, in words. */
  evidence: z.string(),
  confidence: z.enum(['certain', 'likely']),
});
export type Fault = z.infer<typeof faultSchema>;
