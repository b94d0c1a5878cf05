import type { Database } from '../db/index.ts';
import { noForkOrExperimentCondition } from '../runs/complete-runs.ts';
import { IS_JUDGED_SQL } from './read-outcomes.ts';

/** The results of a case and its suite in one run. Figures are means over attempts; null if there are none. */
export type HistoryPoint = {
  runId: string;
  startedAt: number;
  agentId: string;
  connector: string | null;
  /** The score of a consistency or experiment case; for other kinds, the share of attempts that passed. */
  caseScore: number | null;
  suiteScore: number | null;
  /** The number of the suite's cases that were judged in the run. */
  suiteCases: number;
};

type HistoryRequest = { suiteKey: string; caseId: string; limit: number; like?: string | undefined };

/**
 * The latest runs in which a case was judged, oldest first. With `like`, only runs with the same agent, connector
 * and simulator as that run. Includes unfinished runs with their results so far.
 */
export function readCaseHistory(database: Database, { suiteKey, caseId, limit, like }: HistoryRequest): HistoryPoint[] {
  return database.sqlite
    .prepare<unknown[], HistoryPoint>(
      `WITH recent AS (
         SELECT r.id, r.ordinal, r.started_at, r.agent_id, r.connector
         FROM runs r JOIN (
           SELECT DISTINCT run_id FROM attempts WHERE suite_key = :suiteKey AND case_id = :caseId AND ${IS_JUDGED_SQL}
         ) a ON a.run_id = r.id
         WHERE r.deleted_at IS NULL AND ${noForkOrExperimentCondition('r')} AND (:like IS NULL OR EXISTS (
           SELECT 1 FROM runs l WHERE l.id = :like AND l.agent_id = r.agent_id AND l.connector IS r.connector
             AND l.simulator IS r.simulator))
         ORDER BY r.ordinal DESC LIMIT :limit
       ), judged AS (
         SELECT run_id, case_id, CASE WHEN kind IN ('consistency', 'experiment') THEN score ELSE status = 'passed' END AS figure
         FROM attempts WHERE run_id IN (SELECT id FROM recent) AND suite_key = :suiteKey AND ${IS_JUDGED_SQL}
       )
       SELECT recent.id AS runId, recent.started_at AS startedAt, recent.agent_id AS agentId, recent.connector AS connector,
              AVG(CASE WHEN case_id = :caseId THEN figure END) AS caseScore, AVG(figure) AS suiteScore,
              COUNT(DISTINCT case_id) AS suiteCases
       FROM recent JOIN judged ON judged.run_id = recent.id
       GROUP BY recent.id ORDER BY recent.ordinal`,
    )
    .all({ suiteKey, caseId, limit, like: like ?? null });
}
