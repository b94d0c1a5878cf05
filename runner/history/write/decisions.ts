import { and, eq } from 'drizzle-orm';
import { decisions } from '../../../drizzle/schema/index.ts';
import type { Database } from '../db/index.ts';
import type { StoredDecision } from '../reviews/list-decisions.ts';

/**
 * Saves a decision, which replaces the same person's previous decision. Without a new note, the previous note stays.
 */
export function saveDecision(
  database: Database,
  decision: Omit<StoredDecision, 'note'> & { note?: string | undefined },
): void {
  const { label, note, decidedAt } = decision;
  const { queue, runId, suiteKey, caseId, attempt, otherRunId, otherAttempt, reviewer } = decisions;
  database.orm
    .insert(decisions)
    .values({ ...decision, note: note ?? '' })
    .onConflictDoUpdate({
      target: [queue, runId, suiteKey, caseId, attempt, otherRunId, otherAttempt, reviewer],
      set: { label, decidedAt, ...(note !== undefined && { note }) },
    })
    .run();
}

/** Deletes a person's decision on an item. */
export function removeDecision(database: Database, item: Omit<StoredDecision, 'label' | 'note' | 'decidedAt'>): void {
  database.orm
    .delete(decisions)
    .where(
      and(
        eq(decisions.queue, item.queue),
        eq(decisions.runId, item.runId),
        eq(decisions.suiteKey, item.suiteKey),
        eq(decisions.caseId, item.caseId),
        eq(decisions.attempt, item.attempt),
        eq(decisions.otherRunId, item.otherRunId),
        eq(decisions.otherAttempt, item.otherAttempt),
        eq(decisions.reviewer, item.reviewer),
      ),
    )
    .run();
}
