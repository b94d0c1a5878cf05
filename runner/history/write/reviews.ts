import { and, eq } from 'drizzle-orm';
import { reviews } from '../../../drizzle/schema/index.ts';
import type { Review } from '../../contract/index.ts';
import type { Database } from '../db/index.ts';

/**
 * Saves a review, replacing the same person's previous review of the attempt. Without a new note, the previous note
 * stays.
 */
export function saveReview(
  database: Database,
  runId: string,
  review: Omit<Review, 'note'> & { note?: string | undefined },
): void {
  const { verdict, note, reviewedAt } = review;
  database.orm
    .insert(reviews)
    .values({ runId, ...review, note: note ?? '' })
    .onConflictDoUpdate({
      target: [reviews.runId, reviews.suiteKey, reviews.caseId, reviews.attempt, reviews.reviewer],
      set: { verdict, reviewedAt, ...(note !== undefined && { note }) },
    })
    .run();
}

/** Deletes a person's review of an attempt. */
export function removeReview(
  database: Database,
  runId: string,
  address: Pick<Review, 'suiteKey' | 'caseId' | 'attempt' | 'reviewer'>,
): void {
  database.orm
    .delete(reviews)
    .where(
      and(
        eq(reviews.runId, runId),
        eq(reviews.suiteKey, address.suiteKey),
        eq(reviews.caseId, address.caseId),
        eq(reviews.attempt, address.attempt),
        eq(reviews.reviewer, address.reviewer),
      ),
    )
    .run();
}
