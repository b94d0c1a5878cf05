import type { SeriesEvent } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { readCurrentCaseHealth } from '../read/case-health.ts';
import { toRunSeries } from '../runs/series.ts';
import { listSeriesOfSuite } from '../runs/series-of-suite.ts';
import type { CaseRowOfRuns } from './trend-cases.ts';
import type { TrendRun } from './trend-runs.ts';

/** A stretch of consecutive runs in which most cases failed together. */
export type TrendEvent = Pick<SeriesEvent, 'kind' | 'reason' | 'runs' | 'over'> & { cases: number };

type TrendCaseHealth = { rows: CaseRowOfRuns[]; events: TrendEvent[] };

/**
 * Adds the current health state (such as broken or flaky) to each case, and finds the runs of the series in which most
 * cases failed together. Cases that passed in all runs get no state.
 */
export function readTrendCaseHealth(
  database: Database,
  { rows, runs }: { rows: readonly CaseRowOfRuns[]; runs: readonly TrendRun[] },
): TrendCaseHealth {
  const newestRun = runs.at(-1);
  if (newestRun === undefined) return { rows: [], events: [] };
  const suites = [...new Set(rows.map(({ suiteKey }) => suiteKey))];
  const bySuite = new Map(
    suites.flatMap((suiteKey) => {
      const [newestSeries] = listSeriesOfSuite(database, suiteKey);
      const series = suiteKey === newestRun.suiteKey ? toRunSeries(newestRun) : newestSeries;
      return series === undefined ? [] : [[suiteKey, readCurrentCaseHealth(database, series, rows.length)] as const];
    }),
  );
  const ids = new Set(runs.map(({ runId }) => runId));
  const events = [...bySuite.values()].flatMap((health) => health.events);
  return {
    rows: rows.map((row) => {
      const caseHealth = bySuite.get(row.suiteKey)?.cases.get(row.caseId);
      return caseHealth === undefined || row.passed === row.judged ? row : { ...row, standing: caseHealth };
    }),
    events: events
      .filter((event) => event.runs.some(({ runId }) => ids.has(runId)))
      .map(({ cases, ...event }) => ({ ...event, cases: cases.size })),
  };
}
