'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useShortcuts } from '@/components/layout/use-shortcuts';
import { runScreensKey } from '@/components/runs/run-screen-query';
import { cn } from '@/components/ui/cn';
import { toneSoft, toneText } from '@/components/ui/status-look';
import { TimeAgo } from '@/components/ui/time-ago';
import { reviewsQuery, sendReview } from '@/lib/queries';
import { type AttemptState, type Review, type ReviewVerdict, reviewVerdicts } from '@/runner/contract';
import { reviewLook } from './review-look';
import { useReviewer } from './use-reviewer';

type Props = { runId: string; attempt: AttemptState };

/** What people say of the attempt, beside its verdict: good, bad, or not the agent's fault, with a note. */
export function ReviewBar({ runId, attempt }: Props) {
  const { data } = useQuery(reviewsQuery(runId));
  const [reviewer, setReviewer] = useReviewer(data?.you ?? 'reviewer');
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: (sent: { verdict: ReviewVerdict | null; note: string }) =>
      sendReview(runId, { ...place, reviewer, ...sent }),
    onSuccess: (answer) => {
      client.setQueryData(reviewsQuery(runId).queryKey, answer);
      return client.invalidateQueries({ queryKey: runScreensKey(runId) });
    },
  });
  const place = { suiteKey: attempt.suiteKey, caseId: attempt.caseId, attempt: attempt.attempt };
  const here = (data?.reviews ?? []).filter((review) => isAbout(review, place));
  const mine = here.find((review) => review.reviewer === reviewer);
  const give = (verdict: ReviewVerdict) =>
    send.mutate({ verdict: mine?.verdict === verdict ? null : verdict, note: mine?.note ?? '' });
  useShortcuts({ 1: () => give('good'), 2: () => give('bad'), 3: () => give('not_agent') });
  if (attempt.result === undefined) return null;
  return (
    <section aria-label="Review" className="flex shrink-0 flex-col gap-1.5 border-t bg-surface px-4 py-2 text-xs">
      <div className="flex flex-wrap items-center gap-1.5">
        {reviewVerdicts.map((verdict) => (
          <VerdictButton
            key={verdict}
            verdict={verdict}
            active={mine?.verdict === verdict}
            onGive={() => give(verdict)}
          />
        ))}
        {mine !== undefined && (
          <Note
            key={`${attempt.suiteKey} ${attempt.caseId} ${attempt.attempt} ${reviewer}`}
            text={mine.note}
            onSave={(note) => send.mutate({ verdict: mine.verdict, note })}
          />
        )}
        <Reviewer name={reviewer} onName={setReviewer} />
      </div>
      {here
        .filter((review) => review !== mine)
        .map((review) => (
          <OtherReview key={review.reviewer} review={review} />
        ))}
      {send.isError && (
        <p role="alert" className="text-fail">
          The review is not saved: {send.error.message}
        </p>
      )}
    </section>
  );
}

type Place = Pick<Review, 'suiteKey' | 'caseId' | 'attempt'>;

function isAbout(review: Review, { suiteKey, caseId, attempt }: Place): boolean {
  return review.suiteKey === suiteKey && review.caseId === caseId && review.attempt === attempt;
}

type ButtonProps = { verdict: ReviewVerdict; active: boolean; onGive: () => void };

function VerdictButton({ verdict, active, onGive }: ButtonProps) {
  const { word, icon: Icon, tone, key } = reviewLook[verdict];
  return (
    <button
      type="button"
      aria-pressed={active}
      aria-keyshortcuts={key}
      title={`${word} (${key})`}
      onClick={onGive}
      className={cn(
        'flex h-7 items-center gap-1.5 rounded-full border px-2.5 font-medium',
        active ? [toneText[tone], toneSoft[tone]] : 'text-ink-soft hover:bg-hover hover:text-ink',
      )}
    >
      <Icon aria-hidden className={cn('size-3.5', active && 'fill-current/20')} />
      <span className={cn(!active && 'max-sm:sr-only')}>{word}</span>
    </button>
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
      placeholder="Why? A note for the others"
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

function Reviewer({ name, onName }: { name: string; onName: (name: string) => void }) {
  const id = useId();
  const [editing, setEditing] = useState(false);
  if (!editing) {
    return (
      <button
        type="button"
        className="ml-auto text-ink-faint hover:text-ink hover:underline"
        title="Change the name that your reviews carry"
        onClick={() => setEditing(true)}
      >
        as {name}
      </button>
    );
  }
  return (
    <span className="ml-auto flex items-center gap-1">
      <label htmlFor={id} className="text-ink-faint">
        as
      </label>
      <input
        id={id}
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed
        autoFocus
        defaultValue={name}
        maxLength={100}
        onBlur={(event) => {
          onName(event.target.value);
          setEditing(false);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
        className="h-7 w-28 rounded-md border bg-surface px-2 text-xs"
      />
    </span>
  );
}

function OtherReview({ review }: { review: Review }) {
  const { word, icon: Icon, tone } = reviewLook[review.verdict];
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-ink-soft">
      <span className={cn('flex items-center gap-1 font-medium', toneText[tone])}>
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
