import type { CaseStanding, RunState } from '../../runner/fold/index.ts';
import { type Database, database } from '../../runner/history/db/index.ts';
import {
  type FailureGroup,
  type FailureGroups,
  failureGroups,
  remarkableStandings,
} from '../../runner/history/index.ts';

declare global {
  // Next loads a module once per bundle; the process needs the causes of a run once.
  var turntreeFailureGroups: WeakMap<Database, Map<string, FailureGroups>> | undefined;
}

const MOST_RUNS = 4;

/** The failures of a run by cause. Those of the few runs that were asked for last are kept: all results were read for them. */
export function failuresOfRun(run: RunState): FailureGroups {
  const history = database();
  globalThis.turntreeFailureGroups ??= new WeakMap();
  const cache = globalThis.turntreeFailureGroups.get(history) ?? new Map<string, FailureGroups>();
  globalThis.turntreeFailureGroups.set(history, cache);
  const groups = cache.get(run.runId) ?? failureGroups(history, run);
  cache.delete(run.runId);
  if (run.finishedAt === undefined) return groups;
  cache.set(run.runId, groups);
  for (const runId of [...cache.keys()].slice(0, -MOST_RUNS)) cache.delete(runId);
  return groups;
}

type FailureFacts = { standings: Record<string, CaseStanding>; groups: FailureGroup[] };

/** What a filter of cases asks for that their rows do not say; nothing is looked up that it does not ask for. */
export function failureFacts(run: RunState, filter: string): FailureFacts {
  return {
    standings: /:"?(new|broken|back|flaky)/i.test(filter) ? remarkableStandings(database(), run) : {},
    groups: filter.includes('cause:') && run.finishedAt !== undefined ? failuresOfRun(run).groups : [],
  };
}
