import type { Database } from '../../db/index.ts';

/** Of the cases of a run that were judged, how many passed in every attempt. */
export type StableCases = { stable: number; judged: number };

/** Counts the stable cases of runs; meant for those with several attempts a case. */
export function stableCases(database: Database, runIds: readonly string[]): Record<string, StableCases> {
  const rows = database.sqlite
    .prepare<[string], { runId: string } & StableCases>(
      `SELECT run_id AS runId, SUM(bad = 0) AS stable, COUNT(*) AS judged FROM (
         SELECT run_id, SUM(status <> 'passed') AS bad FROM attempts
         WHERE run_id IN (SELECT value FROM json_each(?)) AND status <> 'skipped'
         GROUP BY run_id, suite_key, case_id)
       GROUP BY run_id`,
    )
    .all(JSON.stringify(runIds));
  return Object.fromEntries(rows.map(({ runId, stable, judged }) => [runId, { stable, judged }]));
}
