import type { CaseResult } from '../../contract/index.ts';
import type { AttemptCause } from '../cause/cause.ts';
import { type DiagnosedCase, findCauseAndProblems } from '../cause/diagnose-cause.ts';
import { listFaultLines } from '../faults/fault-words.ts';
import type { DiagnosedProblem } from './problems.ts';

/** The problems of an attempt; the decisive problem comes first. */
export type Diagnosis = {
  cause: AttemptCause;
  problems: [DiagnosedProblem, ...DiagnosedProblem[]];
  /** Lines about who was at fault, and about hints. */
  faults: string[];
};

/**
 * Diagnoses an attempt of a case; undefined if the attempt did not fail. Compares it with the case's last passing
 * attempt, if there is one.
 */
export function diagnose(
  result: CaseResult,
  { suiteKey, checkpoints }: DiagnosedCase,
  lastPassing?: CaseResult,
): Diagnosis | undefined {
  const causeFinding = findCauseAndProblems(result, lastPassing, { suiteKey, checkpoints });
  return causeFinding && { ...causeFinding, faults: listFaultLines(result) };
}
