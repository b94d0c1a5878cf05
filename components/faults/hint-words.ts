import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useState } from 'react';
import { runScreensKey } from '@/components/runs/run-screen-query';
import { reviewsQuery, type SentHintWord, sendHintWord } from '@/lib/queries';
import type { AttemptId, HintWord } from '@/runner/fold';

type Word = HintWord['word'];

export type HintWords = {
  said: readonly HintWord[];
  reviewer: string;
  /** Says a word on a hint; the one that stands is taken back. */
  say: (fault: string, word: Word) => void;
  problem: string | undefined;
};

/** What people say of the hints of the attempt on the page; nothing where nobody can say anything. */
export const HintWordsContext = createContext<HintWords | undefined>(undefined);

export function useHintWords(runId: string, { suiteKey, caseId, attempt }: AttemptId, reviewer: string): HintWords {
  const client = useQueryClient();
  const { queryKey } = reviewsQuery(runId);
  const { data } = useQuery(reviewsQuery(runId));
  const [problem, setProblem] = useState<string>();
  const { mutate } = useMutation({
    scope: { id: queryKey.join(' ') },
    mutationFn: (hintWord: SentHintWord) => sendHintWord(runId, hintWord),
    onMutate: () => setProblem(undefined),
    onError: (error) => setProblem(`Not saved: ${error.message}`),
    onSuccess: async (answer) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, answer);
      return client.invalidateQueries({ queryKey: runScreensKey(runId) });
    },
  });
  const attemptWords = (data?.hintWords ?? []).filter(
    (word) => word.suiteKey === suiteKey && word.caseId === caseId && word.attempt === attempt,
  );
  return {
    said: attemptWords,
    reviewer,
    problem,
    say(fault, word) {
      const mine = attemptWords.find((each) => each.fault === fault && each.reviewer === reviewer);
      mutate({ suiteKey, caseId, attempt, fault, reviewer, word: mine?.word === word ? null : word });
    },
  };
}
