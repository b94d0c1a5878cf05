import type { Database } from '../db/index.ts';
import { selectRows } from '../db/select.ts';
import { deleteOrphanedRows } from './sweep-history.ts';

const RUNS_PER_TRANSACTION = 500;

/**
 * Deletes runs permanently, with everything that belongs only to them. Works in small steps, so that concurrent readers
 * and writers wait only briefly. If a prune is killed, the next prune removes its leftovers. Returns the number of
 * removed runs.
 */
export function pruneRuns(database: Database, runIds: readonly string[]): number {
  const { sqlite } = database;
  const deleteFrom = (table: string, column: string) =>
    sqlite.prepare<[string]>(`DELETE FROM ${table} WHERE ${column} IN (SELECT value FROM json_each(?))`);
  const removeBaselines = deleteFrom('baselines', 'run_id');
  const removeReviews = deleteFrom('reviews', 'run_id');
  const removeTurnReviews = deleteFrom('turn_reviews', 'run_id');
  const removeDecisions = deleteFrom('decisions', 'run_id');
  const removeHints = deleteFrom('hints', 'run_id');
  const removeRuns = deleteFrom('runs', 'id');
  const stillGoing = selectRows(
    sqlite,
    'runs',
    'id',
    "WHERE status = 'running' AND id IN (SELECT value FROM json_each(?))",
  );
  const remove = sqlite.transaction((ids: readonly string[]) => {
    const going = new Set(stillGoing.all(JSON.stringify(ids)));
    const removedIds = JSON.stringify(ids.filter((id) => !going.has(id)));
    removeBaselines.run(removedIds);
    removeReviews.run(removedIds);
    removeTurnReviews.run(removedIds);
    removeDecisions.run(removedIds);
    removeHints.run(removedIds);
    return removeRuns.run(removedIds).changes;
  });
  let removedCount = 0;
  for (let start = 0; start < runIds.length; start += RUNS_PER_TRANSACTION) {
    removedCount += remove.immediate(runIds.slice(start, start + RUNS_PER_TRANSACTION));
  }
  deleteOrphanedRows(database);
  return removedCount;
}
