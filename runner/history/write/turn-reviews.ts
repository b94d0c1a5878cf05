import { and, eq } from 'drizzle-orm';
import { turnReviews } from '../../../drizzle/schema/index.ts';
import type { TurnReview } from '../../contract/index.ts';
import type { Database } from '../db/index.ts';

/**
 * Saves a turn review, which replaces the same person's previous review of the turn. Without a new note, the previous
 * note stays.
 */
export function saveTurnReview(
  database: Database,
  runId: string,
  review: Omit<TurnReview, 'note'> & { note?: string | undefined },
): void {
  const { verdict, note, reviewedAt } = review;
  const { suiteKey, caseId, attempt, turn, reviewer } = turnReviews;
  database.orm
    .insert(turnReviews)
    .values({ runId, ...review, note: note ?? '' })
    .onConflictDoUpdate({
      target: [turnReviews.runId, suiteKey, caseId, attempt, turn, reviewer],
      set: { verdict, reviewedAt, ...(note !== undefined && { note }) },
    })
    .run();
}

/** Deletes a person's review of a turn. */
export function removeTurnReview(
  database: Database,
  runId: string,
  address: Pick<TurnReview, 'suiteKey' | 'caseId' | 'attempt' | 'turn' | 'reviewer'>,
): void {
  database.orm
    .delete(turnReviews)
    .where(
      and(
        eq(turnReviews.runId, runId),
        eq(turnReviews.suiteKey, address.suiteKey),
        eq(turnReviews.caseId, address.caseId),
        eq(turnReviews.attempt, address.attempt),
        eq(turnReviews.turn, address.turn),
        eq(turnReviews.reviewer, address.reviewer),
      ),
    )
    .run();
}
