import { and, inArray, isNotNull, isNull, ne } from 'drizzle-orm';
import { runs } from '../../../drizzle/schema/index.ts';
import type { Database } from '../db/index.ts';

/** Sets the label of a run; an empty text removes it. */
export function labelRun(database: Database, runId: string, label: string): void {
  const text = label.trim();
  database.orm
    .update(runs)
    .set({ label: text === '' ? null : text })
    .where(inArray(runs.id, [runId]))
    .run();
}

/**
 * Hides runs from every list. They stay in the history until it is pruned, so that they can be restored. Returns the
 * number of hidden runs.
 */
export function deleteRuns(database: Database, runIds: readonly string[], now: number): number {
  return database.orm
    .update(runs)
    .set({ deletedAt: now })
    .where(and(inArray(runs.id, [...runIds]), isNull(runs.deletedAt), ne(runs.status, 'running')))
    .run().changes;
}

/** Restores deleted runs. Returns their number. */
export function restoreRuns(database: Database, runIds: readonly string[]): number {
  return database.orm
    .update(runs)
    .set({ deletedAt: null })
    .where(and(inArray(runs.id, [...runIds]), isNotNull(runs.deletedAt)))
    .run().changes;
}
