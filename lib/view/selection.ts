import { type CaseRow, caseKey } from '../../runner/fold/index.ts';
import { chooseDefaultAttempt } from './auto-selection.ts';

export type RequestedSelection = { suite: string | null; case: string | null; attempt: number | null };
export type Selection = { row: CaseRow; attempt: number };

/** Returns the row of the case in the URL. If the URL names no suite, returns the first case with the id. */
export function findRequestedRow(rows: readonly CaseRow[], request: RequestedSelection): CaseRow | undefined {
  if (request.case === null) return undefined;
  return rows.find((row) => row.id === request.case && (request.suite === null || row.suiteKey === request.suite));
}

/**
 * Returns the case and the attempt that the URL names. If the case does not exist, returns the case with the key
 * `auto`; if the attempt does not exist, the default attempt of the case.
 */
export function resolveSelection(
  rows: readonly CaseRow[],
  requested: RequestedSelection,
  auto: string | undefined,
): Selection | undefined {
  const named = findRequestedRow(rows, requested);
  const row = named ?? rows.find(({ suiteKey, id }) => caseKey(suiteKey, id) === auto);
  if (row === undefined) return undefined;
  const exists = named !== undefined && row.attempts.some(({ attempt }) => attempt === requested.attempt);
  return { row, attempt: exists && requested.attempt !== null ? requested.attempt : chooseDefaultAttempt(row) };
}
