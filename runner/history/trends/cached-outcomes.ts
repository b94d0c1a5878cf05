import { createValueCache, type ValueCache } from '../../values/index.ts';
import type { Database } from '../db/index.ts';
import { createOutcomeReader, type RunOutcomes } from '../read/read-outcomes.ts';

/** The limit of the cache, counted in attempts of about 20 bytes each. */
const MAX_ATTEMPTS = 400_000;

type OutcomeCache = { read: (runId: string) => RunOutcomes; runs: ValueCache<RunOutcomes> };

const outcomeCaches = new WeakMap<Database['sqlite'], OutcomeCache>();

/**
 * Returns the outcomes of a finished run. The outcomes of the most recently read runs are cached, and stay valid while
 * the run has the same number of `attempts`.
 */
export function readCachedOutcomes(
  { sqlite }: Database,
  { runId, attempts }: { runId: string; attempts: number },
): RunOutcomes {
  const { read, runs } = outcomeCaches.get(sqlite) ?? {
    read: createOutcomeReader({ sqlite }),
    runs: createValueCache<RunOutcomes>(MAX_ATTEMPTS, ({ statuses }) => statuses.length),
  };
  outcomeCaches.set(sqlite, { read, runs });
  const cached = runs.get(runId);
  const outcomes = cached?.statuses.length === attempts ? cached : read(runId);
  runs.keep(runId, outcomes);
  return outcomes;
}
