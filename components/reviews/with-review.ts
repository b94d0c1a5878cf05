import type { ReviewRequest, RunReviews } from '@/lib/queries';
import type { Review } from '@/runner/contract';

export type ReviewPlace = Pick<Review, 'suiteKey' | 'caseId' | 'attempt'>;

export function isReviewOf(review: ReviewPlace, { suiteKey, caseId, attempt }: ReviewPlace): boolean {
  return review.suiteKey === suiteKey && review.caseId === caseId && review.attempt === attempt;
}

type ReviewLists = Pick<RunReviews, 'reviews' | 'turnReviews'>;

/**
 * Returns the reviews with this one added; it replaces the same reviewer's earlier review of the same attempt or turn.
 */
export function withReview(
  { reviews, turnReviews }: ReviewLists,
  { turn, ...sent }: ReviewRequest,
  reviewedAt: number,
): ReviewLists {
  if (turn === undefined) return { turnReviews, reviews: replaceReview(reviews, sent, reviewedAt) };
  const here = turnReviews.filter((review) => review.turn === turn);
  const next = replaceReview(here, sent, reviewedAt).map((review) => ({ ...review, turn }));
  return { reviews, turnReviews: [...turnReviews.filter((review) => review.turn !== turn), ...next] };
}

function replaceReview(reviews: readonly Review[], sent: Omit<ReviewRequest, 'turn'>, reviewedAt: number): Review[] {
  const { verdict, note, ...said } = sent;
  const isPreviousReview = (review: Review) => review.reviewer === sent.reviewer && isReviewOf(review, sent);
  const others = reviews.filter((review) => !isPreviousReview(review));
  if (verdict === null) return others;
  return [...others, { ...said, verdict, note: note ?? reviews.find(isPreviousReview)?.note ?? '', reviewedAt }];
}
