import {
  type SeriesCause,
  type SeriesEvent,
  type SeriesSummary,
  seriesStandings,
  seriesStates,
  summarizePast,
  summarizeSeries,
} from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import type { FailureGroups } from '../failures/failure-groups.ts';
import { outcomesIn } from '../read/read-case-histories.ts';
import { MOST_ATTEMPTS, type PastRunSummary, readSeriesRuns, standingRunLimit } from '../read/standings.ts';
import type { Series } from '../runs/series.ts';
import { type ListedSeries, listSeries } from './list-series.ts';
import { type OpenWork, openWork } from './open-work.ts';
import { countReliable, type ReliableCases } from './reliable-cases.ts';

/** A series as the first page shows it. */
export type SeriesOverview = Series & {
  summary: SeriesSummary;
  /** The newest complete run; null if no run of the series was complete. */
  newest: { runId: string; startedAt: number; passed: number; judged: number } | null;
  /** One letter for each of the last complete runs, oldest first: see `RunLetter`. */
  strip: string;
  cause?: SeriesCause;
  changes?: string[];
  /** The run that is going on. */
  running?: string;
  /** Runs that were stopped or had only some of the cases, if they are newer than the newest complete run. */
  partialSince: number;
};

/** `P` all judged cases passed, `F` some failed, `O` an outage, `-` no case was judged. */
export type RunLetter = 'P' | 'F' | 'O' | '-';

/** The state of every series, the most urgent first, and what waits for a person. */
export type Overview = {
  series: SeriesOverview[];
  reliable: ReliableCases;
  work: OpenWork;
};

type OverviewRequest = {
  /** Milliseconds since 1970, UTC. */
  now: number;
  /** Returns the failures of a run by cause; undefined if they cannot be read quickly. */
  causesOf: (runId: string) => FailureGroups | undefined;
};

const STRIP = 30;
/** The causes of further series are left out: each reads the failed results of a run. */
const MOST_WITH_CAUSE = 12;
const FORTNIGHT_MS = 14 * 86_400_000;

type ReadSeries = {
  listed: ListedSeries;
  runs: readonly PastRunSummary[];
  events: readonly SeriesEvent[];
  overview: SeriesOverview;
};

export function overview(database: Database, { now, causesOf }: OverviewRequest): Overview {
  const all = listSeries(database).map((listed) => readSeries(database, listed, now));
  const ordered = all.toSorted((one, other) => urgency(one) - urgency(other));
  const explained = ordered.map(({ overview: series }, place) =>
    place < MOST_WITH_CAUSE ? withCause(series, causesOf) : series,
  );
  const newestRuns = explained.flatMap(({ newest }) => (newest === null ? [] : [newest.runId]));
  return { series: explained, reliable: countReliable(all, now), work: openWork(database, newestRuns, now) };
}

/** Within a state, the series that ran last stays first. */
function urgency({ overview: { summary } }: ReadSeries): number {
  return seriesStates.indexOf(summary.state);
}

function readSeries(database: Database, listed: ListedSeries, now: number): ReadSeries {
  const { series } = listed;
  const complete = listed.runs.filter(({ isComplete }) => isComplete);
  const cases = complete[0]?.total ?? 0;
  const recent = complete.filter(({ startedAt }) => startedAt >= now - FORTNIGHT_MS).length;
  const runLimit = standingRunLimit(cases);
  const mostRuns = Math.max(runLimit, Math.min(recent, Math.floor(MOST_ATTEMPTS / Math.max(1, cases))));
  const runs = complete.length === 0 ? [] : readSeriesRuns(database, series, { limit: mostRuns });
  const examined = runs.slice(0, runLimit);
  const standings = seriesStandings(examined);
  const summary = summarizeSeries(examined, standings);
  const running = listed.runs.find(({ status }) => status === 'running');
  const newestComplete = listed.runs.findIndex(({ isComplete }) => isComplete);
  const newerRuns = newestComplete === -1 ? listed.runs : listed.runs.slice(0, newestComplete);
  const changes = changesBefore(summary, examined, standings.cases);
  return {
    listed,
    runs,
    events: standings.events,
    overview: {
      ...series,
      summary,
      newest: newestFigures(examined[0]),
      strip: runStrip(examined, standings.events),
      ...(changes && { changes }),
      ...(running && { running: running.runId }),
      partialSince: newerRuns.filter(({ status }) => status !== 'running').length,
    },
  };
}

function newestFigures(run: PastRunSummary | undefined): SeriesOverview['newest'] {
  if (run === undefined) return null;
  const tallies = [...run.cases.values()];
  return {
    runId: run.runId,
    startedAt: run.startedAt,
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    judged: tallies.reduce((sum, { judged }) => sum + judged, 0),
  };
}

function runStrip(newestFirst: readonly PastRunSummary[], events: readonly SeriesEvent[]): string {
  const outages = new Set(
    events.flatMap(({ kind, runs }) => (kind === 'outage' ? runs.map(({ runId }) => runId) : [])),
  );
  const letters = newestFirst.slice(0, STRIP).map(({ runId, cases }): RunLetter => {
    if (outages.has(runId)) return 'O';
    const judged = [...cases.values()].filter((tally) => tally.judged > 0);
    if (judged.length === 0) return '-';
    return judged.every(({ passed, judged: all, isGood }) => passed === all || isGood === true) ? 'P' : 'F';
  });
  return letters.toReversed().join('');
}

/** What changed before the largest group of failing cases broke; undefined if nothing is known. */
function changesBefore(
  { failing }: SeriesSummary,
  runs: readonly PastRunSummary[],
  standings: ReturnType<typeof seriesStandings>['cases'],
): string[] | undefined {
  const id = failing[0]?.neverPassed === false ? failing[0].ids[0] : undefined;
  const standing = id === undefined ? undefined : standings.get(id);
  if (id === undefined || standing === undefined) return undefined;
  const [now, ...earlier] = runs.flatMap((run) => outcomesIn(run, id));
  const past = now && summarizePast(now, earlier, { standing, isNewlyFailing: false });
  return past?.changes?.length === 0 ? undefined : past?.changes;
}

function withCause(series: SeriesOverview, causesOf: OverviewRequest['causesOf']): SeriesOverview {
  const { summary, newest, suiteKey } = series;
  if (newest === null || summary.failing.length === 0) return series;
  const failures = causesOf(newest.runId);
  if (failures === undefined) return series;
  const failing = new Set(summary.failing.flatMap(({ ids }) => ids));
  const counted = failures.groups.map(({ headline, cases }) => ({
    headline,
    cases: cases.filter((each) => each.suiteKey === suiteKey && failing.has(each.id)).length,
  }));
  const [most] = counted.filter(({ cases }) => cases > 0).toSorted((one, other) => other.cases - one.cases);
  return most === undefined ? series : { ...series, cause: most };
}
