import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import {
  caseDecisions,
  caseKinds,
  caseStatuses,
  faultParties,
  setAsideReasons,
} from '../../runner/contract/closed-sets.ts';

/** One row a finished attempt: what reports, trends and resume look up; the whole result is the event at `last_seq`. */
export const attempts = sqliteTable(
  'attempts',
  {
    runId: text('run_id').notNull(),
    suiteKey: text('suite_key').notNull(),
    caseId: text('case_id').notNull(),
    caseHash: text('case_hash').notNull(),
    attempt: integer('attempt').notNull(),
    kind: text('kind', { enum: caseKinds }).notNull(),
    status: text('status', { enum: caseStatuses }).notNull(),
    startedAt: integer('started_at').notNull(),
    durationMs: real('duration_ms').notNull(),
    score: real('score'),
    turns: integer('turns').notNull(),
    inputTokens: integer('input_tokens').notNull(),
    outputTokens: integer('output_tokens').notNull(),
    /** What its model calls cost; nothing when no connector says what tokens cost. */
    cost: real('cost'),
    /** Why it counts in no rate: see `setAside` of a result. */
    setAside: text('set_aside', { enum: setAsideReasons }),
    /** On the last attempt of a case of `--runs auto`: what its attempts have shown together. */
    decision: text('decision', { enum: caseDecisions }),
    /** Of an attempt that went wrong: whose fault decided it, and its kind. */
    faultBy: text('fault_by', { enum: faultParties }),
    faultKind: text('fault_kind'),
    /** The attempt's events lie between these two; the last one holds the whole result. */
    firstSeq: integer('first_seq').notNull(),
    lastSeq: integer('last_seq').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.lastSeq] }),
    index('attempts_by_case').on(table.suiteKey, table.caseId),
  ],
);
