import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The event log of runs, except for packed events. `data` contains the fields of an event that have no column. */
export const events = sqliteTable(
  'events',
  {
    runId: text('run_id').notNull(),
    seq: integer('seq').notNull(),
    at: integer('at').notNull(),
    type: text('type').notNull(),
    /** For events of one attempt: the suite, case and attempt as a JSON list. */
    attemptKey: text('attempt_key'),
    data: text('data').notNull(),
    /** 1 if long texts of `data` were moved to `blobs`, otherwise 0. */
    blobs: integer('blobs').notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.seq] })],
);
