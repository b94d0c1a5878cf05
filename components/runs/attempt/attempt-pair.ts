import { type CaseRow, isJudged } from '@/runner/fold';

/**
 * The URL that compares an attempt with another attempt of its case: the first with a different result, else a
 * neighbour.
 */
export function comparisonHref(runId: string, row: CaseRow, attempt: number): string | undefined {
  const here = row.attempts.find((each) => each.attempt === attempt);
  if (here === undefined) return undefined;
  const others = row.attempts.filter((each) => each !== here);
  const ended = others.filter(({ status }) => isJudged(status));
  const neighbour = ended.find((each) => each.attempt > attempt) ?? ended.at(-1);
  const other = ended.find(({ status }) => status !== here.status) ?? neighbour;
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
