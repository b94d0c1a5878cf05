import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Full request and response of a model call; the summary of the call is the event at `seq`. */
export const modelCalls = sqliteTable(
  'model_calls',
  {
    runId: text('run_id').notNull(),
    seq: integer('seq').notNull(),
    /** The previous call, used as compression dictionary for `bytes`. */
    base: integer('base'),
    /** The number of bytes at the beginning of the text that are the same as in the base. */
    kept: integer('kept').notNull(),
    /** The rest of the text, compressed. */
    bytes: blob('bytes', { mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.seq] })],
);
