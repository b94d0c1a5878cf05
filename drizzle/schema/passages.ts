import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The runs whose words can be searched; a number, because every passage names its run. */
export const searchedRuns = sqliteTable('searched_runs', {
  number: integer('number').primaryKey(),
  runId: text('run_id').notNull().unique(),
});

/**
 * What can be found by its words: a turn of an attempt, or with turn 0 the attempt itself. Its words are in `said`, an FTS5
 * table without contents, under the same id. Newer passages have higher ids.
 */
export const passages = sqliteTable(
  'passages',
  {
    id: integer('id').primaryKey(),
    run: integer('run').notNull(),
    /** The attempt's last event: see `attempts.last_seq`. */
    lastSeq: integer('last_seq').notNull(),
    turn: integer('turn').notNull(),
  },
  // The first and last of a run are found at once by the one, those of an attempt by the other.
  (table) => [index('passages_by_run').on(table.run), index('passages_by_attempt').on(table.run, table.lastSeq)],
);
