import { createContext } from 'react';
import type { ReviewRequest } from '@/lib/queries';
import type { TurnReview } from '@/runner/contract';
import { isReviewOf, type ReviewedAttemptId } from './add-or-replace-review';
import type { Reviews } from './reviews';

/** The reviews of the turns of an attempt, with a function to review one. */
export type TurnReviewState = {
  reviewer: string;
  reviews: readonly TurnReview[];
  sendReview: (turn: number, review: Pick<ReviewRequest, 'verdict' | 'note'>) => void;
};

export const TurnReviewsContext = createContext<TurnReviewState | undefined>(undefined);

type ReviewerState = Pick<Reviews, 'reviewer' | 'turnReviews' | 'sendReview'>;

export function selectTurnReviews(
  { reviewer, turnReviews, sendReview }: ReviewerState,
  attemptId: ReviewedAttemptId,
): TurnReviewState {
  return {
    reviewer,
    reviews: turnReviews.filter((review) => isReviewOf(review, attemptId)),
    sendReview: (turn, review) => sendReview({ ...attemptId, turn }, review),
  };
}
