import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Runs whose results were all readable, or were counted as errors, by the version named here. Triggers take a run out when its log changes. */
export const runsRead = sqliteTable('runs_read', {
  runId: text('run_id').primaryKey(),
  version: text('version').notNull(),
});
