import { type Interval, passRateBand, stabilityClass } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { select } from '../db/select.ts';
import { IS_JUDGED } from '../read/read-outcomes.ts';
import { ranSeriesCondition, type Series, seriesCondition } from '../runs/series.ts';
import { seriesOfSuite } from '../runs/series-of-suite.ts';
import { completeRunCondition } from '../runs/whole-runs.ts';
import { trendChoices } from './trend-choices.ts';

/** The results of the newest complete run of a series, overall or for one case. Means are per attempt. */
export type ModelFigures = {
  passed: number;
  judged: number;
  meanMs: number | null;
  /** Null if no connector has token prices. */
  meanCost: number | null;
};

export type ModelColumn = ModelFigures & {
  connector: string | null;
  runId: string;
  startedAt: number;
  band: Interval | null;
  /** The number of repeated cases, and how many of them are stable. */
  repeated: number;
  stable: number;
};

export type ModelRow = { caseId: string; cells: (ModelFigures | null)[] };

/** The cases of a suite with one agent, compared across its connectors, and its runs in progress. */
export type ModelsOfSuite = {
  columns: ModelColumn[];
  rows: ModelRow[];
  running: { runId: string; connector: string | null }[];
};

/** The most recently run connectors are shown; more columns would not be readable. */
const MOST_MODELS = 12;

type SuiteOfAgent = Pick<Series, 'suiteKey' | 'agentId'>;

/** Compares the newest complete runs of a suite and an agent, one for each connector. */
export function modelsOfSuite(database: Database, { suiteKey, agentId }: SuiteOfAgent): ModelsOfSuite {
  const columns = seriesOfSuite(database, suiteKey)
    .filter((series) => series.agentId === agentId)
    .filter(({ connector }, index, all) => all.findIndex((one) => one.connector === connector) === index)
    .slice(0, MOST_MODELS)
    .flatMap((series) => {
      const run = newestCompleteRun(database, series);
      return run === undefined ? [] : [{ series, run, cases: readCaseSums(database, run.runId, suiteKey) }];
    });
  const ids = new Set(columns.flatMap(({ cases }) => [...cases.keys()]));
  return {
    columns: columns.map(({ series, run, cases }) => toColumn(series.connector, run, [...cases.values()])),
    rows: [...ids].map((caseId) => ({ caseId, cells: columns.map(({ cases }) => optionalFigures(cases.get(caseId))) })),
    running: runningNow(database, { suiteKey, agentId }),
  };
}

function runningNow({ sqlite }: Database, suite: SuiteOfAgent): ModelsOfSuite['running'] {
  return select(
    sqlite,
    'runs',
    { runId: 'id', connector: 'connector' },
    "WHERE status = 'running' AND suite_key = :suiteKey AND agent_id = :agentId AND deleted_at IS NULL ORDER BY ordinal",
  ).all(suite);
}

export type SuiteOfModels = { suiteKey: string; agentId: string; cells: (ModelColumn | null)[] };
export type ModelsOfSuites = { connectors: (string | null)[]; rows: SuiteOfModels[] };

const MOST_SUITES = 100;

/** The newest complete run of every suite and agent on each connector; first the suites that ran last. */
export function modelsOfSuites(database: Database): ModelsOfSuites {
  const suites = new Map<string, { suiteKey: string; agentId: string; columns: ModelColumn[] }>();
  for (const { suiteKey, agentId, connector, simulator } of trendChoices(database)) {
    const key = JSON.stringify([suiteKey, agentId]);
    const suite = suites.get(key) ?? { suiteKey, agentId, columns: [] };
    if (suites.size === MOST_SUITES && suite.columns.length === 0) continue;
    const run = findNewestRun(database, { suiteKey, agentId, connector, simulator });
    if (run === undefined) continue;
    suites.set(key, suite);
    suite.columns.push(toColumn(connector, run, [...readCaseSums(database, run.runId).values()]));
  }
  const rows = [...suites.values()];
  const connectors = [...new Set(rows.flatMap(({ columns }) => columns.map(({ connector }) => connector)))].slice(
    0,
    MOST_MODELS,
  );
  return {
    connectors,
    rows: rows.map(({ columns, ...suite }) => ({
      ...suite,
      cells: connectors.map((connector) => columns.find((column) => column.connector === connector) ?? null),
    })),
  };
}

type CompleteRunRow = { runId: string; startedAt: number };

/** Includes runs of several suites, if this suite is one of them. */
function newestCompleteRun({ sqlite }: Database, series: Series): CompleteRunRow | undefined {
  return newestCompleteRuns({ sqlite }, ranSeriesCondition('runs')).get(series);
}

function findNewestRun({ sqlite }: Database, series: Series): CompleteRunRow | undefined {
  return newestCompleteRuns({ sqlite }, seriesCondition()).get(series);
}

function newestCompleteRuns({ sqlite }: Pick<Database, 'sqlite'>, isOfSeries: string) {
  return select(
    sqlite,
    'runs',
    { runId: 'id', startedAt: 'startedAt' },
    `WHERE ${isOfSeries} AND ${completeRunCondition()} AND deleted_at IS NULL ORDER BY ordinal DESC LIMIT 1`,
  );
}

type CaseSums = { caseId: string; passed: number; judged: number; ms: number; cost: number | null; priced: number };

/** Sums by case id, in the order in which the cases started; with `suiteKey`, only the cases of that suite. */
function readCaseSums({ sqlite }: Database, runId: string, suiteKey?: string): Map<string, CaseSums> {
  const sums = sqlite
    .prepare<[{ runId: string; suiteKey: string | null }], CaseSums>(
      `SELECT case_id AS caseId, SUM(status = 'passed') AS passed, COUNT(*) AS judged, SUM(duration_ms) AS ms,
              SUM(cost) AS cost, COUNT(cost) AS priced
       FROM attempts WHERE run_id = :runId AND (:suiteKey IS NULL OR suite_key = :suiteKey) AND ${IS_JUDGED}
       GROUP BY suite_key, case_id ORDER BY MIN(first_seq)`,
    )
    .all({ runId, suiteKey: suiteKey ?? null });
  return new Map(sums.map((sum) => [sum.caseId, sum]));
}

function toColumn(connector: string | null, run: CompleteRunRow, cases: readonly CaseSums[]): ModelColumn {
  const total = { caseId: '', passed: 0, judged: 0, ms: 0, cost: 0, priced: 0 };
  for (const { passed, judged, ms, cost, priced } of cases) {
    total.passed += passed;
    total.judged += judged;
    total.ms += ms;
    total.cost += cost ?? 0;
    total.priced += priced;
  }
  const repeated = cases.filter(({ judged }) => judged > 1);
  return {
    ...toFigures(total),
    ...run,
    connector,
    band: cases.length === 0 ? null : passRateBand(cases),
    repeated: repeated.length,
    stable: repeated.filter(({ passed, judged }) => stabilityClass(passed / judged) === 'stable').length,
  };
}

function optionalFigures(sums: CaseSums | undefined): ModelFigures | null {
  return sums === undefined ? null : toFigures(sums);
}

function toFigures({ passed, judged, ms, cost, priced }: CaseSums): ModelFigures {
  return {
    passed,
    judged,
    meanMs: judged === 0 ? null : ms / judged,
    meanCost: priced === 0 || cost === null ? null : cost / priced,
  };
}
