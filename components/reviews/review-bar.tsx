import { useState } from 'react';
import { cn } from '@/components/ui/cn';
import { toneLook } from '@/components/ui/status-look';
import { TimeAgo } from '@/components/ui/time-ago';
import { type Review, reviewVerdicts } from '@/runner/contract';
import { reviewLook } from './review-look';
import { ReviewerName } from './reviewer-name';
import type { Reviewing } from './use-reviewing';
import { VerdictButton } from './verdict-button';

type Props = Reviewing & {
  /** The attempt, for a note that is being written. */
  of: string;
  /** It went wrong, so that it is somebody’s fault. */
  isFailing: boolean;
};

/** Shows people's reviews of the attempt, beside its verdict: good, bad, or not the agent's fault, with a note. */
export function ReviewBar({ of, isFailing, reviewer, setReviewer, mine, others, give, explain, problem }: Props) {
  const offered = reviewVerdicts.filter(
    (verdict) => verdict !== 'not_agent' || isFailing || mine?.verdict === 'not_agent',
  );
  return (
    <section aria-label="Review" className="flex shrink-0 flex-col gap-1.5 border-t bg-surface px-4 py-2 text-xs">
      <div className="flex flex-wrap items-center gap-1.5">
        {offered.map((verdict) => (
          <VerdictButton
            key={verdict}
            verdict={verdict}
            active={mine?.verdict === verdict}
            onGive={() => give(verdict)}
          />
        ))}
        {mine !== undefined && <Note key={`${of} ${reviewer}`} text={mine.note} onSave={explain} />}
        <ReviewerName name={reviewer} onName={setReviewer} />
      </div>
      {others.map((review) => (
        <OtherReview key={review.reviewer} review={review} />
      ))}
      {problem !== undefined && (
        <p role="alert" className="text-fail">
          {problem}
        </p>
      )}
    </section>
  );
}

function Note({ text, onSave }: { text: string; onSave: (note: string) => void }) {
  const [draft, setDraft] = useState(text);
  const save = () => {
    if (draft !== text) onSave(draft);
  };
  return (
    <input
      type="text"
      aria-label="Note"
      placeholder="Note (why?)"
      maxLength={10_000}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
      }}
      className="h-7 min-w-40 grow rounded-md border bg-surface px-2 text-xs placeholder:text-ink-faint"
    />
  );
}

function OtherReview({ review }: { review: Review }) {
  const { word, icon: Icon, tone } = reviewLook[review.verdict];
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-ink-soft">
      <span className={cn('flex items-center gap-1 font-medium', toneLook[tone].text)}>
        <Icon aria-hidden className="size-3.5 self-center" />
        {word}
      </span>
      <span>{review.reviewer}</span>
      <span className="text-ink-faint">
        <TimeAgo at={review.reviewedAt} />
      </span>
      {review.note !== '' && <span className="min-w-0 break-words">“{review.note}”</span>}
    </p>
  );
}
