import type { ReviewRequest } from '@/lib/queries';
import type { Review, TurnReview } from '@/runner/contract';
import type { ReviewedAttemptId } from './add-or-replace-review';

/** The reviews of a run, with a function to send one. */
export type Reviews = {
  reviewer: string;
  setReviewer: (name: string) => void;
  reviews: readonly Review[];
  turnReviews: readonly TurnReview[];
  /** Sends a review of an attempt or of one turn; a null verdict removes the review. */
  sendReview: (
    attemptId: ReviewedAttemptId & { turn?: number },
    review: Pick<ReviewRequest, 'verdict' | 'note'>,
  ) => void;
  problem: string | undefined;
};
