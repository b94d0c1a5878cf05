import {
  assessSeriesHealth,
  hasPassedThroughout,
  type SeriesCause,
  type SeriesSummary,
  seriesStates,
  summarizeSeries,
} from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import type { FailureGroups } from '../failures/failure-groups.ts';
import { computeCaseHealthRunLimit, type PastRunSummary, readSeriesRuns, readTallies } from '../read/case-health.ts';
import type { RunSeries } from '../runs/series.ts';
import { findChangesBeforeFailures } from './changes-before.ts';
import { type ListedSeries, listSeries, type SeriesRun } from './list-series.ts';
import { findMostFrequentCause } from './most-frequent-cause.ts';
import { countReliable, type ReliableCases, selectRunsOfTwoWeeks } from './reliable-cases.ts';
import { readOpenTasksAndCosts, type TasksAndCosts } from './tasks-and-costs.ts';

/** A series of runs as the first page of the dashboard shows it. */
export type SeriesOverview = RunSeries & {
  summary: SeriesSummary;
  /** The newest complete run; null if the series has none. */
  newest: { runId: string; startedAt: number; passed: number; judged: number } | null;
  /** The outcomes of the series: one letter per complete run, oldest first; see `RunOutcomeLetter`. */
  strip: string;
  cause?: SeriesCause;
  changes?: string[];
  /** The id of the run in progress, if there is one. */
  running?: string;
  /** The number of runs after the newest complete run that were stopped or contained only some of the cases. */
  partialSince: number;
};

/**
 * The letters for the outcome of a run: `P` all judged cases passed, `F` some failed, `O` an outage, `-` no case was
 * judged.
 */
export type RunOutcomeLetter = 'P' | 'F' | 'O' | '-';

/** The state of every series, most urgent first, and the tasks that a person has to do. */
export type Overview = {
  series: SeriesOverview[];
  reliable: ReliableCases;
  work: TasksAndCosts;
};

type OverviewRequest = {
  /** The current time in milliseconds since 1970, UTC. */
  now: number;
  /** Returns the failures of a run by cause; undefined if they cannot be read quickly. */
  causesOf: (runId: string) => FailureGroups | undefined;
};

const MAX_STRIP_RUNS = 30;
/** Causes are found for at most this many series, because each requires reading the failed results of a run. */
const MAX_SERIES_WITH_CAUSE = 12;

export function buildOverview(database: Database, { now, causesOf }: OverviewRequest): Overview {
  const all = listSeries(database).map((listedSeries) => readSeriesWithState(database, listedSeries));
  const ordered = all
    .map(toSeriesOverview)
    .toSorted((one, other) => seriesStates.indexOf(one.summary.state) - seriesStates.indexOf(other.summary.state));
  const explained = ordered.map((series, index) =>
    index < MAX_SERIES_WITH_CAUSE ? withFailureCause(series, causesOf) : series,
  );
  const newestRuns = explained.flatMap(({ newest }) => (newest === null ? [] : [newest.runId]));
  return {
    series: explained,
    reliable: countReliable(
      all.map((series) => readRecentRunTallies(database, series, now)),
      now,
    ),
    work: readOpenTasksAndCosts(database, newestRuns, now),
  };
}

type SeriesWithState = ListedSeries & { complete: readonly SeriesRun[]; state: StateOfSeries };

function readSeriesWithState(database: Database, listedSeries: ListedSeries): SeriesWithState {
  const complete = listedSeries.runs.filter(({ isComplete }) => isComplete);
  return { ...listedSeries, complete, state: readCachedSeriesState(database, listedSeries.series, complete) };
}

/** The complete runs of the last two weeks, without runs during an outage. */
function readRecentRunTallies(database: Database, { series, complete, state }: SeriesWithState, now: number) {
  const runsOfTwoWeeks = selectRunsOfTwoWeeks(
    complete.filter(({ runId }) => !state.outages.has(runId)),
    now,
  );
  const tallies = readTallies(
    database,
    series.suiteKey,
    runsOfTwoWeeks.map(({ runId }) => runId),
  );
  return runsOfTwoWeeks.map(({ runId, startedAt }) => ({ startedAt, cases: tallies.get(runId) ?? new Map() }));
}

