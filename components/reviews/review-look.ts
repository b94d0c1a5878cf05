import { type Icon, PencilLine, ShieldQuestion, ThumbsDown, ThumbsUp } from '@/components/ui/icons';
import type { ReviewVerdict, TurnReview } from '@/runner/contract';
import type { StatusTone } from '@/runner/verdict';

/** How a verdict of a reviewer is displayed, and its shortcut key. */
export const reviewLook: Readonly<Record<ReviewVerdict, { word: string; icon: Icon; tone: StatusTone; key: string }>> =
  {
    good: { word: 'Good', icon: ThumbsUp, tone: 'pass', key: '1' },
    bad: { word: 'Bad', icon: ThumbsDown, tone: 'fail', key: '2' },
    not_agent: { word: 'Not the agent’s fault', icon: ShieldQuestion, tone: 'late', key: '3' },
  };

/** How a verdict or a comment on one turn is displayed. */
export const turnReviewLook: Readonly<Record<TurnReview['verdict'], { word: string; icon: Icon; tone: StatusTone }>> = {
  ...reviewLook,
  comment: { word: 'Comment', icon: PencilLine, tone: 'idle' },
};
