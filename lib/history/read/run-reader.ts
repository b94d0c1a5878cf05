import { createRunFold, emptyRunState, type RunFold, type RunState } from '../../../runner/fold/index.ts';
import type { Database } from '../../db/index.ts';
import { getRun } from './get-run.ts';
import { eventsOfState } from './get-run-state.ts';

/** Runs are forgotten, those not asked for longest first, when together they have more cases than this. */
const MOST_CASES = 100_000;

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
      }
      folds.set(runId, fold);
      forgetOldest(folds);
      return fold.state();
    },
  };
}

function forgetOldest(folds: Map<string, RunFold>): void {
  let cases = 0;
  for (const [runId, fold] of [...folds].reverse()) {
    const newest = cases === 0;
    cases += fold.state().rows.length;
    if (!newest && cases > MOST_CASES) folds.delete(runId);
  }
}
