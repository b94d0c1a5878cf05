import { type AttemptStatus, type CaseRow, caseStatusOf, countStatuses, isFailing } from '@/runner/fold';
import { passRate, type StabilityClass, stabilityOf } from '@/runner/verdict';

/** One status for a row of one attempt or several: live while any runs, afterwards as every report has it. */
export function statusOfRow(row: CaseRow): AttemptStatus {
  const statuses = row.attempts.map((attempt) => attempt.status);
  const settled = caseStatusOf(statuses.filter((status) => status !== 'queued' && status !== 'running'));
  if (isFailing(settled)) return settled;
  return statuses.find((status) => status === 'running') ?? statuses.find((status) => status === 'queued') ?? settled;
}

export function isBad(status: AttemptStatus): boolean {
  return status !== 'queued' && status !== 'running' && isFailing(status);
}

/** The class of a row whose attempts have all ended, when there are several. */
export function stabilityOfRow(row: CaseRow): StabilityClass | undefined {
  if (row.attempts.length < 2) return undefined;
  const ended = row.attempts.flatMap(({ status }) => (status === 'queued' || status === 'running' ? [] : [status]));
  if (ended.length < row.attempts.length) return undefined;
  const counts = countStatuses(ended);
  return passRate(counts) === null ? undefined : (stabilityOf(counts) ?? undefined);
}
