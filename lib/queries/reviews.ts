import { queryOptions } from '@tanstack/react-query';
import type { Review, ReviewVerdict, TurnReview } from '../../runner/contract/index.ts';
import type { HintWord } from '../../runner/fold/index.ts';
import type { LabelledVerdict } from '../../runner/verdict/index.ts';
import type { Answers } from './answers.ts';
import { ask, send } from './fetch-json.ts';

/** The reviews of a run, words on its hints, what they say of its judges, and the default name of the reviewer. */
export type RunReviews = {
  reviews: Review[];
  turnReviews: TurnReview[];
  hintWords: HintWord[];
  labelled: LabelledVerdict[];
  you: string;
};

const OFTEN_MS = 10_000;

export function reviewsQuery(runId: string) {
  return queryOptions({
    queryKey: ['run', runId, 'reviews'],
    queryFn: ({ signal }) => ask('GET /api/runs/[runId]/reviews', { runId }, signal),
    refetchInterval: OFTEN_MS,
  });
}

/** The attempts that a person is asked to review. They stay the same while the page is open, whatever others review. */
export function reviewSampleQuery(runId: string, { reviewer, part }: { reviewer: string; part: number }) {
  return queryOptions({
    queryKey: ['run', runId, 'review sample', reviewer, part],
    queryFn: ({ signal }) => ask('GET /api/runs/[runId]/reviews/sample', { runId, reviewer, part }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** A person's word on a hint; null takes it back. */
export type SentHintWord = Omit<HintWord, 'word' | 'blames'> & { word: HintWord['word'] | null };

export function sendHintWord(runId: string, said: SentHintWord): Promise<Answers['POST /api/runs/[runId]/hints']> {
  return send('POST /api/runs/[runId]/hints', said, { runId });
}

export type SentReview = Pick<Review, 'suiteKey' | 'caseId' | 'attempt' | 'reviewer'> & {
  /** Of one turn alone. */
  turn?: number;
  /** Null takes the review back. */
  verdict: ReviewVerdict | null;
  /** Unless there is one, the former note stays. */
  note?: string;
};

export function sendReview(runId: string, review: SentReview): Promise<Answers['POST /api/runs/[runId]/reviews']> {
  return send('POST /api/runs/[runId]/reviews', review, { runId });
}
