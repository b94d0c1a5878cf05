import type { SeriesEvent } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { standingsOfSeries } from '../read/standings.ts';
import { seriesOfRow } from '../runs/series.ts';
import { seriesOfSuite } from '../runs/series-of-suite.ts';
import type { CaseRowOfRuns } from './trend-cases.ts';
import type { TrendRun } from './trend-runs.ts';

/** Runs one after the other in which most cases fell together. */
export type TrendEvent = Pick<SeriesEvent, 'kind' | 'reason' | 'runs' | 'over'> & { cases: number };

type Standings = { rows: CaseRowOfRuns[]; events: TrendEvent[] };

/**
 * Says of each case how it stands now, and in which runs of the series most cases fell together. A case that passed in
 * all of the runs is as expected and needs no word.
 */
export function trendStandings(
  database: Database,
  { rows, runs }: { rows: readonly CaseRowOfRuns[]; runs: readonly TrendRun[] },
): Standings {
  const head = runs.at(-1);
  if (head === undefined) return { rows: [], events: [] };
  const suites = [...new Set(rows.map(({ suiteKey }) => suiteKey))];
  const bySuite = new Map(
    suites.flatMap((suiteKey) => {
      const [newest] = seriesOfSuite(database, suiteKey);
      const series = suiteKey === head.suiteKey ? seriesOfRow(head) : newest;
      return series === undefined ? [] : [[suiteKey, standingsOfSeries(database, series, rows.length)] as const];
    }),
  );
  const ids = new Set(runs.map(({ runId }) => runId));
  const events = [...bySuite.values()].flatMap((standings) => standings.events);
  return {
    rows: rows.map((row) => {
      const standing = bySuite.get(row.suiteKey)?.cases.get(row.caseId);
      return standing === undefined || row.passed === row.judged ? row : { ...row, standing };
    }),
    events: events
      .filter((event) => event.runs.some(({ runId }) => ids.has(runId)))
      .map(({ cases, ...event }) => ({ ...event, cases: cases.size })),
  };
}
