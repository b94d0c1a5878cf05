import * as z from 'zod';
import { faultKinds, faultParties } from './closed-sets.ts';

/**
 * How severe a fault is. `critical_hindered`: a correct agent failed because of it. `critical_helped`: a wrong agent
 * passed because of it.
 */
const faultSeverities = ['critical_hindered', 'critical_helped', 'minor'] as const;

/** A fault in an attempt. A `likely` fault is only a hint: it changes no result unless a person confirms it. */
export const faultSchema = z.object({
  by: z.enum(faultParties),
  kind: z.enum(faultKinds),
  turn: z.int().positive().optional(),
  severity: z.enum(faultSeverities),
  /** Describes what was checked to find the fault. */
  rule: z.string(),
  /** Describes what the check found. */
  evidence: z.string(),
  confidence: z.enum(['certain', 'likely']),
});
export type Fault = z.infer<typeof faultSchema>;
