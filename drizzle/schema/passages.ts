import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The runs that can be searched. Each has a number, which takes less space than the run's id in every passage. */
export const searchedRuns = sqliteTable('searched_runs', {
  number: integer('number').primaryKey(),
  runId: text('run_id').notNull().unique(),
});

/**
 * Searchable passages: a turn of an attempt, or the attempt itself with turn 0. The words are in `said`, a contentless
 * FTS5 table, under the same id. Newer passages have higher ids.
 */
export const passages = sqliteTable(
  'passages',
  {
    id: integer('id').primaryKey(),
    run: integer('run').notNull(),
    /** The `seq` of the attempt's last event: see `attempts.last_seq`. */
    lastSeq: integer('last_seq').notNull(),
    turn: integer('turn').notNull(),
  },
  // The first index quickly finds the first and last passage of a run, the second index the passages of an attempt.
  (table) => [index('passages_by_run').on(table.run), index('passages_by_attempt').on(table.run, table.lastSeq)],
);
