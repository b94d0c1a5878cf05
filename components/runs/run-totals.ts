import type { CaseRow, RunState } from '@/runner/contract';
import { isBad, statusOfRow } from './row-status';

export type RunTotals = { attempts: number; finished: number; running: number };

export function totalsOf(state: RunState): RunTotals {
  let attempts = 0;
  let running = 0;
  for (const row of state.rows) {
    attempts += row.attempts.length;
    for (const attempt of row.attempts) if (attempt.status === 'running') running += 1;
  }
  const { passed, failed, error, timeout, skipped } = state.counts;
  return { attempts, running, finished: passed + failed + error + timeout + skipped };
}

export function badRows(rows: readonly CaseRow[]): CaseRow[] {
  return rows.filter((row) => isBad(statusOfRow(row)));
}

const ENOUGH_TO_GUESS = 3;

/** How long the rest will take if it goes on like this, in milliseconds; nothing while too little is known. */
export function timeLeft({ attempts, finished }: RunTotals, elapsedMs: number): number | undefined {
  if (finished < ENOUGH_TO_GUESS || finished >= attempts) return undefined;
  return (elapsedMs / finished) * (attempts - finished);
}
