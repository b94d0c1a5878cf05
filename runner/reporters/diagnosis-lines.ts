import type { CaseResult } from '../contract/index.ts';
import { type CaseRow, caseKey, type RunState } from '../fold/index.ts';
import { type Diagnosis, diagnose, diagnosisDetails, diagnosisHeadline } from '../verdict/index.ts';

/** Returns why an attempt failed: the headline, its details, and the history of the case. */
export function diagnosisLines(result: CaseResult, row: CaseRow, state: CaseHistories): string[] {
  const diagnosis = diagnose(result, row, state.lastPassing?.(row));
  return diagnosis === undefined ? [] : formatDiagnosis(diagnosis, result, { row, state });
}

type CaseHistories = Pick<RunState, 'pastWords' | 'lastPassing'>;

/** The same lines as `diagnosisLines`, for an existing diagnosis. */
export function formatDiagnosis(
  diagnosis: Diagnosis,
  result: CaseResult,
  { row, state: { pastWords } }: { row: CaseRow; state: CaseHistories },
): string[] {
  const past = pastWords?.[caseKey(row.suiteKey, row.id)];
  // Scores carry their own explanations, so they need no headline.
  const headline = result.scores === undefined ? [diagnosisHeadline(diagnosis)] : [];
  return [...headline, ...diagnosisDetails(diagnosis), ...(past === undefined ? [] : [past])];
}
