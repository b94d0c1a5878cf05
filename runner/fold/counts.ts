import type { CaseResult, CaseStatus, Counts } from '../contract/index.ts';

export function emptyCounts(): Counts {
  return { passed: 0, failed: 0, error: 0, timeout: 0, skipped: 0 };
}

export function countStatuses(statuses: Iterable<CaseStatus>): Counts {
  const counts = emptyCounts();
  for (const status of statuses) counts[status] += 1;
  return counts;
}

type CountedAttempt = Pick<CaseResult, 'status' | 'setAside'>;

/**
 * Counts attempts by status. Excluded attempts that have ended are counted separately, so that they do not affect any
 * rate.
 */
export function countAttempts(attempts: Iterable<CountedAttempt>): Counts {
  const counts = emptyCounts();
  for (const attempt of attempts) countAttempt(counts, attempt);
  return counts;
}

export function countAttempt(counts: Counts, { status, setAside }: CountedAttempt): void {
  if (setAside === undefined || status === 'skipped') counts[status] += 1;
  else counts.setAside = (counts.setAside ?? 0) + 1;
}
