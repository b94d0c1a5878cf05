import type { ReviewRequest, RunReviews } from '@/lib/queries';
import type { Review, TurnReview } from '@/runner/contract';

export type ReviewedAttemptId = Pick<Review, 'suiteKey' | 'caseId' | 'attempt'>;

export function isReviewOf(review: ReviewedAttemptId, { suiteKey, caseId, attempt }: ReviewedAttemptId): boolean {
  return review.suiteKey === suiteKey && review.caseId === caseId && review.attempt === attempt;
}

type ReviewLists = Pick<RunReviews, 'reviews' | 'turnReviews'>;

/**
 * Returns the reviews with a new one. It replaces an earlier review of the same attempt or turn by the same reviewer.
 */
export function addOrReplaceReview(
  { reviews, turnReviews }: ReviewLists,
  { turn, ...request }: ReviewRequest,
  reviewedAt: number,
): ReviewLists {
  const { verdict, note, ...attemptAddress } = request;
  const isEarlierReview = (review: Review | TurnReview) =>
    review.reviewer === request.reviewer &&
    isReviewOf(review, request) &&
    ('turn' in review ? review.turn : undefined) === turn;
  const former = (turn === undefined ? reviews : turnReviews).find(isEarlierReview);
  const next = { ...attemptAddress, note: note ?? former?.note ?? '', reviewedAt };
  if (turn === undefined) {
    const others = reviews.filter((review) => !isEarlierReview(review));
    // Only turns can have comments, so a comment is not stored as a verdict on the attempt.
    const isVerdict = verdict !== null && verdict !== 'comment';
    return { turnReviews, reviews: isVerdict ? [...others, { ...next, verdict }] : others };
  }
  const others = turnReviews.filter((review) => !isEarlierReview(review));
  return { reviews, turnReviews: verdict === null ? others : [...others, { ...next, verdict, turn }] };
}
