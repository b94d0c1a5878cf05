import {
  type AttemptStatus,
  type CaseKey,
  type CaseRow,
  caseKey,
  computeCaseStatus,
  countStatuses,
  hasEnded,
  isExcluded,
  isFailing,
} from '../../runner/fold/index.ts';
import {
  classifyStability,
  computePassRate,
  findCaseDecision,
  type StabilityClass,
} from '../../runner/verdict/index.ts';

/**
 * Returns one status for all attempts of a case: failed if one of them failed, a running status while one is
 * unfinished, otherwise the status that reports show.
 */
export function getRowStatus(row: CaseRow): AttemptStatus {
  const statuses = row.attempts.map((attempt) => attempt.status);
  const unfinished = statuses.find((status) => status === 'running') ?? statuses.find((status) => status === 'queued');
  // If a case is repeated until its result is clear, it stays unfinished between two attempts.
  const isRepeated = row.attempts.some(({ setAside }) => setAside === 'repeat');
  if (isRepeated && unfinished !== undefined && findCaseDecision(row) === undefined) return unfinished;
  const settled = computeCaseStatus(row.attempts.filter(({ status }) => hasEnded(status)));
  if (isFailing(settled)) return settled;
  return unfinished ?? settled;
}

export function isUnsuccessful(status: AttemptStatus): boolean {
  return hasEnded(status) && isFailing(status);
}

/** Returns true if the case did not pass and is not excluded. */
export function isUnsuccessfulRow(row: CaseRow): boolean {
  return !isExcluded(row) && isUnsuccessful(getRowStatus(row));
}

/** Returns the stability class of a case with several attempts; undefined until all of them have ended. */
export function getRowStability(row: CaseRow): StabilityClass | undefined {
  if (row.attempts.length < 2 || findCaseDecision(row) !== undefined) return undefined;
  const endStatuses = row.attempts.map(({ status }) => status).filter(hasEnded);
  if (endStatuses.length < row.attempts.length) return undefined;
  const counts = countStatuses(endStatuses);
  return computePassRate(counts) === null ? undefined : (classifyStability(counts) ?? undefined);
}

export function rowKey({ suiteKey, id }: Pick<CaseRow, 'suiteKey' | 'id'>): CaseKey {
  return caseKey(suiteKey, id);
}
