import { type CaseResult, type CaseStatus, caseStatuses } from '../../../runner/contract/index.ts';
import { countStatuses, statusOfCase } from '../../../runner/fold/index.ts';
import { type StabilityClass, stabilityOf } from '../../../runner/verdict/index.ts';
import type { Database } from '../../db/index.ts';

/** The result of a case in the newest finished run that had it, and its stability over its last runs. */
export type CaseOutcome = {
  /** In a table, that of the rows of its scorer. */
  suiteKey: string;
  caseId: string;
  runId: string;
  status: CaseStatus;
  /** Over all attempts of the case as it is now, in the last 20 runs of the suite, where there were several. */
  stability?: StabilityClass;
};

type Row = Pick<CaseOutcome, 'suiteKey' | 'caseId' | 'runId'> & {
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
  const rows = database.sqlite
    .prepare<{ suiteKey: string; lastRuns: number }, Row>(
      `WITH recent AS (
         SELECT r.id, RANK() OVER (ORDER BY r.started_at DESC, r.id DESC) AS age
         FROM runs r JOIN (SELECT DISTINCT run_id FROM attempts WHERE suite_key = :suiteKey) a ON a.run_id = r.id
         WHERE r.finished_at IS NOT NULL AND r.deleted_at IS NULL
         ORDER BY age LIMIT :lastRuns
       ), seen AS (
         SELECT a.case_id, a.run_id, a.status, a.decision, a.case_hash, recent.age,
                MIN(recent.age) OVER newest_first AS newest,
                FIRST_VALUE(a.case_hash) OVER newest_first AS hash
         FROM recent JOIN attempts a ON a.run_id = recent.id WHERE a.suite_key = :suiteKey
         WINDOW newest_first AS (PARTITION BY a.case_id ORDER BY recent.age)
       )
       SELECT :suiteKey AS suiteKey, case_id AS caseId, MAX(run_id) FILTER (WHERE age = newest) AS runId,
              GROUP_CONCAT(status) FILTER (WHERE age = newest) AS statuses,
              MAX(decision) FILTER (WHERE age = newest) AS decision,
              GROUP_CONCAT(status) FILTER (WHERE case_hash = hash) AS earlier
       FROM seen GROUP BY case_id`,
    )
    .all({ suiteKey, lastRuns: LAST_RUNS });
  return rows.map(toOutcome);
}

function toOutcome({ suiteKey, caseId, runId, statuses, decision, earlier }: Row): CaseOutcome {
  const all = statusesIn(earlier).filter((status) => status !== 'skipped');
  const stability = all.length > 1 ? stabilityOf(countStatuses(all)) : null;
  const ended = statusesIn(statuses).map((status) => ({ status, decision: decision ?? undefined }));
  const outcome = { suiteKey, caseId, runId, status: statusOfCase(ended) };
  return stability === null ? outcome : { ...outcome, stability };
}

function statusesIn(list: string): CaseStatus[] {
  const written = list.split(',');
  return written.flatMap((word) => caseStatuses.find((status) => status === word) ?? []);
}