function toSeriesOverview({ series, runs, state: { outages: _, ...state } }: SeriesWithState): SeriesOverview {
  const running = runs.find(({ status }) => status === 'running');
  const newestComplete = runs.findIndex(({ isComplete }) => isComplete);
  const newerRuns = newestComplete === -1 ? runs : runs.slice(0, newestComplete);
  return {
    ...series,
    ...state,
    ...(running && { running: running.runId }),
    partialSince: newerRuns.filter(({ status }) => status !== 'running').length,
  };
}

type StateOfSeries = Pick<SeriesOverview, 'summary' | 'newest' | 'strip' | 'changes'> & {
  outages: ReadonlySet<string>;
};

const seriesStateCache = new WeakMap<Database['sqlite'], Map<string, { runIds: string; state: StateOfSeries }>>();

/**
 * The state is cached until another complete run is added or one is deleted, because the results of finished runs do
 * not change.
 */
function readCachedSeriesState(database: Database, series: RunSeries, complete: readonly SeriesRun[]): StateOfSeries {
  const states = seriesStateCache.get(database.sqlite) ?? new Map();
  seriesStateCache.set(database.sqlite, states);
  const limit = computeCaseHealthRunLimit(complete[0]?.total ?? 0);
  const key = JSON.stringify(series);
  const runIds = complete
    .slice(0, limit)
    .map(({ runId }) => runId)
    .join(' ');
  const storedState = states.get(key);
  if (storedState?.runIds === runIds) return storedState.state;
  const state = readSeriesState(database, series, complete.length === 0 ? 0 : limit);
  states.set(key, { runIds, state });
  return state;
}

function readSeriesState(database: Database, series: RunSeries, limit: number): StateOfSeries {
  const runs = limit === 0 ? [] : readSeriesRuns(database, series, { limit });
  const health = assessSeriesHealth(runs);
  const summary = summarizeSeries(runs, health);
  const outages = new Set(
    health.events.flatMap((event) => (event.kind === 'outage' ? event.runs.map(({ runId }) => runId) : [])),
  );
  const changes = findChangesBeforeFailures(summary, runs, health.cases);
  return {
    summary,
    newest: summarizeNewestRun(runs[0]),
    strip: toRunOutcomeLetters(runs, outages),
    ...(changes && { changes }),
    outages,
  };
}

function summarizeNewestRun(run: PastRunSummary | undefined): SeriesOverview['newest'] {
  if (run === undefined) return null;
  const tallies = [...run.cases.values()];
  return {
    runId: run.runId,
    startedAt: run.startedAt,
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    judged: tallies.reduce((sum, { judged }) => sum + judged, 0),
  };
}

function toRunOutcomeLetters(newestFirst: readonly PastRunSummary[], outages: ReadonlySet<string>): string {
  const letters = newestFirst.slice(0, MAX_STRIP_RUNS).map(({ runId, cases }): RunOutcomeLetter => {
    if (outages.has(runId)) return 'O';
    const judgedCases = [...cases.values()].filter((tally) => tally.judged > 0);
    if (judgedCases.length === 0) return '-';
    return judgedCases.every(hasPassedThroughout) ? 'P' : 'F';
  });
  return letters.toReversed().join('');
}

function withFailureCause(series: SeriesOverview, causesOf: OverviewRequest['causesOf']): SeriesOverview {
  const { summary, newest, suiteKey } = series;
  if (newest === null || summary.failing.length === 0) return series;
  const failures = causesOf(newest.runId);
  if (failures === undefined) return series;
  const cause = findMostFrequentCause(failures, { suiteKey, summary });
  return cause === undefined ? series : { ...series, cause };
}
