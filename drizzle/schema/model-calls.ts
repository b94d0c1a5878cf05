import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** What a model was asked and answered, in full; the outline of the call is the event at `seq`. */
export const modelCalls = sqliteTable(
  'model_calls',
  {
    runId: text('run_id').notNull(),
    seq: integer('seq').notNull(),
    /** The call before, which is the dictionary that `bytes` was compressed with. */
    base: integer('base'),
    /** So many bytes of the text are as at the beginning of the base. */
    kept: integer('kept').notNull(),
    /** The rest of the text, compressed. */
    bytes: blob('bytes', { mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.seq] })],
);
