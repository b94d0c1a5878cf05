import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The log that a run is. `data` is the event without run, seq, time and type. */
export const events = sqliteTable(
  'events',
  {
    runId: text('run_id').notNull(),
    seq: integer('seq').notNull(),
    at: integer('at').notNull(),
    type: text('type').notNull(),
    /** Suite, case and attempt, for events of one attempt, so that a conversation is read without the others. */
    attemptKey: text('attempt_key'),
    data: text('data').notNull(),
    /** 1 when long texts of `data` were moved to `blobs`. */
    blobs: integer('blobs').notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.seq] })],
);
