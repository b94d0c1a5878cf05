import { reviewVerdicts } from '@/runner/contract';
import { ReviewByOther } from './review-by-other';
import { reviewLook } from './review-look';
import { ReviewNote } from './review-note';
import { ReviewerName } from './reviewer-name';
import type { ReviewActions } from './use-review-actions';
import { VerdictButton } from './verdict-button';

type Props = Omit<ReviewActions, 'ofTurns'> & {
  /** The key of the attempt, which identifies the draft of a note. */
  reviewedAttempt: string;
  /** True if the attempt failed. Only then the verdict `not_agent` is offered. */
  isFailing: boolean;
};

/** Shows the reviews of the attempt, and buttons to rate it as good, bad or not the agent's fault, with a note. */
export function ReviewBar({
  reviewedAttempt,
  isFailing,
  reviewer,
  setReviewer,
  ownReview,
  others,
  onReview,
  explain,
  problem,
}: Props) {
  const offered = reviewVerdicts.filter(
    (verdict) => verdict !== 'not_agent' || isFailing || ownReview?.verdict === 'not_agent',
  );
  return (
    <section aria-label="Review" className="flex shrink-0 flex-col gap-1.5 border-t bg-surface px-4 py-2 text-xs">
      <div className="flex flex-wrap items-center gap-1.5">
        {offered.map((verdict) => (
          <VerdictButton
            key={verdict}
            choice={reviewLook[verdict]}
            active={ownReview?.verdict === verdict}
            onGive={() => onReview(verdict)}
          />
        ))}
        {ownReview !== undefined && (
          <ReviewNote key={`${reviewedAttempt} ${reviewer}`} text={ownReview.note} onSave={explain} />
        )}
        <ReviewerName name={reviewer} onName={setReviewer} />
      </div>
      {others.map((review) => (
        <ReviewByOther key={review.reviewer} review={review} />
      ))}
      {problem !== undefined && (
        <p role="alert" className="text-fail">
          {problem}
        </p>
      )}
    </section>
  );
}
