import { useState } from 'react';
import type { ReviewSample } from '@/lib/queries';
import type { Review, ReviewVerdict } from '@/runner/contract';
import { attemptKey } from '@/runner/fold';
import type { Reviews } from '../reviews';
import { isReviewOf } from '../with-review';

export type QueuedAttempt = ReviewSample['attempts'][number];

export type ReviewQueueState = {
  /** Index of the current conversation; at the end, the number of conversations. */
  at: number;
  goTo: (place: number) => void;
  /** Number of attempts that the reviewer has reviewed. */
  done: number;
  mineOf: (attempt: QueuedAttempt) => Review | undefined;
  /** Saves a verdict on the current conversation with its note, and moves to the next one. */
  give: (verdict: ReviewVerdict) => void;
  /** Undoes the last verdict and returns to its conversation; missing if no verdict was given. */
  undo: (() => void) | undefined;
  note: string;
  setNote: (text: string) => void;
  /** Saves a changed note for an existing verdict. */
  saveNote: () => void;
  /** Why a verdict was rejected. */
  refusal: string | undefined;
};

type UndoStep = { at: number; former: Review | undefined };

/** Goes through attempts one after the other, beginning with the first that the reviewer has not reviewed. */
export function useQueue(attempts: readonly QueuedAttempt[], { reviewer, reviews, say }: Reviews): ReviewQueueState {
  const ownReview = (attempt: QueuedAttempt) =>
    reviews.find((review) => review.reviewer === reviewer && isReviewOf(review, attempt));
  const isOpen = (attempt: QueuedAttempt) => ownReview(attempt) === undefined;
  const [at, setAt] = useState(() => validPlace(attempts.findIndex(isOpen), attempts.length));
  const [undoSteps, setGiven] = useState<readonly UndoStep[]>([]);
  const [notes, setNotes] = useState<Readonly<Record<string, string>>>({});
  const [refusal, setRefusal] = useState<string>();
  const current = attempts[at];
  const key = current && attemptKey(current);
  const mine = current && ownReview(current);
  const note = (key === undefined ? undefined : notes[key]) ?? mine?.note ?? '';

  function goToAttempt(place: number): void {
    setRefusal(undefined);
    setAt(Math.min(Math.max(place, 0), attempts.length));
  }

  function submitVerdict(verdict: ReviewVerdict): void {
    if (current === undefined) return;
    if (verdict === 'not_agent' && current.status === 'passed') {
      setRefusal('This attempt passed, so it is nobody’s fault. Say whether it is good or bad.');
      return;
    }
    say(current, { verdict, ...(note === (mine?.note ?? '') ? {} : { note }) });
    setGiven([...undoSteps, { at, former: mine }]);
    // A verdict just given may not be in `reviews` yet.
    const isUnreviewed = (attempt: QueuedAttempt, place: number) =>
      place !== at && isOpen(attempt) && !undoSteps.some((entry) => entry.at === place);
    const next = attempts.findIndex((attempt, place) => place > at && isUnreviewed(attempt, place));
    goToAttempt(next >= 0 ? next : validPlace(attempts.findIndex(isUnreviewed), attempts.length));
  }

  function undo({ at: place, former }: UndoStep): void {
    const attempt = attempts[place];
    if (attempt === undefined) return;
    say(attempt, { verdict: former?.verdict ?? null, ...(former === undefined ? {} : { note: former.note }) });
    setGiven(undoSteps.slice(0, -1));
    goToAttempt(place);
  }

  const last = undoSteps.at(-1);
  return {
    at,
    goTo: goToAttempt,
    done: attempts.filter((attempt) => !isOpen(attempt)).length,
    mineOf: ownReview,
    give: submitVerdict,
    undo: last === undefined ? undefined : () => undo(last),
    note,
    setNote: (text) => key !== undefined && setNotes({ ...notes, [key]: text }),
    saveNote: () => {
      if (current !== undefined && mine !== undefined && mine.note !== note)
        say(current, { verdict: mine.verdict, note });
    },
    refusal,
  };
}

function validPlace(place: number, otherwise: number): number {
  return place < 0 ? otherwise : place;
}
