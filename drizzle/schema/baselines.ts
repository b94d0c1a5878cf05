import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The run that runs of a suite are compared with unless somebody says otherwise. */
export const baselines = sqliteTable('baselines', {
  suiteKey: text('suite_key').primaryKey(),
  runId: text('run_id').notNull(),
  pinnedAt: integer('pinned_at').notNull(),
});
