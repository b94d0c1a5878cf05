import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const hintReviews = ['confirmed', 'dismissed'] as const;

/** People's verdicts on likely faults: one for each attempt, hint and person. */
export const hints = sqliteTable(
  'hints',
  {
    runId: text('run_id').notNull(),
    suiteKey: text('suite_key').notNull(),
    caseId: text('case_id').notNull(),
    attempt: integer('attempt').notNull(),
    /**
     * The kind and turn of the fault. They identify the fault, because an attempt has no two faults of the same kind in
     * one turn.
     */
    fault: text('fault').notNull(),
    reviewer: text('reviewer').notNull(),
    word: text('word', { enum: hintReviews }).notNull(),
    reviewedAt: integer('reviewed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.suiteKey, table.caseId, table.attempt, table.fault, table.reviewer] }),
  ],
);
