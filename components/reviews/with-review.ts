import type { SentReview } from '@/lib/queries';
import type { Review } from '@/runner/contract';

export type ReviewPlace = Pick<Review, 'suiteKey' | 'caseId' | 'attempt'>;

export function isAbout(review: ReviewPlace, { suiteKey, caseId, attempt }: ReviewPlace): boolean {
  return review.suiteKey === suiteKey && review.caseId === caseId && review.attempt === attempt;
}

/** The reviews as they are once this one is kept: the last, instead of what the same person said of the attempt before. */
export function withReview(reviews: readonly Review[], sent: SentReview, reviewedAt: number): Review[] {
  const { verdict, note, ...said } = sent;
  const isFormer = (review: Review) => review.reviewer === sent.reviewer && isAbout(review, sent);
  const others = reviews.filter((review) => !isFormer(review));
  if (verdict === null) return others;
  return [...others, { ...said, verdict, note: note ?? reviews.find(isFormer)?.note ?? '', reviewedAt }];
}
