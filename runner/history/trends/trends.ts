import { caseKey } from '../../fold/index.ts';
import { spansSeveralSeries } from '../../format/index.ts';
import type { Database } from '../db/index.ts';
import { applyFaultReviews } from '../read/apply-fault-reviews.ts';
import { createContentReader } from '../read/read-outcomes.ts';
import { readCachedOutcomes } from './cached-outcomes.ts';
import { findCommonCases, limitFiguresToCommonCases } from './common-cases.ts';
import { countFaultsOfCase } from './faults-of-cases.ts';
import { readTrendCaseHealth, type TrendEvent } from './trend-case-health.ts';
import { type CaseFigures, type CaseRowOfRuns, collectTrendCases } from './trend-cases.ts';
import {
  listTrendSeries,
  type TrendChoice,
  toAgentChoices,
  toConnectorChoices,
  toSimulatorChoices,
  toSuiteChoices,
} from './trend-choices.ts';
import { computeTrendDifference, type TrendDifference } from './trend-difference.ts';
import { findTrendMarkers, type TrendMarker } from './trend-markers.ts';
import { readTrendRuns, type StoredTrendRun, type TrendRun } from './trend-runs.ts';
import { connectorKey, EVERY_CONNECTOR, EVERY_SIMULATOR, EVERY_SUITE, type TrendWindow } from './trend-window.ts';

type SuiteCases = { suiteKey: string; cases: string };

const MAX_SEARCHED_SUITES = 50;

/**
 * Returns suites whose last run took place before the given run and judged exactly the same cases. A suite is
 * identified by its path, so a renamed file starts a new trend.
 */
function findFormerSuiteKeys(database: Database, first: TrendRun | undefined): string[] {
  if (first === undefined || first.counts.passed + first.counts.failed === 0) return [];
  const rows = database.sqlite
    .prepare<unknown[], SuiteCases>(
      `SELECT suite_key AS suiteKey, figures ->> 'cases' AS cases FROM (
         SELECT suite_key, figures, ordinal,
                ROW_NUMBER() OVER (PARTITION BY suite_key ORDER BY ordinal DESC) AS age
         FROM runs WHERE deleted_at IS NULL AND status <> 'running' AND suite_key <> :suiteKey
       ) WHERE age = 1 AND ordinal < (SELECT ordinal FROM runs WHERE id = :runId) ORDER BY ordinal DESC LIMIT :limit`,
    )
    .all({ suiteKey: first.suiteKey, runId: first.runId, limit: MAX_SEARCHED_SUITES });
  return rows.filter(({ cases }) => cases === first.figures.cases).map(({ suiteKey }) => suiteKey);
}

/** The results of the runs of a suite or an agent over time. */
export type Trends = {
  suites: TrendChoice[];
  /** The agents of the selected suite. */
  agents: TrendChoice[];
  /** The connectors of the selected suite and agent; `-` stands for runs whose connector is unknown. */
  connectors: TrendChoice[];
  /** The selected connector; `*` for all. */
  connector: string;
  /** The simulators of the selected suite, agent and connector; `-` stands for rule-based users. */
  simulators: TrendChoice[];
  /** The selected simulator; `*` for all. */
  simulator: string;
  /** The selected suite: the requested suite, otherwise the suite that ran last. Empty if there are no runs. */
  suiteKey: string;
  agentId: string;
  /** The runs, oldest first. */
  runs: TrendRun[];
  /** The number of partial runs that are left out, because only some of their cases were selected. */
  leftOut: number;
  /** True if the window has older runs than are shown. */
  more: boolean;
  markers: TrendMarker[];
  /** Runs in which most cases failed together; empty if runs of several series are shown. */
  events: TrendEvent[];
  /** The results by case, for the latest runs only: `from` is the index of the first of these runs. */
  cases: { from: number; total: number; rows: CaseRowOfRuns[]; slowest: CaseFigures[] };
  /** The number of cases with the same content in all runs; null unless only these cases are shown. */
  same: { kept: number; total: number } | null;
  difference: TrendDifference | null;
  /** Other suites whose newest run had the same cases; the suite may have been renamed. */
  renamed: string[];
};

export type TrendsRequest = {
  suiteKey: string;
  agentId: string;
  /** The connector whose runs to show: empty for the connector of the newest complete run, `*` for all. */
  connector?: string;
  /**
   * The simulator whose runs to show: empty or null for the one of the newest complete run, `*` for all, `-` for
   * rule-based users.
   */
  simulator?: string | null;
  window: TrendWindow;
  same: boolean;
  now: number;
};

const MAX_ROWS = 500;
const MAX_SLOWEST_CASES = 10;
const MAX_FLAKIEST_CASES = 10;

