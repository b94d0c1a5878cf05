import type { CaseResult } from '../../contract/index.ts';
import type { Cause } from '../cause/cause.ts';
import { type DiagnosedCase, findCause } from '../cause/cause-of.ts';
import { faultLines } from '../faults/fault-words.ts';
import type { Problem } from './problems.ts';

/** What is wrong with an attempt, the decisive problem first. */
export type Diagnosis = {
  cause: Cause;
  problems: [Problem, ...Problem[]];
  /** Whose fault it was, and hints, a line each. */
  faults: string[];
};

/**
 * Says what is wrong with an attempt of a case; nothing for one that did not go wrong. It is read beside the attempt of
 * the case that passed last, where there is one.
 */
export function diagnose(
  result: CaseResult,
  { suiteKey, checkpoints }: DiagnosedCase,
  lastPassing?: CaseResult,
): Diagnosis | undefined {
  const causeFinding = findCause(result, lastPassing, { suiteKey, checkpoints });
  return causeFinding && { ...causeFinding, faults: faultLines(result) };
}
