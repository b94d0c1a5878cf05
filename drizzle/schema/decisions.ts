import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * People's decisions in named review queues: one row for each queue, item and person. If the item is a single
 * conversation and not a pair, the columns of the other conversation are empty or 0.
 */
export const decisions = sqliteTable(
  'decisions',
  {
    queue: text('queue').notNull(),
    runId: text('run_id').notNull(),
    suiteKey: text('suite_key').notNull(),
    caseId: text('case_id').notNull(),
    attempt: integer('attempt').notNull(),
    otherRunId: text('other_run_id').notNull(),
    otherAttempt: integer('other_attempt').notNull(),
    reviewer: text('reviewer').notNull(),
    label: text('label').notNull(),
    note: text('note').notNull(),
    decidedAt: integer('decided_at').notNull(),
  },
  (table) => [
    primaryKey({
      columns: [
        table.queue,
        table.runId,
        table.suiteKey,
        table.caseId,
        table.attempt,
        table.otherRunId,
        table.otherAttempt,
        table.reviewer,
      ],
    }),
  ],
);
