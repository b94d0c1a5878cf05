import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { AttemptKey } from '../../runner/fold/index.ts';

/** Partial answers of agents in running turns. A row is deleted when its turn ends. */
export const liveTexts = sqliteTable(
  'live_texts',
  {
    runId: text('run_id').notNull(),
    attemptKey: text('attempt_key').$type<AttemptKey>().notNull(),
    turn: integer('turn').notNull(),
    text: text('text').notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.attemptKey] })],
);
