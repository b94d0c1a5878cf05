import { toSeriesKey } from '../../format/index.ts';
import type { Database } from '../db/index.ts';
import { listRuns, type RunListItem } from '../read/list-runs.ts';
import { IS_JUDGED_SQL } from '../read/read-outcomes.ts';
import { toRunSeries } from '../runs/series.ts';
import { type PassRatePoint, readLastPassRates } from './trend-runs.ts';

/** The newest runs, with the trend and stability that the list shows next to each. */
export type RunsPage = {
  runs: RunListItem[];
  hasMore: boolean;
  /** The recent pass rates of every series in the list, by the key that `toSeriesKey` returns. */
  trends: Record<string, PassRatePoint[]>;
  /** The stability of each run by run id; only for runs with several attempts per case. */
  stability: Record<string, StableCases>;
};

const MAX_CHART_POINTS = 24;

export function readRunsPage(database: Database, { text, limit }: { text: string; limit: number }): RunsPage {
  const matches = listRuns(database, { limit: limit + 1, text });
  const runs = matches.slice(0, limit);
  const repeatedRuns = runs.filter(
    ({ attempts, autoRuns, status }) => attempts > 1 && autoRuns !== true && status !== 'running',
  );
  const series = new Map(runs.map((run) => [toSeriesKey(run), toRunSeries(run)]));
  return {
    runs,
    hasMore: matches.length > limit,
    trends: Object.fromEntries(
      [...series].map(([key, seriesOfRun]) => [key, readLastPassRates(database, seriesOfRun, MAX_CHART_POINTS)]),
    ),
    stability: countStableCases(
      database,
      repeatedRuns.map(({ runId }) => runId),
    ),
  };
}

/** The number of cases of a run that were judged, and the number of these that passed in every attempt. */
type StableCases = { stable: number; judged: number };

function countStableCases(database: Database, runIds: readonly string[]): Record<string, StableCases> {
  const rows = database.sqlite
    .prepare<[string], { runId: string } & StableCases>(
      `SELECT run_id AS runId, SUM(bad = 0) AS stable, COUNT(*) AS judged FROM (
         SELECT run_id, SUM(status <> 'passed') AS bad FROM attempts
         WHERE run_id IN (SELECT value FROM json_each(?)) AND ${IS_JUDGED_SQL}
         GROUP BY run_id, suite_key, case_id)
       GROUP BY run_id`,
    )
    .all(JSON.stringify(runIds));
  return Object.fromEntries(rows.map(({ runId, stable, judged }) => [runId, { stable, judged }]));
}
