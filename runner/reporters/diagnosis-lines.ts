import type { CaseResult } from '../contract/index.ts';
import { type CaseRow, caseKey, type RunState } from '../fold/index.ts';
import { diagnose, diagnosisDetails, diagnosisHeadline } from '../verdict/index.ts';

/** Why an attempt failed, as reports say it: the headline, what belongs to it, and what is known of the case before. */
export function diagnosisLines(
  result: CaseResult,
  row: CaseRow,
  { pastWords, lastPassing }: Pick<RunState, 'pastWords' | 'lastPassing'>,
): string[] {
  const diagnosis = diagnose(result, row, lastPassing?.(row));
  if (diagnosis === undefined) return [];
  const past = pastWords?.[caseKey(row.suiteKey, row.id)];
  // Scores say themselves what is wrong with them.
  const headline = result.scores === undefined ? [diagnosisHeadline(diagnosis)] : [];
  return [...headline, ...diagnosisDetails(diagnosis), ...(past === undefined ? [] : [past])];
}
