import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Events of a run that follow each other, compressed together: see `runner/history/log`. Such events have no row in `events`. */
export const eventPacks = sqliteTable(
  'event_packs',
  {
    runId: text('run_id').notNull(),
    /** The `seq` of the last event. */
    seq: integer('seq').notNull(),
    count: integer('count').notNull(),
    /** The approximate size of the events before compression, in characters. */
    size: integer('size').notNull(),
    /** 1 if long texts of any of the pack's events were moved to `blobs`, otherwise 0. */
    blobs: integer('blobs').notNull(),
    bytes: blob('bytes', { mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.seq] })],
);
