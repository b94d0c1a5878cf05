import type { CaseHealth, CaseOutage, RunReference } from '../../fold/index.ts';
import type { CaseHealthRun, SeriesHealth } from './case-health-run.ts';
import { toOutageField } from './outage-mark.ts';

/** The possible states of a series, the most urgent first. */
export const seriesStates = ['new', 'outage', 'broken', 'flaky', 'unknown', 'fine'] as const;
export type SeriesState = (typeof seriesStates)[number];

/** The cases that have been failing since the same run. */
export type FailingCases = {
  ids: readonly string[];
  since: RunReference;
  /** True if none of these cases passed in any of the examined runs. */
  neverPassed: boolean;
};

/**
 * The facts about a series that its newest complete runs show. Cases that the newest run does not contain are left out.
 */
export type SeriesSummary = {
  state: SeriesState;
  /** The number of cases that the newest run judged. */
  cases: number;
  /** The number of complete runs that were examined. */
  runs: number;
  /** The outage to which the newest run belongs. */
  outage?: CaseOutage;
  /**
   * Groups of failing cases, the largest group first. During an outage, the groups contain only cases that already
   * failed before the outage.
   */
  failing: readonly FailingCases[];
  flaky: readonly string[];
  /**
   * The number of cases that pass again after a stretch of failures, and the run since which the last of them passes.
   */
  back?: { count: number; since: RunReference };
};

/** Summarizes a series from its complete runs, newest first, and the states of its cases. */
export function summarizeSeries(newestFirst: readonly CaseHealthRun[], seriesHealth: SeriesHealth): SeriesSummary {
  const [newest] = newestFirst;
  const currentStates = [...(newest?.cases ?? [])].flatMap(([id, { judged }]) => {
    const standing = judged === 0 ? undefined : seriesHealth.cases.get(id);
    return standing === undefined ? [] : [{ id, standing }];
  });
  const event = seriesHealth.events.findLast(({ runs }) => runs.at(-1)?.runId === newest?.runId);
  const { event: outage } = toOutageField(event);
  const failing = groupFailingCases(currentStates, newestFirst);
  const flaky = currentStates.flatMap(({ id, standing }) => (standing.state === 'flaky' ? [id] : []));
  const back = currentStates.flatMap(({ standing: { state, since } }) => (state === 'back' && since ? [since] : []));
  const lastBack = back.toSorted((one, other) => other.startedAt - one.startedAt)[0];
  return {
    state: determineSeriesState(currentStates, { hasOutage: outage !== undefined }),
    cases: currentStates.length,
    runs: newestFirst.length,
    ...(outage && { outage }),
    failing,
    flaky,
    ...(lastBack && { back: { count: back.length, since: lastBack } }),
  };
}

type CaseWithHealth = { id: string; standing: CaseHealth };

function determineSeriesState(cases: readonly CaseWithHealth[], { hasOutage }: { hasOutage: boolean }): SeriesState {
  const own = new Set(cases.flatMap(({ standing }) => (standing.event === undefined ? [standing.state] : [])));
  if (hasOutage) return 'outage';
  if (own.has('new')) return 'new';
  if (own.has('broken')) return 'broken';
  if (own.has('flaky')) return 'flaky';
  return own.has('fine') || own.has('back') ? 'fine' : 'unknown';
}

function groupFailingCases(cases: readonly CaseWithHealth[], newestFirst: readonly CaseHealthRun[]): FailingCases[] {
  const failing = cases.flatMap(({ id, standing: { state, since, event } }) =>
    (state === 'new' || state === 'broken') && since !== undefined && event === undefined ? [{ id, since }] : [],
  );
  const hasNeverPassed = (id: string): boolean => newestFirst.every((run) => (run.cases.get(id)?.passed ?? 0) === 0);
  const marked = failing.map((each) => ({ ...each, neverPassed: hasNeverPassed(each.id) }));
  const groups = Map.groupBy(marked, (each) => `${each.neverPassed} ${each.since.runId}`);
  return [...groups.values()]
    .flatMap((group): FailingCases[] => {
      const [first] = group;
      if (first === undefined) return [];
      return [{ ids: group.map(({ id }) => id), since: first.since, neverPassed: first.neverPassed }];
    })
    .toSorted((one, other) => other.ids.length - one.ids.length || other.since.startedAt - one.since.startedAt);
}
