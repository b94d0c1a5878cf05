import { useContext } from 'react';
import { IconButton } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { toneClasses } from '@/components/ui/status-look';
import { turnReviewVerdicts } from '@/runner/contract';
import { ReviewByOther } from './review-by-other';
import { turnReviewLook } from './review-look';
import { ReviewNote } from './review-note';
import { TurnReviewsContext } from './turn-reviews-context';

/** The reviews of one turn. A click on one's own verdict removes it. */
export function TurnReview({ turn }: { turn: number }) {
  const context = useContext(TurnReviewsContext);
  if (context === undefined) return null;
  const { reviewer, reviews, sendReview } = context;
  const reviewsOfTurn = reviews.filter((review) => review.turn === turn);
  const ownReview = reviewsOfTurn.find((review) => review.reviewer === reviewer);
  return (
    <>
      <fieldset aria-label={`Review of turn ${turn}`} className="flex items-center gap-0.5">
        {turnReviewVerdicts.map((verdict) => {
          const { word, icon, tone } = turnReviewLook[verdict];
          const active = ownReview?.verdict === verdict;
          return (
            <IconButton
              key={verdict}
              icon={icon}
              label={`Turn ${turn}: ${word}`}
              title={`This turn: ${word}`}
              aria-pressed={active}
              onClick={() => sendReview(turn, { verdict: active ? null : verdict })}
              className={cn(
                '[&_svg]:size-3.5',
                active && ['[&_svg]:fill-current/20', toneClasses[tone].text, toneClasses[tone].soft],
              )}
            />
          );
        })}
      </fieldset>
      {ownReview !== undefined && (
        <ReviewNote
          key={`${reviewer} ${ownReview.verdict}`}
          label={`Note on turn ${turn}`}
          text={ownReview.note}
          onSave={(note) => sendReview(turn, { verdict: ownReview.verdict, note })}
        />
      )}
      {reviewsOfTurn
        .filter((review) => review !== ownReview)
        .map((review) => (
          <ReviewByOther key={review.reviewer} review={review} />
        ))}
    </>
  );
}
