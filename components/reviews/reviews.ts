import type { SentReview } from '@/lib/queries';
import type { Review, TurnReview } from '@/runner/contract';
import type { ReviewPlace } from './with-review';

/** The reviews of a run, and what sends one. */
export type Reviews = {
  reviewer: string;
  setReviewer: (name: string) => void;
  reviews: readonly Review[];
  turnReviews: readonly TurnReview[];
  /** Says something of an attempt; a verdict of null takes back what was said. */
  say: (place: ReviewPlace & { turn?: number }, review: Pick<SentReview, 'verdict' | 'note'>) => void;
  problem: string | undefined;
};
