import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { runCasesPagesKey } from '@/components/runs/run-screen-query';
import { type ReviewRequest, reviewsQuery, sendReview } from '@/lib/queries';
import type { Review, ReviewVerdict, TurnReview } from '@/runner/contract';
import { addOrReplaceReview, isReviewOf, type ReviewedAttemptId } from './add-or-replace-review';
import type { Reviews } from './reviews';
import { selectTurnReviews, type TurnReviewState } from './turn-reviews-context';
import { useReviewer } from './use-reviewer';

export type ReviewActions = Pick<Reviews, 'reviewer' | 'setReviewer' | 'problem'> & {
  /** The reviewer's own review of the attempt. */
  ownReview: Review | undefined;
  others: readonly Review[];
  /** Sets the reviewer's verdict on the attempt; the same verdict again removes it. */
  onReview: (verdict: ReviewVerdict) => void;
  /** Sets the note of the reviewer's verdict. */
  explain: (note: string) => void;
  /** The reviewer's own reviews of single turns. */
  ofTurns: TurnReviewState;
};

/**
 * Returns the reviews of an attempt. A new review is shown immediately; reviews are sent to the server one at a time.
 */
export function useReviewActions(runId: string, attemptId: ReviewedAttemptId): ReviewActions {
  const runReviews = useReviews(runId);
  const { reviewer, setReviewer, reviews, sendReview: sendReviewOfAttempt, problem } = runReviews;
  const reviewsOfAttempt = reviews.filter((review) => isReviewOf(review, attemptId));
  const ownReview = reviewsOfAttempt.find((review) => review.reviewer === reviewer);
  return {
    reviewer,
    setReviewer,
    ownReview,
    others: reviewsOfAttempt.filter((review) => review !== ownReview),
    onReview: (verdict) => sendReviewOfAttempt(attemptId, { verdict: ownReview?.verdict === verdict ? null : verdict }),
    explain: (note) => ownReview !== undefined && sendReviewOfAttempt(attemptId, { verdict: ownReview.verdict, note }),
    problem,
    ofTurns: selectTurnReviews(runReviews, attemptId),
  };
}

/** Returns the reviews of a run, with a function to send one. */
export function useReviews(runId: string): Reviews {
  const client = useQueryClient();
  const { queryKey } = reviewsQuery(runId);
  const { data } = useQuery(reviewsQuery(runId));
  const [reviewer, setReviewer] = useReviewer(data?.you ?? 'reviewer');
  const [problem, setProblem] = useState<string>();
  const { mutate } = useMutation({
    mutationKey: queryKey,
    scope: { id: queryKey.join(' ') },
    mutationFn: (request: ReviewRequest) => sendReview(runId, request),
    onMutate: async (request) => {
      // Cancels pending requests for reviews, because their responses would overwrite this review.
      await client.cancelQueries({ queryKey });
      client.setQueryData(
        queryKey,
        (cachedReviews) =>
          cachedReviews && { ...cachedReviews, ...addOrReplaceReview(cachedReviews, request, Date.now()) },
      );
    },
    onError: (error, { caseId }) => setProblem(`The review of ${caseId} was not saved: ${error.message}`),
    onSettled: (answer) => {
      const isLast = client.isMutating({ mutationKey: queryKey }) === 1;
      if (!isLast) return;
      if (answer === undefined) return client.invalidateQueries({ queryKey });
      client.setQueryData(queryKey, answer);
      return client.invalidateQueries({ queryKey: runCasesPagesKey(runId) });
    },
  });
  return {
    reviewer,
    setReviewer,
    reviews: data?.reviews ?? noReviews,
    turnReviews: data?.turnReviews ?? noTurnReviews,
    sendReview({ suiteKey, caseId, attempt, turn }, review) {
      setProblem(undefined);
      mutate({ suiteKey, caseId, attempt, ...(turn === undefined ? {} : { turn }), reviewer, ...review });
    },
    problem,
  };
}

const noReviews: readonly Review[] = [];
const noTurnReviews: readonly TurnReview[] = [];
