import { toSeriesKey } from '../../format/index.ts';
import type { BaselineSelection } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { selectRows } from '../db/select.ts';
import { storedBeforeCondition } from '../order/stored-before.ts';
import { completeRunCondition } from '../runs/complete-runs.ts';
import { type RunSeries, seriesCondition, toRunSeries } from '../runs/series.ts';

/** The number of runs to check, up to and including the baseline. */
const MAX_RUNS = 10;
/** The minimum number of runs for which a selection is reported: the better of only two runs proves nothing. */
const MIN_RUNS = 3;

type ComparedRuns = { baseId: string; headId: string };
type RunRateRow = { id: string; rate: number | null };

/**
 * Reports that the choice of a baseline makes a comparison less certain than its p-value says: the baseline had the
 * highest pass rate among the last complete runs of its series, or other runs were already compared with it.
 */
export function assessBaselineSelection(database: Database, { baseId, headId }: ComparedRuns): BaselineSelection {
  const base = readSeriesOfRun(database, baseId);
  if (base === undefined || isOfAnotherSeries(base, readSeriesOfRun(database, headId))) return {};
  const before = readRunRatesUpTo(database, base);
  const runsBetween = database.sqlite
    .prepare<unknown[], number>(
      `SELECT COUNT(*) FROM runs WHERE ${COMPLETE_RUNS_OF_SERIES_SQL} AND ordinal > :ordinal AND ${storedBeforeCondition()}`,
    )
    .pluck()
    .get({ ...toRunSeries(base), ordinal: base.ordinal, before: headId });
  return {
    ...findSelectionBias(before, baseId),
    ...(runsBetween === undefined || runsBetween === 0 ? {} : { looks: runsBetween + 1 }),
  };
}

const COMPLETE_RUNS_OF_SERIES_SQL = `${seriesCondition()} AND ${completeRunCondition()} AND deleted_at IS NULL`;

type RunOfSeries = RunSeries & { ordinal: number };

function readSeriesOfRun({ sqlite }: Database, runId: string): RunOfSeries | undefined {
  return selectRows(sqlite, 'runs', ['suiteKey', 'agentId', 'connector', 'simulator', 'ordinal'], 'WHERE id = ?').get(
    runId,
  );
}

function isOfAnotherSeries(base: RunSeries, head: RunSeries | undefined): boolean {
  if (head === undefined) return false;
  return toSeriesKey(base) !== toSeriesKey(head);
}

function readRunRatesUpTo({ sqlite }: Database, base: RunOfSeries): RunRateRow[] {
  return sqlite
    .prepare<unknown[], RunRateRow>(
      `SELECT id, 1.0 * passed / nullif(passed + failed + errors + timeouts, 0) AS rate
       FROM runs WHERE ${COMPLETE_RUNS_OF_SERIES_SQL} AND ordinal <= :ordinal ORDER BY ordinal DESC LIMIT ${MAX_RUNS}`,
    )
    .all({ ...toRunSeries(base), ordinal: base.ordinal });
}

function findSelectionBias(runs: readonly RunRateRow[], baseId: string): BaselineSelection {
  const base = runs.find(({ id }) => id === baseId);
  const others = runs.filter(({ id, rate }) => id !== baseId && rate !== null);
  if (base?.rate === null || base === undefined || others.length + 1 < MIN_RUNS) return {};
  const rate = base.rate;
  return others.every((other) => (other.rate ?? 0) < rate) ? { bestOf: others.length + 1 } : {};
}
