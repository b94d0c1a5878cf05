import type { CaseHealth, RunState } from '../../runner/fold/index.ts';
import { type Database, database } from '../../runner/history/db/index.ts';
import {
  type FailureGroup,
  type FailureGroups,
  readFailureGroups,
  readNotableCaseHealth,
} from '../../runner/history/index.ts';

declare global {
  // Stored in a global variable, because Next may load this module once per bundle, but the process needs only one
  // cache.
  var turntreeFailureGroups: WeakMap<Database, Map<string, FailureGroups>> | undefined;
}

const MAX_CACHED_RUNS = 16;

/**
 * Returns the failures of a run by cause. Caches the results for a few runs, because computing them reads all results
 * of a run.
 */
export function findRunFailures(run: RunState): FailureGroups {
  const history = database();
  globalThis.turntreeFailureGroups ??= new WeakMap();
  const cache = globalThis.turntreeFailureGroups.get(history) ?? new Map<string, FailureGroups>();
  globalThis.turntreeFailureGroups.set(history, cache);
  const groups = cache.get(run.runId) ?? readFailureGroups(history, run);
  cache.delete(run.runId);
  if (run.finishedAt === undefined) return groups;
  cache.set(run.runId, groups);
  for (const runId of [...cache.keys()].slice(0, -MAX_CACHED_RUNS)) cache.delete(runId);
  return groups;
}

type FailuresForFilter = { healthByCase: Record<string, CaseHealth>; groups: FailureGroup[] };

/** Loads only the data that a filter of cases needs. */
export function loadFailuresForFilter(run: RunState, filter: string): FailuresForFilter {
  return {
    healthByCase: /:"?(new|broken|back|flaky)/i.test(filter) ? readNotableCaseHealth(database(), run) : {},
    groups: filter.includes('cause:') && run.finishedAt !== undefined ? findRunFailures(run).groups : [],
  };
}
