import { and, desc, eq, gte, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { runs } from '../../../drizzle/schema/index.ts';
import type { Database } from '../db/index.ts';
import { type RunListItem, toRunListItem } from '../read/list-runs.ts';
import { parseAgentParts, type StoredAgentParts } from '../runs/agent-parts.ts';
import { isCompleteRun, noForkOrExperimentCondition } from '../runs/complete-runs.ts';
import { type RunFigures, runFiguresSchema } from '../runs/run-figures.ts';
import type { RunSeries } from '../runs/series.ts';
import { suiteSeriesCondition } from '../runs/suite-series-condition.ts';
import {
  EVERY_CONNECTOR,
  EVERY_SIMULATOR,
  EVERY_SUITE,
  NO_CONNECTOR,
  RULE_BASED_SIMULATOR,
  type TrendWindow,
} from './trend-window.ts';

/** A run as a point of the trends. */
export type TrendRun = RunListItem & {
  gitCommit: string | null;
  toolVersion: string;
  /**
   * True if the run was stopped or only some cases were selected. Its pass rate cannot be compared with that of a
   * complete run.
   */
  partial: boolean;
  figures: RunFigures;
};

/** A run of the trends, with fields that are not sent to the browser. */
export type StoredTrendRun = TrendRun & { made: readonly StoredAgentParts[] };

export type TrendRuns = {
  /** The runs of the trend, oldest first. */
  runs: StoredTrendRun[];
  /**
   * The number of runs in the time window that are left out because they were stopped or had only some of the cases.
   */
  leftOut: number;
  /** True if the window has more runs than are shown. */
  more: boolean;
};

type TrendRequest = {
  suiteKey: string;
  agentId: string;
  connector: string;
  simulator: string;
  window: TrendWindow;
  now: number;
};

export const MAX_RUNS = 1_000;
const DAY_MS = 86_400_000;

/**
 * Returns the finished runs of a time window, without deleted ones. Partial and stopped runs are left out, unless there
 * are no others.
 */
export function readTrendRuns(database: Database, request: TrendRequest): TrendRuns {
  const { suiteKey, agentId, connector, simulator, window, now } = request;
  const { limit, since } = parseWindow(window, now);
  const candidates = listFinishedRuns(
    database,
    MAX_RUNS + 1,
    suiteKey === EVERY_SUITE ? undefined : eq(runs.suiteKey, suiteKey),
    agentId === '' ? undefined : eq(runs.agentId, agentId),
    connector === EVERY_CONNECTOR
      ? undefined
      : sql`${runs.connector} IS ${connector === NO_CONNECTOR ? null : connector}`,
    simulator === EVERY_SIMULATOR
      ? undefined
      : sql`${runs.simulator} IS ${simulator === RULE_BASED_SIMULATOR ? null : simulator}`,
    since === undefined ? undefined : gte(runs.startedAt, since),
  );
  const completeRuns = candidates.filter((run) => run.whole);
  const selected = (completeRuns.length === 0 ? candidates : completeRuns).slice(0, limit);
  const points = selected.map(({ row, whole: isOfAll }): StoredTrendRun => {
    const { gitCommit, toolVersion, agentParts } = row;
    const details = { figures: runFiguresSchema.parse(row.figures), made: parseAgentParts(agentParts) };
    return { ...toRunListItem(row), gitCommit, toolVersion, partial: !isOfAll, ...details };
  });
  return {
    runs: points.toReversed(),
    leftOut: completeRuns.length === 0 ? 0 : countPartialRuns(candidates, selected.at(-1)?.row.ordinal ?? 0),
    more: selected.length === MAX_RUNS && candidates.length > MAX_RUNS,
  };
}

/** The pass rate of a suite's run, for a sparkline. `passRate` is 0 to 1, null if nothing was judged. */
export type PassRatePoint = Pick<TrendRun, 'runId' | 'passRate'>;

/** The latest runs of a series, oldest first; complete runs only, if there are any. */
export function readLastPassRates(database: Database, series: RunSeries, limit: number): PassRatePoint[] {
  const completeRuns = listFinishedRuns(database, limit, ...suiteSeriesCondition(series), isCompleteRun);
  const candidates =
    completeRuns.length === 0 ? listFinishedRuns(database, limit, ...suiteSeriesCondition(series)) : completeRuns;
  return candidates
    .map(({ row }) => toRunListItem(row))
    .map(({ runId, passRate }) => ({ runId, passRate }))
    .toReversed();
}

type StoredFinishedRun = { row: typeof runs.$inferSelect; whole: boolean };

/** Returns the finished runs, newest first. */
function listFinishedRuns(database: Database, limit: number, ...conditions: (SQL | undefined)[]): StoredFinishedRun[] {
  return database.orm
    .select({ row: runs, whole: isCompleteRun })
    .from(runs)
    .where(
      and(
        ...conditions,
        ne(runs.status, 'running'),
        isNull(runs.deletedAt),
        sql.raw(noForkOrExperimentCondition('runs')),
      ),
    )
    .orderBy(desc(runs.ordinal))
    .limit(limit)
    .all();
}

function countPartialRuns(foundRuns: readonly StoredFinishedRun[], oldestOrdinal: number): number {
  return foundRuns.filter(({ row, whole }) => !whole && row.ordinal >= oldestOrdinal).length;
}

function parseWindow(window: TrendWindow, now: number): { limit: number; since?: number } {
  if (window === 'all') return { limit: MAX_RUNS };
  const days = /^(\d+)d$/.exec(window)?.[1];
  if (days === undefined) return { limit: Number(window) };
  return { limit: MAX_RUNS, since: now - Number(days) * DAY_MS };
}
