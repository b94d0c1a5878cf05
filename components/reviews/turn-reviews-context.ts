import { createContext } from 'react';
import type { SentReview } from '@/lib/queries';
import type { TurnReview } from '@/runner/contract';
import type { Reviews } from './reviews';
import { isAbout, type ReviewPlace } from './with-review';

/** The reviews of the turns of an attempt, with a function to review one. */
export type TurnReviews = {
  reviewer: string;
  reviews: readonly TurnReview[];
  say: (turn: number, review: Pick<SentReview, 'verdict' | 'note'>) => void;
};

export const TurnReviewsContext = createContext<TurnReviews | undefined>(undefined);

type ReviewerState = Pick<Reviews, 'reviewer' | 'turnReviews' | 'say'>;

export function selectTurnReviews({ reviewer, turnReviews, say }: ReviewerState, place: ReviewPlace): TurnReviews {
  return {
    reviewer,
    reviews: turnReviews.filter((review) => isAbout(review, place)),
    say: (turn, review) => say({ ...place, turn }, review),
  };
}
