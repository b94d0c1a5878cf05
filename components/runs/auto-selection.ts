import type { AttemptRow, CaseRow } from '@/runner/fold';
import { isBad, isBadRow, rowKey, statusOfRow } from './cases/row-status';

/**
 * The case a page shows while the person has not chosen one: the first that did not pass and then no other; before
 * there is one, a running case until it ends; before that, the first. `current` is the key shown so far.
 */
export function nextAutoSelection(rows: readonly CaseRow[], current: string | undefined): string | undefined {
  const shown = rows.find((row) => rowKey(row) === current);
  if (shown !== undefined && isBadRow(shown)) return current;
  const bad = rows.find((row) => isBadRow(row));
  if (bad !== undefined) return rowKey(bad);
  if (shown !== undefined && statusOfRow(shown) === 'running') return current;
  const running = rows.find((row) => statusOfRow(row) === 'running');
  const next = running ?? shown ?? rows[0];
  return next === undefined ? undefined : rowKey(next);
}

/** Of several attempts, the one that is worth looking at: the first that did not pass, else one that runs. */
export function defaultAttempt(row: { attempts: readonly Pick<AttemptRow, 'attempt' | 'status'>[] }): number {
  const bad = row.attempts.find(({ status }) => isBad(status));
  const running = row.attempts.find(({ status }) => status === 'running');
  return (bad ?? running ?? row.attempts[0])?.attempt ?? 1;
}
