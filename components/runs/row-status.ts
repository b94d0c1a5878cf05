import {
  type AttemptStatus,
  type CaseRow,
  countStatuses,
  passRate,
  type StabilityClass,
  stabilityOf,
} from '@/runner/contract';

const worstFirst: readonly AttemptStatus[] = ['error', 'timeout', 'failed', 'running', 'queued', 'skipped', 'passed'];

/** One status for a row with several attempts: the worst that has happened; passed only when all have. */
export function statusOfRow(row: CaseRow): AttemptStatus {
  const present = new Set(row.attempts.map((attempt) => attempt.status));
  if (present.size === 2 && present.has('skipped') && present.has('passed')) return 'passed';
  return worstFirst.find((status) => present.has(status)) ?? 'queued';
}

export function isBad(status: AttemptStatus): boolean {
  return status === 'failed' || status === 'error' || status === 'timeout';
}

/** The class of a row whose attempts have all ended, when there are several. */
export function stabilityOfRow(row: CaseRow): StabilityClass | undefined {
  if (row.attempts.length < 2) return undefined;
  const ended = row.attempts.flatMap(({ status }) => (status === 'queued' || status === 'running' ? [] : [status]));
  if (ended.length < row.attempts.length) return undefined;
  const counts = countStatuses(ended);
  return passRate(counts) === null ? undefined : (stabilityOf(counts) ?? undefined);
}
