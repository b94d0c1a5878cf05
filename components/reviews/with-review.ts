import type { RunReviews, SentReview } from '@/lib/queries';
import type { Review } from '@/runner/contract';

export type ReviewPlace = Pick<Review, 'suiteKey' | 'caseId' | 'attempt'>;

export function isAbout(review: ReviewPlace, { suiteKey, caseId, attempt }: ReviewPlace): boolean {
  return review.suiteKey === suiteKey && review.caseId === caseId && review.attempt === attempt;
}

type ReviewLists = Pick<RunReviews, 'reviews' | 'turnReviews'>;

/**
 * Returns the reviews with this one added; it replaces the same reviewer's earlier review of the same attempt or turn.
 */
export function withReview(
  { reviews, turnReviews }: ReviewLists,
  { turn, ...sent }: SentReview,
  reviewedAt: number,
): ReviewLists {
  if (turn === undefined) return { turnReviews, reviews: replaced(reviews, sent, reviewedAt) };
  const here = turnReviews.filter((review) => review.turn === turn);
  const next = replaced(here, sent, reviewedAt).map((review) => ({ ...review, turn }));
  return { reviews, turnReviews: [...turnReviews.filter((review) => review.turn !== turn), ...next] };
}

function replaced(reviews: readonly Review[], sent: Omit<SentReview, 'turn'>, reviewedAt: number): Review[] {
  const { verdict, note, ...said } = sent;
  const isFormer = (review: Review) => review.reviewer === sent.reviewer && isAbout(review, sent);
  const others = reviews.filter((review) => !isFormer(review));
  if (verdict === null) return others;
  return [...others, { ...said, verdict, note: note ?? reviews.find(isFormer)?.note ?? '', reviewedAt }];
}
