import { and, eq } from 'drizzle-orm';
import { reviews } from '../../../drizzle/schema/index.ts';
import type { Review } from '../../contract/index.ts';
import type { Database } from '../db/index.ts';

/** Keeps a review; what the same person said of the attempt before gives way, but for its note if there is no other. */
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

/** Takes back what a person said of an attempt. */
export function removeReview(
  database: Database,
  runId: string,
  place: Pick<Review, 'suiteKey' | 'caseId' | 'attempt' | 'reviewer'>,
): void {
  database.orm
    .delete(reviews)
    .where(
      and(
        eq(reviews.runId, runId),
        eq(reviews.suiteKey, place.suiteKey),
        eq(reviews.caseId, place.caseId),
        eq(reviews.attempt, place.attempt),
        eq(reviews.reviewer, place.reviewer),
      ),
    )
    .run();
}
