import { type CaseResult, type CaseStatus, caseStatuses } from '../../../runner/contract/index.ts';
import { countStatuses, statusOfCase } from '../../../runner/fold/index.ts';
import {
  type StabilityClass,
  type Steadiness,
  stabilityOf,
  steadinessOf,
  type Trials,
} from '../../../runner/verdict/index.ts';
import type { Database } from '../../db/index.ts';
import { ranSeries, type Series } from './series.ts';
import { seriesOfSuite } from './series-of-suite.ts';
import { notForked, wholeRun } from './whole-runs.ts';

/** How a case did in the whole runs of the series that ran last, and where it was seen last in any run. */
export type CaseOutcome = {
  /** In a table, that of the rows of its scorer. */
  suiteKey: string;
  caseId: string;
  /** The newest run that is over and had it. */
  runId: string;
  /** In the newest whole run of the series that had it; absent when only runs of some cases had it. */
  status?: CaseStatus;
  /** Over all attempts of the case as it is now, in the last 20 whole runs of the series, where there were several. */
  stability?: StabilityClass;
  /** How sure it is that the case always passes, always fails or is flaky, over the same runs. */
  steadiness?: Steadiness;
};

type Row = Pick<CaseOutcome, 'suiteKey' | 'caseId'> & {
  statuses: string;
  decision: CaseResult['decision'] | null;
  earlier: string;
};

/** A suite's stability is that of now, not that of all times. */
const LAST_RUNS = 20;

/** The outcomes of the cases of a file; cases that no finished run had are not in it. */
export function caseOutcomes(database: Database, file: string): CaseOutcome[] {
  const outcomes = suitesOf(database, file).flatMap((suiteKey) => outcomesOfSuite(database, suiteKey));
  // Rows of a table may share an id; then what went wrong is what counts.
  return outcomes.toSorted((left, right) => Number(right.status === 'passed') - Number(left.status === 'passed'));
}

/** A table is a suite for each of its scorers. */
function suitesOf(database: Database, file: string): string[] {
  if (!/\.csv$/i.test(file)) return [file];
  return database.sqlite
    .prepare<[string, string], string>('SELECT DISTINCT suite_key FROM attempts WHERE suite_key > ? AND suite_key < ?')
    .pluck()
    .all(`${file}#`, `${file}$`);
}

function outcomesOfSuite(database: Database, suiteKey: string): CaseOutcome[] {
  const [series] = seriesOfSuite(database, suiteKey);
  const measured = series === undefined ? [] : measuredOutcomes(database, series);
  const outcomes = new Map(measured.map((outcome) => [outcome.caseId, outcome]));
  return lastSeen(database, suiteKey).map((seen) => ({ ...seen, ...outcomes.get(seen.caseId) }));
}

function lastSeen({ sqlite }: Database, suiteKey: string): Pick<CaseOutcome, 'suiteKey' | 'caseId' | 'runId'>[] {
  return sqlite
    .prepare<[string], { suiteKey: string; caseId: string; runId: string }>(
      `SELECT a.suite_key AS suiteKey, a.case_id AS caseId, a.run_id AS runId, MAX(r.started_at)
       FROM attempts a JOIN runs r ON r.id = a.run_id
       WHERE a.suite_key = ? AND r.finished_at IS NOT NULL AND r.deleted_at IS NULL AND ${notForked('r')} GROUP BY a.case_id`,
    )
    .all(suiteKey)
    .map(({ suiteKey: of, caseId, runId }) => ({ suiteKey: of, caseId, runId }));
}

function measuredOutcomes(database: Database, series: Series): Omit<CaseOutcome, 'runId'>[] {
  const rows = database.sqlite
    .prepare<unknown[], Row>(
      `WITH recent AS MATERIALIZED (
         SELECT r.id, RANK() OVER (ORDER BY r.started_at DESC, r.id DESC) AS age FROM runs r
         WHERE ${ranSeries('r')} AND ${wholeRun('r')} AND r.deleted_at IS NULL
         ORDER BY age LIMIT ${LAST_RUNS}
       ), seen AS (
         SELECT a.case_id, a.status, a.set_aside, a.decision, a.case_hash, recent.age,
                MIN(recent.age) OVER newest_first AS newest,
                FIRST_VALUE(a.case_hash) OVER newest_first AS hash
         FROM recent JOIN attempts a ON a.run_id = recent.id WHERE a.suite_key = :suiteKey
         WINDOW newest_first AS (PARTITION BY a.case_id ORDER BY recent.age)
       )
       SELECT :suiteKey AS suiteKey, case_id AS caseId,
              GROUP_CONCAT(status) FILTER (WHERE age = newest) AS statuses,
              MAX(decision) FILTER (WHERE age = newest) AS decision,
              GROUP_CONCAT(age || ' ' || status) FILTER (WHERE case_hash = hash AND set_aside IS NULL) AS earlier
       FROM seen GROUP BY case_id`,
    )
    .all(series);
  return rows.map(toOutcome);
}

function toOutcome({ suiteKey, caseId, statuses, decision, earlier }: Row): Omit<CaseOutcome, 'runId'> {
  const all = earlierIn(earlier ?? '');
  const stability = all.length > 1 ? stabilityOf(countStatuses(all.map(({ status }) => status))) : null;
  const ended = statusesIn(statuses).map((status) => ({ status, decision: decision ?? undefined }));
  const outcome = { suiteKey, caseId, status: statusOfCase(ended) };
  if (all.length === 0) return outcome;
  const steadiness = steadinessOf(talliesByAge(all));
  return stability === null ? { ...outcome, steadiness } : { ...outcome, stability, steadiness };
}

type Earlier = { age: number; status: CaseStatus };

function earlierIn(list: string): Earlier[] {
  return list.split(',').flatMap((written) => {
    const [age, word = ''] = written.split(' ');
    const [status] = statusesIn(word);
    return status === undefined || status === 'skipped' ? [] : [{ age: Number(age), status }];
  });
}

function talliesByAge(all: readonly Earlier[]): Trials[] {
  const byAge = Map.groupBy(all, ({ age }) => age);
  return [...byAge]
    .toSorted(([left], [right]) => left - right)
    .map(([, attempts]) => ({
      passed: attempts.filter(({ status }) => status === 'passed').length,
      judged: attempts.length,
    }));
}

function statusesIn(list: string): CaseStatus[] {
  const written = list.split(',');
  return written.flatMap((word) => caseStatuses.find((status) => status === word) ?? []);
}
