import {
  type CaseStatus,
  caseStatuses,
  caseStatusOf,
  countStatuses,
  type StabilityClass,
  stabilityOf,
} from '../../runner/contract/index.ts';
import type { Database } from '../db/index.ts';

/** How a case did in the newest finished run that had it, and how steadily over its last runs. */
export type CaseOutcome = {
  caseId: string;
  runId: string;
  status: CaseStatus;
  /** Over all attempts of the last runs of the suite, where there were several. */
  stability?: StabilityClass;
};

type Row = { caseId: string; runId: string; statuses: string; earlier: string };

/** A suite's stability is that of now, not that of all times. */
const LAST_RUNS = 20;

/** The outcomes of the cases of a suite; cases that no finished run had are not in it. */
export function caseOutcomes(database: Database, suiteKey: string): CaseOutcome[] {
  const rows = database.sqlite
    .prepare<{ suiteKey: string; lastRuns: number }, Row>(
      `WITH recent AS (
         SELECT r.id, RANK() OVER (ORDER BY r.started_at DESC, r.id DESC) AS age
         FROM runs r JOIN (SELECT DISTINCT run_id FROM attempts WHERE suite_key = :suiteKey) a ON a.run_id = r.id
         WHERE r.finished_at IS NOT NULL AND r.deleted_at IS NULL
         ORDER BY age LIMIT :lastRuns
       ), seen AS (
         SELECT a.case_id, a.run_id, a.status, recent.age,
                MIN(recent.age) OVER (PARTITION BY a.case_id) AS newest
         FROM recent JOIN attempts a ON a.run_id = recent.id WHERE a.suite_key = :suiteKey
       )
       SELECT case_id AS caseId, MAX(run_id) FILTER (WHERE age = newest) AS runId,
              GROUP_CONCAT(status) FILTER (WHERE age = newest) AS statuses, GROUP_CONCAT(status) AS earlier
       FROM seen GROUP BY case_id`,
    )
    .all({ suiteKey, lastRuns: LAST_RUNS });
  return rows.map(toOutcome);
}

function toOutcome({ caseId, runId, statuses, earlier }: Row): CaseOutcome {
  const all = statusesIn(earlier);
  const stability = all.length > 1 ? stabilityOf(countStatuses(all)) : null;
  const outcome = { caseId, runId, status: caseStatusOf(statusesIn(statuses)) };
  return stability === null ? outcome : { ...outcome, stability };
}

function statusesIn(list: string): CaseStatus[] {
  const written = list.split(',');
  return written.flatMap((word) => caseStatuses.find((status) => status === word) ?? []);
}
