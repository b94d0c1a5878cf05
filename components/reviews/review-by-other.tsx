import { cn } from '@/components/ui/cn';
import { toneClasses } from '@/components/ui/status-look';
import { TimeAgo } from '@/components/ui/time-ago';
import type { Review, TurnReview } from '@/runner/contract';
import { turnReviewLook } from './review-look';

export function ReviewByOther({ review }: { review: Review | TurnReview }) {
  const { word, icon: Icon, tone } = turnReviewLook[review.verdict];
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-ink-soft">
      <span className={cn('flex items-center gap-1 font-medium', toneClasses[tone].text)}>
        <Icon aria-hidden className="size-3.5 self-center" />
        {word}
      </span>
      <span>{review.reviewer}</span>
      <span className="text-ink-faint">
        <TimeAgo time={review.reviewedAt} />
      </span>
      {review.note !== '' && <span className="min-w-0 break-words">“{review.note}”</span>}
    </p>
  );
}
