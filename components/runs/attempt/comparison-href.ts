import { type CaseRow, isJudged } from '@/runner/fold';

/**
 * Returns the URL of the comparison of an attempt with another one of its case: the first with a different result,
 * otherwise a neighbouring one.
 */
export function comparisonHref(runId: string, row: CaseRow, attempt: number): string | undefined {
  const currentAttempt = row.attempts.find((each) => each.attempt === attempt);
  if (currentAttempt === undefined) return undefined;
  const others = row.attempts.filter((each) => each !== currentAttempt);
  const judgedAttempts = others.filter(({ status }) => isJudged(status));
  const neighbour = judgedAttempts.find((each) => each.attempt > attempt) ?? judgedAttempts.at(-1);
  const other = judgedAttempts.find(({ status }) => status !== currentAttempt.status) ?? neighbour;
  if (other === undefined) return undefined;
  const search = new URLSearchParams({
    base: runId,
    head: runId,
    suite: row.suiteKey,
    case: row.id,
    left: String(Math.min(attempt, other.attempt)),
    right: String(Math.max(attempt, other.attempt)),
  });
  return `/compare?${search}`;
}
