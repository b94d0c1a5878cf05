import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { reviewVerdicts } from '../../runner/contract/index.ts';

/** Reviews by people, stored separately from results: one for each attempt and person. */
export const reviews = sqliteTable(
  'reviews',
  {
    runId: text('run_id').notNull(),
    suiteKey: text('suite_key').notNull(),
    caseId: text('case_id').notNull(),
    attempt: integer('attempt').notNull(),
    reviewer: text('reviewer').notNull(),
    verdict: text('verdict', { enum: reviewVerdicts }).notNull(),
    note: text('note').notNull(),
    reviewedAt: integer('reviewed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.suiteKey, table.caseId, table.attempt, table.reviewer] })],
);
