import type { CaseResult } from '../contract/index.ts';
import { type CaseRow, caseKey, type RunState } from '../fold/index.ts';
import { type Diagnosis, diagnose, formatDiagnosisHeadline, listDiagnosisDetails } from '../verdict/index.ts';

/** Returns why an attempt failed: the headline, its details, and the history of the case. */
export function formatDiagnosisLines(result: CaseResult, row: CaseRow, state: RunWithCaseHistories): string[] {
  const diagnosis = diagnose(result, row, state.lastPassing?.(row));
  return diagnosis === undefined ? [] : formatLinesOfDiagnosis(diagnosis, result, { row, state });
}

type RunWithCaseHistories = Pick<RunState, 'pastWords' | 'lastPassing'>;

/** Returns the same lines as `formatDiagnosisLines`, but for a diagnosis that was already made. */
export function formatLinesOfDiagnosis(
  diagnosis: Diagnosis,
  result: CaseResult,
  { row, state: { pastWords } }: { row: CaseRow; state: RunWithCaseHistories },
): string[] {
  const past = pastWords?.[caseKey(row.suiteKey, row.id)];
  // Scores have their own explanations, so they need no headline.
  const headline = result.scores === undefined ? [formatDiagnosisHeadline(diagnosis)] : [];
  return [...headline, ...listDiagnosisDetails(diagnosis), ...(past === undefined ? [] : [past])];
}
