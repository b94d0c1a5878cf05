import { createRunFold, emptyRunState, type RunFold, type RunState } from '../../fold/index.ts';
import type { Database } from '../db/index.ts';
import { getRun } from '../read/get-run.ts';
import { eventsOfState } from '../read/get-run-state.ts';
import { correctRecord } from './correct-record.ts';
import { findUnreadable } from './find-unreadable.ts';

/** Runs are forgotten, those not asked for longest first, when together they have more attempts than this: some 100 MB. */
const MOST_ATTEMPTS = 20_000;

export type RunReader = {
  /** A run folded up to now, or nothing for an unknown id. It is the reader's own: not to be changed, nor kept. */
  read(runId: string): RunState | undefined;
};

/** Reads runs again and again: what was folded stays folded, and only what is new in the log is added to it. */
export function createRunReader(database: Database): RunReader {
  const folds = new Map<string, RunFold>();
  return {
    read(runId) {
      const record = getRun(database, runId);
      const fold = folds.get(runId) ?? createRunFold(emptyRunState(runId));
      folds.delete(runId);
      if (record === undefined) return undefined;
      if (fold.state().finishedAt === undefined) {
        for (const event of eventsOfState(database, record, fold.state().seq)) fold.apply(event);
        const unreadable = findUnreadable(database, fold.state());
        if (unreadable !== undefined) fold.state().unreadable = unreadable;
        correctRecord(database, fold.state());
      }
      folds.set(runId, fold);
      forgetOldest(folds);
      return fold.state();
    },
  };
}

function forgetOldest(folds: Map<string, RunFold>): void {
  let attempts = 0;
  for (const [place, [runId, fold]] of [...folds].reverse().entries()) {
    const { rows, options } = fold.state();
    attempts += rows.length * (options?.attempts ?? 1);
    if (place > 0 && attempts > MOST_ATTEMPTS) folds.delete(runId);
  }
}
