import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import {
  caseDecisions,
  caseKinds,
  caseStatuses,
  exclusionReasons,
  faultParties,
} from '../../runner/contract/closed-sets.ts';

/** One row per finished attempt, for reports, trends and resume; the whole result is in the event at `last_seq`. */
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
    /** The share of facts that the agent asked its simulated user for; null if there were no facts to ask for. */
    elicited: real('elicited'),
    turns: integer('turns').notNull(),
    inputTokens: integer('input_tokens').notNull(),
    outputTokens: integer('output_tokens').notNull(),
    /** Cost of the attempt's model calls; null if no connector defines prices. */
    cost: real('cost'),
    /** Why the attempt is left out of all rates: see `setAside` of a result. */
    setAside: text('set_aside', { enum: exclusionReasons }),
    /** The decision on all attempts of a case with `--runs auto`; only on the last attempt of the case. */
    decision: text('decision', { enum: caseDecisions }),
    /** For failed attempts: the party whose fault decided the result, and the kind of fault. */
    faultBy: text('fault_by', { enum: faultParties }),
    faultKind: text('fault_kind'),
    /** The attempt's events lie between `first_seq` and `last_seq`; the event at `last_seq` holds the whole result. */
    firstSeq: integer('first_seq').notNull(),
    lastSeq: integer('last_seq').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.lastSeq] }),
    index('attempts_by_case').on(table.suiteKey, table.caseId),
  ],
);
