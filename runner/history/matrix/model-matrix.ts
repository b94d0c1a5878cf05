import type { Database } from '../db/index.ts';
import { completeRunCondition } from '../runs/complete-runs.ts';
import { type RunSeries, seriesCondition } from '../runs/series.ts';
import { listTrendSeries } from '../trends/trend-choices.ts';
import { computeRunFigures, type RunMatrixFigures, readCaseSums } from './matrix-figures.ts';

/** The newest complete run of a suite and an agent on a connector. */
export type ModelMatrixCell = RunMatrixFigures & NewestRun & { connector: string | null };
type NewestRun = { runId: string; currency: string | null };
export type ModelMatrixRow = { suiteKey: string; agentId: string; cells: (ModelMatrixCell | null)[] };
export type ModelMatrix = { connectors: (string | null)[]; rows: ModelMatrixRow[] };

/**
 * The maximum number of connectors that are shown, those that ran most recently: more columns would not be readable.
 */
const MAX_MODELS = 12;
const MAX_SUITES = 100;

/** The newest complete run of every suite and agent on each connector, starting with the suites that ran last. */
export function readModelMatrix(database: Database): ModelMatrix {
  const suites = new Map<string, { suiteKey: string; agentId: string; columns: ModelMatrixCell[] }>();
  for (const { suiteKey, agentId, connector, simulator } of listTrendSeries(database)) {
    const key = JSON.stringify([suiteKey, agentId]);
    const suite = suites.get(key) ?? { suiteKey, agentId, columns: [] };
    if (suites.size === MAX_SUITES && suite.columns.length === 0) continue;
    const run = findNewestCompleteRun(database, { suiteKey, agentId, connector, simulator });
    if (run === undefined) continue;
    suites.set(key, suite);
    suite.columns.push({ ...computeRunFigures(readCaseSums(database, run.runId)), ...run, connector });
  }
  const rows = [...suites.values()];
  const connectors = [...new Set(rows.flatMap(({ columns }) => columns.map(({ connector }) => connector)))].slice(
    0,
    MAX_MODELS,
  );
  return {
    connectors,
    rows: rows.map(({ columns, ...suite }) => ({
      ...suite,
      cells: connectors.map((connector) => columns.find((column) => column.connector === connector) ?? null),
    })),
  };
}

function findNewestCompleteRun({ sqlite }: Database, series: RunSeries): NewestRun | undefined {
  return sqlite
    .prepare<[RunSeries], NewestRun>(
      `SELECT id AS runId, options ->> 'currency' AS currency FROM runs
       WHERE ${seriesCondition()} AND ${completeRunCondition()} AND deleted_at IS NULL ORDER BY ordinal DESC LIMIT 1`,
    )
    .get(series);
}
