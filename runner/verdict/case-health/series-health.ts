import type { CaseHealth } from '../../fold/index.ts';
import { computeOneSidedBounds } from '../statistics/clopper-pearson.ts';
import type { TrialCounts } from '../statistics/fisher-exact.ts';
import type { Interval } from '../statistics/wilson-interval.ts';
import { numberAgentVersions } from './agent-versions.ts';
import { assessCaseHealth, type CaseHistory, type JudgedRun } from './case-health.ts';
import type { CaseHealthRun, SeriesEvent, SeriesHealth } from './case-health-run.ts';
import { findSeriesEvents } from './series-events.ts';

/**
 * Determines the state of each case in the newest run, from the complete runs of a series. If most cases of a run fail
 * together, this counts as an event of the series, and not as evidence about a single case.
 */
export function assessSeriesHealth(newestFirst: readonly CaseHealthRun[]): SeriesHealth {
  const oldestFirst = newestFirst.toReversed();
  const agents = numberAgentVersions(oldestFirst);
  const events = findSeriesEvents(oldestFirst, agents);
  const eventOf = new Map<string, SeriesEvent>();
  for (const event of events) for (const { runId } of event.runs) eventOf.set(runId, event);
  const now = events.findLast(({ over }) => over === undefined);
  const boundsOf = createBoundsCache();
  const cases = new Map<string, CaseHealth>();
  for (const key of listCaseKeys(newestFirst)) {
    const history = buildCaseHistory(key, { newestFirst, agents, eventOf });
    const standing = assessCaseHealth(history, now?.cases.has(key) ? now : undefined);
    cases.set(key, { ...standing, bounds: boundsOf(standing) });
  }
  return { events, cases };
}

/** A cache of the bounds of pass rates, because most cases have the same number of attempts. */
function createBoundsCache(): (tally: TrialCounts) => Interval {
  const intervals = new Map<string, Interval>();
  return ({ passed, judged }) => {
    const key = `${passed}/${judged}`;
    const bounds = intervals.get(key) ?? computeOneSidedBounds(passed, judged);
    intervals.set(key, bounds);
    return bounds;
  };
}

function listCaseKeys(runs: readonly CaseHealthRun[]): Set<string> {
  const keys = new Set<string>();
  for (const { cases } of runs) for (const key of cases.keys()) keys.add(key);
  return keys;
}

type SeriesRunsWithEvents = {
  newestFirst: readonly CaseHealthRun[];
  agents: Int32Array;
  eventOf: ReadonlyMap<string, SeriesEvent>;
};

/** Returns the runs in which the case had its current content, newest first. */
function buildCaseHistory(key: string, { newestFirst, agents, eventOf }: SeriesRunsWithEvents): CaseHistory {
  const runs: JudgedRun[] = [];
  let hash: string | undefined;
  let hasPassedBefore: boolean | undefined;
  for (const [age, run] of newestFirst.entries()) {
    const tally = run.cases.get(key);
    if (tally === undefined || tally.judged === 0) continue;
    hash ??= tally.hash;
    if (tally.hash !== hash) {
      hasPassedBefore ??= tally.passed === tally.judged;
      continue;
    }
    hasPassedBefore = undefined;
    runs.push({ run, tally, agent: agents[newestFirst.length - 1 - age] ?? 0, event: eventOf.get(run.runId) });
  }
  return { newestFirst: runs, hasPassedBefore: hasPassedBefore === true };
}
