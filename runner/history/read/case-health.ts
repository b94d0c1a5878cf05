import {
  type CaseHealth,
  type CaseRow,
  caseKey,
  countAttemptsOfRow,
  type RunReference,
  type RunState,
} from '../../fold/index.ts';
import { createValueCache, type ValueCache } from '../../values/index.ts';
import {
  assessSeriesHealth,
  type CaseHealthRun,
  type CaseTally,
  countJudged,
  findCaseDecision,
  type SeriesHealth,
} from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { selectRows } from '../db/select.ts';
import { storedBeforeCondition } from '../order/stored-before.ts';
import { parseAgentParts } from '../runs/agent-parts.ts';
import { completeRunCondition } from '../runs/complete-runs.ts';
import { describeSimulatorOfRun, type RunSeries, ranSeriesCondition } from '../runs/series.ts';
import { IS_JUDGED_SQL } from './read-outcomes.ts';

/** The maximum number of runs to read; enough for all attempts on which the health state of a case is based. */
const MAX_RUNS = 50;
const MIN_RUNS = 5;
/** The maximum number of attempts to read, so that fewer runs are read if the runs are large. */
const MAX_ATTEMPTS = 200_000;

/** The results of a past run that are used to compute health states and to analyse failures. */
export type PastRunSummary = CaseHealthRun & { toolVersion: string };

/** The results of the run in this suite, followed by the earlier complete runs of its series, newest first. */
export function readSeriesRunsUpTo(database: Database, run: RunState, suiteKey: string): PastRunSummary[] {
  const rows = run.rows.filter((row) => row.suiteKey === suiteKey);
  const { runId, startedAt = 0, suites, gitCommit = null, toolVersion = '' } = run;
  const newestRun = {
    runId,
    startedAt,
    gitCommit,
    toolVersion,
    agents: suites.filter(({ key }) => key === suiteKey),
    cases: new Map(rows.map((row) => [row.id, tallyAttempts(row)])),
  };
  return [
    newestRun,
    ...readSeriesRuns(database, toSeriesOfSuite(run, suiteKey), {
      before: runId,
      limit: computeCaseHealthRunLimit(rows.length),
    }),
  ];
}

/**
 * Computes the health states (such as broken or flaky) of a suite's cases when a run ended, from that run and the
 * earlier complete runs of its series.
 */
export function assessCaseHealthAtRunEnd(
  database: Database,
  run: RunState,
  suiteKey: string,
  runs: readonly PastRunSummary[] = readSeriesRunsUpTo(database, run, suiteKey),
): SeriesHealth {
  const health = assessSeriesHealth(runs);
  const { runId, startedAt = 0 } = run;
  return { ...health, cases: markNewlyFailing(health.cases, run, { suiteKey, mark: { runId, startedAt } }) };
}

/** Returns the current health states (such as broken or flaky) of a series' cases, from its newest complete runs. */
export function readCurrentCaseHealth(database: Database, series: RunSeries, size = 0): SeriesHealth {
  return assessSeriesHealth(readSeriesRuns(database, series, { limit: computeCaseHealthRunLimit(size) }));
}

/** Returns the series to which one suite of a run belongs, to compute the health states of its cases. */
export function toSeriesOfSuite({ suites, options }: RunState, suiteKey: string): RunSeries {
  const suite = suites.find(({ key }) => key === suiteKey) ?? suites[0];
  return {
    suiteKey,
    agentId: suite?.agentId ?? '',
    connector: options?.connector ?? suite?.connector ?? null,
    simulator: describeSimulatorOfRun(options ?? {}),
  };
}

/** Marks a case with a significant regression as new, even if it also counts as flaky. */
function markNewlyFailing(
  cases: SeriesHealth['cases'],
  { summary }: RunState,
  { suiteKey, mark }: { suiteKey: string; mark: RunReference },
): SeriesHealth['cases'] {
  const newlyFailing = summary?.change === undefined ? [] : summary.change.newlyFailing;
  const ids = new Set(newlyFailing.flatMap((each) => (each.suiteKey === suiteKey ? [each.id] : [])));
  if (ids.size === 0) return cases;
  const overruleFlakyState = (id: string, caseHealth: CaseHealth): CaseHealth =>
    ids.has(id) && caseHealth.state === 'flaky' ? { ...caseHealth, state: 'new', since: mark } : caseHealth;
  return new Map(Array.from(cases, ([id, caseHealth]) => [id, overruleFlakyState(id, caseHealth)]));
}

/** Returns the number of runs from which health states are computed, for runs with this many cases. */
export function computeCaseHealthRunLimit(cases: number): number {
  return Math.max(MIN_RUNS, Math.min(MAX_RUNS, Math.floor(MAX_ATTEMPTS / Math.max(1, cases))));
}

function tallyAttempts(row: CaseRow): CaseTally {
  const counts = countAttemptsOfRow(row);
  const infra = row.attempts.filter(({ setAside, fault }) => setAside === undefined && fault?.by === 'infra').length;
  const isGood = findCaseDecision(row) === 'good';
  return { hash: row.hash, passed: counts.passed, judged: countJudged(counts), infra, ...(isGood && { isGood }) };
}

