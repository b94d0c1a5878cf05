import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * Runs whose results the Turntree version in `version` has read; unreadable results were counted as errors. Triggers
 * delete a row when the log of its run changes, so that the run is read again.
 */
export const runsRead = sqliteTable('runs_read', {
  runId: text('run_id').primaryKey(),
  version: text('version').notNull(),
});
