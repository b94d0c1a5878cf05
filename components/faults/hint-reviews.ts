import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useState } from 'react';
import { runCasesPagesKey } from '@/components/runs/run-screen-query';
import { type FaultHintReviewRequest, reviewsQuery, sendFaultHintReview } from '@/lib/queries';
import type { AttemptId, FaultHintReview } from '@/runner/fold';

type FaultHintVerdict = FaultHintReview['word'];

export type FaultHintReviews = {
  said: readonly FaultHintReview[];
  reviewer: string;
  /** Confirms or dismisses a hint. Giving the same verdict again removes it. */
  reviewHint: (fault: string, word: FaultHintVerdict) => void;
  problem: string | undefined;
};

/** The reviews of the hints of the current attempt; undefined on pages where hints cannot be reviewed. */
export const FaultHintReviewsContext = createContext<FaultHintReviews | undefined>(undefined);

export function useFaultHintReviews(
  runId: string,
  { suiteKey, caseId, attempt }: AttemptId,
  reviewer: string,
): FaultHintReviews {
  const client = useQueryClient();
  const { queryKey } = reviewsQuery(runId);
  const { data } = useQuery(reviewsQuery(runId));
  const [problem, setProblem] = useState<string>();
  const { mutate } = useMutation({
    scope: { id: queryKey.join(' ') },
    mutationFn: (hintWord: FaultHintReviewRequest) => sendFaultHintReview(runId, hintWord),
    onMutate: () => setProblem(undefined),
    onError: (error) => setProblem(`Not saved: ${error.message}`),
    onSuccess: async (answer) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, answer);
      return client.invalidateQueries({ queryKey: runCasesPagesKey(runId) });
    },
  });
  const attemptWords = (data?.hintWords ?? []).filter(
    (word) => word.suiteKey === suiteKey && word.caseId === caseId && word.attempt === attempt,
  );
  return {
    said: attemptWords,
    reviewer,
    problem,
    reviewHint(fault, word) {
      const ownReview = attemptWords.find((each) => each.fault === fault && each.reviewer === reviewer);
      mutate({ suiteKey, caseId, attempt, fault, reviewer, word: ownReview?.word === word ? null : word });
    },
  };
}