type SeriesRunLimits = { limit: number; before?: string };

/** The newest complete runs of a series, newest first. */
export function readSeriesRuns(
  database: Database,
  series: RunSeries,
  { limit, before = '' }: SeriesRunLimits,
): PastRunSummary[] {
  const columns = { runId: 'id', startedAt: 'startedAt', gitCommit: 'gitCommit', toolVersion: 'toolVersion' } as const;
  const rows = selectRows(
    database.sqlite,
    'runs',
    { ...columns, agentParts: 'agentParts' },
    `WHERE ${ranSeriesCondition('runs')} AND ${completeRunCondition()} AND deleted_at IS NULL AND ${storedBeforeCondition()} ORDER BY ordinal DESC LIMIT :limit`,
  ).all({ ...series, limit, before });
  const tallies = readTallies(
    database,
    series.suiteKey,
    rows.map(({ runId }) => runId),
  );
  return rows.map(({ agentParts, ...run }) => ({
    ...run,
    agents: parseAgentParts(agentParts === null ? null : JSON.parse(agentParts)),
    cases: tallies.get(run.runId) ?? new Map(),
  }));
}

export type TalliesOfRuns = ReadonlyMap<string, CaseTally>;
type TallyRow = [
  runId: string,
  caseId: string,
  hash: string,
  passed: number,
  judged: number,
  infra: number,
  good: 0 | 1 | null,
];

/** The cache limit for results of past runs, counted in cases. */
const MAX_CACHED_CASES = 200_000;
const talliesCache = new WeakMap<Database['sqlite'], ValueCache<TalliesOfRuns>>();

/**
 * Reads the results of a suite's cases in finished runs, by run. The results are cached, because they do not change.
 */
export function readTallies(
  { sqlite }: Database,
  suiteKey: string,
  runIds: readonly string[],
): Map<string, TalliesOfRuns> {
  const cache = talliesCache.get(sqlite) ?? createValueCache<TalliesOfRuns>(MAX_CACHED_CASES, ({ size }) => size + 1);
  talliesCache.set(sqlite, cache);
  const cacheKey = (runId: string): string => `${runId}\n${suiteKey}`;
  const tallies = new Map<string, TalliesOfRuns>(
    runIds.flatMap((runId) => {
      const cached = cache.get(cacheKey(runId));
      return cached === undefined ? [] : [[runId, cached] as const];
    }),
  );
  const missingRunIds = runIds.filter((runId) => !tallies.has(runId));
  if (missingRunIds.length === 0) return tallies;
  const rows = sqlite
    .prepare<unknown[], TallyRow>(
      `SELECT run_id, case_id, case_hash, SUM(status = 'passed'), COUNT(*), SUM(coalesce(fault_by = 'infra', 0)), MAX(decision = 'good')
       FROM attempts WHERE run_id IN (SELECT value FROM json_each(:runIds)) AND +suite_key = :suiteKey AND ${IS_JUDGED_SQL}
       GROUP BY run_id, case_id`,
    )
    .raw()
    .all({ suiteKey, runIds: JSON.stringify(missingRunIds) });
  const freshTallies = new Map(missingRunIds.map((runId) => [runId, new Map<string, CaseTally>()]));
  for (const [runId, caseId, hash, passed, judged, infra, goodCount] of rows) {
    freshTallies.get(runId)?.set(caseId, { hash, passed, judged, infra, ...(goodCount === 1 && { isGood: true }) });
  }
  for (const [runId, cases] of freshTallies) {
    tallies.set(runId, cases);
    cache.keep(cacheKey(runId), cases);
  }
  return tallies;
}

/** Adds to a finished run the health state (such as broken or flaky) that each case had when the run ended. */
export function withCaseHealth(database: Database, state: RunState): RunState {
  if (state.finishedAt === undefined) return state;
  const bySuite = new Map(state.suites.map(({ key }) => [key, assessCaseHealthAtRunEnd(database, state, key)]));
  const rows = state.rows.map((row): CaseRow => {
    const caseHealth = bySuite.get(row.suiteKey)?.cases.get(row.id);
    return caseHealth === undefined ? row : { ...row, standing: caseHealth };
  });
  return { ...state, rows };
}

/**
 * Returns the health states of a run's cases when the run ended, by case key; leaves out cases that are fine or were
 * not judged.
 */
export function readNotableCaseHealth(database: Database, run: RunState): Record<string, CaseHealth> {
  return Object.fromEntries(
    withCaseHealth(database, run).rows.flatMap(({ suiteKey, id, setAside, standing }) => {
      const isRemarkable = standing !== undefined && standing.state !== 'fine' && standing.state !== 'unknown';
      return isRemarkable && setAside === undefined ? [[caseKey(suiteKey, id), standing]] : [];
    }),
  );
}
