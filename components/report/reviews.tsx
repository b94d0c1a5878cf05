import { createContext, useContext } from 'react';
import { ReviewByOther } from '@/components/reviews/review-by-other';
import type { PageResult } from '@/runner/reporters/html/page-data';

export const ReviewsContext = createContext<NonNullable<PageResult['reviews']>>([]);

/** Shows what reviewers said about a turn, or about the attempt. */
export function Reviews({ turn }: { turn?: number }) {
  const reviews = useContext(ReviewsContext).filter((review) => ('turn' in review ? review.turn : undefined) === turn);
  if (reviews.length === 0) return null;
  return (
    <section
      aria-label={turn === undefined ? 'Reviews' : `Reviews of turn ${turn}`}
      className="flex flex-col gap-1 rounded-md border bg-surface px-3 py-2 text-xs"
    >
      {reviews.map((review) => (
        <ReviewByOther key={review.reviewer} review={review} />
      ))}
    </section>
  );
}
