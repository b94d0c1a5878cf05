import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Runs whose results the version in `version` could read, or counted as errors. Triggers delete a row when the log of
 * its run changes.
 */
export const runsRead = sqliteTable('runs_read', {
  runId: text('run_id').primaryKey(),
  version: text('version').notNull(),
});
