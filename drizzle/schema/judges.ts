import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const judgeStandings = ['reliable', 'unreliable', 'too_few'] as const;

/** The reliability of a suite's judges at their last check. */
export const judges = sqliteTable(
  'judges',
  {
    suiteKey: text('suite_key').notNull(),
    judge: text('judge').notNull(),
    /** The connector of the judge's model; empty if unknown. */
    model: text('model').notNull(),
    /** The criterion as JSON; empty if the row is about all criteria of the judge together. */
    criterion: text('criterion').notNull(),
    standing: text('standing', { enum: judgeStandings }).notNull(),
    checkedAt: integer('checked_at').notNull(),
    figures: text('figures', { mode: 'json' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.suiteKey, table.judge, table.model, table.criterion] })],
);
