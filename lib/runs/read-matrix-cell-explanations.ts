import type { RunState } from '../../runner/fold/index.ts';
import { type Database, database } from '../../runner/history/db/index.ts';
import {
  type CellExplanation,
  createLastPassingAttemptReader,
  explainMatrixCells,
} from '../../runner/history/index.ts';
import type { LoadLastPassingAttempt } from '../../runner/verdict/index.ts';
import type { MatrixCellExplanationsRequest } from '../queries/route-types.ts';
import { requireRunState } from './require-run.ts';

declare global {
  // Stored in a global variable, because Next may load this module once per bundle, but the process needs only one
  // cache.
  var turntreeLastPassing: WeakMap<Database, Map<string, LoadLastPassingAttempt>> | undefined;
}

const MAX_CACHED_RUNS = 12;

/** Returns short explanations of the attempts of some cases, in the order of the requested cases and runs. */
export function readMatrixCellExplanations({
  runs,
  cases,
}: MatrixCellExplanationsRequest): (CellExplanation | null)[][] {
  const states = runs.map(requireRunState);
  return explainMatrixCells(database(), {
    runs: states.map((run) => ({ run, lastPassing: getCachedLastPassingAttemptReader(run) })),
    cases,
  });
}

/**
 * Returns a function that loads the last passed attempt before a run. Cached for a few finished runs: it reads all runs
 * of the series, while a page requests only some rows at a time.
 */
function getCachedLastPassingAttemptReader(run: RunState): LoadLastPassingAttempt {
  const history = database();
  if (run.finishedAt === undefined) return createLastPassingAttemptReader(history, run);
  globalThis.turntreeLastPassing ??= new WeakMap();
  const cache = globalThis.turntreeLastPassing.get(history) ?? new Map<string, LoadLastPassingAttempt>();
  globalThis.turntreeLastPassing.set(history, cache);
  const lastPassing = cache.get(run.runId) ?? createLastPassingAttemptReader(history, run);
  cache.delete(run.runId);
  cache.set(run.runId, lastPassing);
  for (const runId of [...cache.keys()].slice(0, -MAX_CACHED_RUNS)) cache.delete(runId);
  return lastPassing;
}
