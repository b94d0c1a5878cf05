import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { turnReviewVerdicts } from '../../runner/contract/index.ts';

/** Reviews of single turns: one for each turn and person. They do not affect the review of the attempt. */
export const turnReviews = sqliteTable(
  'turn_reviews',
  {
    runId: text('run_id').notNull(),
    suiteKey: text('suite_key').notNull(),
    caseId: text('case_id').notNull(),
    attempt: integer('attempt').notNull(),
    turn: integer('turn').notNull(),
    reviewer: text('reviewer').notNull(),
    verdict: text('verdict', { enum: turnReviewVerdicts }).notNull(),
    note: text('note').notNull(),
    reviewedAt: integer('reviewed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.suiteKey, table.caseId, table.attempt, table.turn, table.reviewer] }),
  ],
);
