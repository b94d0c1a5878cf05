import { type CaseResult, type CaseStatus, caseStatuses } from '../../contract/index.ts';
import { type CaseHealth, computeCaseStatus } from '../../fold/index.ts';
import type { Database } from '../db/index.ts';
import { completeRunCondition, noForkOrExperimentCondition } from '../runs/complete-runs.ts';
import { type RunSeries, ranSeriesCondition } from '../runs/series.ts';
import { listSeriesOfSuite } from '../runs/series-of-suite.ts';
import { readCurrentCaseHealth } from './case-health.ts';

/**
 * The status of a case and its health state (such as broken or flaky) in the series that ran most recently, and the
 * newest run that contained the case.
 */
export type CaseOutcome = {
  /** The suite of the case; for a case from a CSV table, the suite of its scorer. */
  suiteKey: string;
  caseId: string;
  /** The newest finished run that contained this case. */
  runId: string;
  /**
   * The case's status in the newest complete run of the series that contained it; absent if only partial runs contained
   * it.
   */
  status?: CaseStatus;
  /** The case's current health state (such as broken or flaky), from the complete runs of the series. */
  standing?: CaseHealth;
};

type CaseOutcomeRow = Pick<CaseOutcome, 'suiteKey' | 'caseId'> & {
  statuses: string;
  decision: CaseResult['decision'] | null;
};

/** The number of newest runs that are searched. A case that none of them contains has no outcome. */
const MAX_SEARCHED_RUNS = 20;

/** The outcomes of the cases in a file. Leaves out cases that no finished run contained. */
export function listCaseOutcomes(database: Database, file: string): CaseOutcome[] {
  const outcomes = listSuiteKeysOfFile(database, file).flatMap((suiteKey) => listSuiteOutcomes(database, suiteKey));
  // Rows of a table may have the same id. Failures come last, so that they win when the caller builds a map by id.
  return outcomes.toSorted((left, right) => Number(right.status === 'passed') - Number(left.status === 'passed'));
}

/** Returns the suites of a file. A CSV table is stored as one suite for each scorer. */
function listSuiteKeysOfFile(database: Database, file: string): string[] {
  if (!/\.csv$/i.test(file)) return [file];
  return database.sqlite
    .prepare<[string, string], string>('SELECT DISTINCT suite_key FROM attempts WHERE suite_key > ? AND suite_key < ?')
    .pluck()
    .all(`${file}#`, `${file}$`);
}

function listSuiteOutcomes(database: Database, suiteKey: string): CaseOutcome[] {
  const [series] = listSeriesOfSuite(database, suiteKey);
  const recentOutcomes = series === undefined ? [] : readRecentCaseOutcomes(database, series);
  const outcomes = new Map(recentOutcomes.map((outcome) => [outcome.caseId, outcome]));
  return findLastRunOfEachCase(database, suiteKey).map((testCase) => ({
    ...testCase,
    ...outcomes.get(testCase.caseId),
  }));
}

function findLastRunOfEachCase(
  { sqlite }: Database,
  suiteKey: string,
): Pick<CaseOutcome, 'suiteKey' | 'caseId' | 'runId'>[] {
  return sqlite
    .prepare<[string], { suiteKey: string; caseId: string; runId: string }>(
      `SELECT a.suite_key AS suiteKey, a.case_id AS caseId, a.run_id AS runId, MAX(r.ordinal)
       FROM attempts a JOIN runs r ON r.id = a.run_id
       WHERE a.suite_key = ? AND r.finished_at IS NOT NULL AND r.deleted_at IS NULL AND ${noForkOrExperimentCondition('r')} GROUP BY a.case_id`,
    )
    .all(suiteKey)
    .map(({ suiteKey: fileOfKey, caseId, runId }) => ({ suiteKey: fileOfKey, caseId, runId }));
}

function readRecentCaseOutcomes(database: Database, series: RunSeries): Omit<CaseOutcome, 'runId'>[] {
  const rows = database.sqlite
    .prepare<unknown[], CaseOutcomeRow>(
      `WITH recent AS MATERIALIZED (
         SELECT r.id, RANK() OVER (ORDER BY r.ordinal DESC) AS age FROM runs r
         WHERE ${ranSeriesCondition('r')} AND ${completeRunCondition('r')} AND r.deleted_at IS NULL
         ORDER BY age LIMIT ${MAX_SEARCHED_RUNS}
       ), seen AS (
         SELECT a.case_id, a.status, a.decision, recent.age, MIN(recent.age) OVER (PARTITION BY a.case_id) AS newest
         FROM recent JOIN attempts a ON a.run_id = recent.id WHERE a.suite_key = :suiteKey
       )
       SELECT :suiteKey AS suiteKey, case_id AS caseId, GROUP_CONCAT(status) AS statuses, MAX(decision) AS decision
       FROM seen WHERE age = newest GROUP BY case_id`,
    )
    .all(series);
  const healthByCase = readCurrentCaseHealth(database, series, rows.length).cases;
  return rows.map((row) => toOutcome(row, healthByCase.get(row.caseId)));
}

function toOutcome(
  { suiteKey, caseId, statuses, decision }: CaseOutcomeRow,
  caseHealth: CaseHealth | undefined,
): Omit<CaseOutcome, 'runId'> {
  const endedAttempts = parseStatusList(statuses).map((status) => ({ status, decision: decision ?? undefined }));
  const outcome = { suiteKey, caseId, status: computeCaseStatus(endedAttempts) };
  return caseHealth === undefined || caseHealth.judged === 0 ? outcome : { ...outcome, standing: caseHealth };
}

function parseStatusList(list: string): CaseStatus[] {
  const statuses = list.split(',');
  return statuses.flatMap((word) => caseStatuses.find((status) => status === word) ?? []);
}
