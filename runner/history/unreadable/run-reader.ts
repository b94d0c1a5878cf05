import { createRunFold, emptyRunState, type RunFold, type RunState } from '../../fold/index.ts';
import type { Database } from '../db/index.ts';
import { getRun } from '../read/get-run.ts';
import { readEventsOfState } from '../read/get-run-state.ts';
import { correctRecordOfRun } from './correct-record.ts';
import { findUnreadable } from './find-unreadable.ts';

/**
 * The maximum number of attempts in cached runs (about 100 MB). If the cache has more, the least recently used runs are
 * removed from it.
 */
const MAX_ATTEMPTS = 20_000;

export type RunReader = {
  /**
   * Returns the current state of a run, computed from its events; undefined for an unknown id. The reader owns the
   * state, so callers must not change it or keep a reference to it.
   */
  readRunState(runId: string): RunState | undefined;
};

/** Reads the states of runs repeatedly: keeps them in memory and applies only new events. */
export function createRunReader(database: Database): RunReader {
  const folds = new Map<string, RunFold>();
  return {
    readRunState(runId) {
      const record = getRun(database, runId);
      const fold = folds.get(runId) ?? createRunFold(emptyRunState(runId));
      folds.delete(runId);
      if (record === undefined) return undefined;
      if (fold.state().finishedAt === undefined) {
        for (const event of readEventsOfState(database, record, fold.state().seq)) fold.apply(event);
        const unreadable = findUnreadable(database, fold.state());
        if (unreadable !== undefined) fold.state().unreadable = unreadable;
        correctRecordOfRun(database, fold.state());
      }
      folds.set(runId, fold);
      evictOldestFolds(folds);
      return fold.state();
    },
  };
}

function evictOldestFolds(folds: Map<string, RunFold>): void {
  let attempts = 0;
  for (const [index, [runId, fold]] of [...folds].reverse().entries()) {
    const { rows, options } = fold.state();
    attempts += rows.length * (options?.attempts ?? 1);
    if (index > 0 && attempts > MAX_ATTEMPTS) folds.delete(runId);
  }
}