export function readTrends(database: Database, query: TrendsRequest): Trends {
  const choices = listTrendSeries(database);
  const suiteKey = query.suiteKey === '' ? (choices[0]?.suiteKey ?? '') : query.suiteKey;
  const ofSuite = choices.filter((row) => suiteKey === EVERY_SUITE || row.suiteKey === suiteKey);
  const ofAgent = ofSuite.filter(({ agentId }) => ['', agentId].includes(query.agentId));
  const connectors = toConnectorChoices(ofAgent);
  const connector = query.connector || (connectors[0]?.key ?? EVERY_CONNECTOR);
  const simulators = toSimulatorChoices(
    ofAgent.filter((row) => [EVERY_CONNECTOR, connectorKey(row.connector)].includes(connector)),
  );
  const simulator = query.simulator || (simulators[0]?.key ?? EVERY_SIMULATOR);
  const trend = readTrendRuns(database, { ...query, suiteKey, connector, simulator });
  const contentOf = cacheByRun(createContentReader(database));
  const recentRuns = selectRecentRuns(trend.runs);
  const outcomes = recentRuns.map((run) =>
    readCachedOutcomes(database, { runId: run.runId, attempts: countAttempts(run) }),
  );
  const same = query.same ? findCommonCases(recentRuns, contentOf) : undefined;
  const runs =
    same === undefined ? trend.runs : limitFiguresToCommonCases(database, { runs: recentRuns, outcomes, same });
  const from = runs.length - recentRuns.length;
  // The behaviour of cases (such as flaky or broken) is computed for a single series, because mixing several would make
  // cases look flaky.
  const isMixed = spansSeveralSeries(recentRuns);
  const cases = isMixed ? { rows: [], tallies: [] } : collectTrendCases(outcomes, same?.kept);
  const caseHealth = readTrendCaseHealth(database, {
    rows: cases.rows.slice(0, MAX_ROWS),
    runs: isMixed ? [] : recentRuns,
  });
  return {
    suites: toSuiteChoices(choices),
    agents: toAgentChoices(ofSuite),
    connectors,
    connector,
    simulators,
    simulator,
    suiteKey,
    agentId: query.agentId,
    runs: applyFaultReviews(
      database,
      runs.map(({ made: _, ...run }) => run),
      same === undefined ? undefined : ({ suiteKey: key, caseId }) => same.kept.has(caseKey(key, caseId)),
    ),
    leftOut: trend.leftOut,
    more: trend.more || runs.length < trend.runs.length,
    markers: findTrendMarkers(trend.runs.slice(-runs.length), contentOf),
    events: caseHealth.events,
    cases: {
      from,
      total: cases.rows.length,
      rows: withFaults(database, caseHealth.rows, recentRuns),
      slowest: selectSlowestCases(cases.rows),
    },
    same: same === undefined ? null : { kept: same.kept.size, total: same.kept.size + same.others.size },
    difference: suiteKey === EVERY_SUITE ? null : computeTrendDifference(database, { runs, kept: same?.kept }),
    renamed: suiteKey === EVERY_SUITE ? [] : findFormerSuiteKeys(database, trend.runs[0]),
  };
}

/** Adds the faults to the first rows only, because the page shows no others. */
function withFaults(database: Database, rows: CaseRowOfRuns[], runs: readonly TrendRun[]): CaseRowOfRuns[] {
  const runIds = runs.map(({ runId }) => runId);
  const withCounts = rows
    .slice(0, MAX_FLAKIEST_CASES)
    .map((row) => ({ ...row, faults: countFaultsOfCase(database, row, runIds) }));
  return [...withCounts, ...rows.slice(MAX_FLAKIEST_CASES)];
}

function cacheByRun<Found>(read: (runId: string) => Found): (runId: string) => Found {
  const cache = new Map<string, Found>();
  return (runId) => {
    const value = cache.get(runId) ?? read(runId);
    cache.set(runId, value);
    return value;
  };
}

/** The maximum numbers of runs and attempts that are read by case, so that the cost does not grow with the history. */
const MAX_RUNS_READ_BY_CASE = 100;
const MAX_ATTEMPTS_READ_BY_CASE = 200_000;

function selectRecentRuns(runs: readonly StoredTrendRun[]): StoredTrendRun[] {
  const recentRuns: StoredTrendRun[] = [];
  let attempts = 0;
  for (const run of runs.slice(-MAX_RUNS_READ_BY_CASE).toReversed()) {
    attempts += countAttempts(run);
    if (attempts > MAX_ATTEMPTS_READ_BY_CASE && recentRuns.length > 1) break;
    recentRuns.push(run);
  }
  return recentRuns.toReversed();
}

function countAttempts({ counts }: TrendRun): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

function selectSlowestCases(rows: readonly CaseRowOfRuns[]): CaseFigures[] {
  return rows
    .filter(({ p50Ms }) => p50Ms !== null)
    .toSorted((left, right) => (right.p50Ms ?? 0) - (left.p50Ms ?? 0))
    .slice(0, MAX_SLOWEST_CASES)
    .map(({ cells: _, ...figures }) => figures);
}
