import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type DecisionRequest,
  type LoadedReviewQueue,
  queueQuery,
  queueResultsQuery,
  sendQueueDecision,
} from '@/lib/queries';
import { queueItemKey } from '@/lib/view/queue-item-key';
import { useReviewer } from '../use-reviewer';
import type { OwnDecision } from './queue-source';

export type QueueItem = LoadedReviewQueue['items'][number];
type OpenQueueDecision = LoadedReviewQueue['decisions'][number];
type DecidedItem = Omit<QueueItem, 'announced'>;

/**
 * Returns the reviewer's decisions in a queue. A new decision is shown immediately; decisions are sent to the server
 * one at a time.
 */
export function useDecisions({ name, decisions, you }: LoadedReviewQueue) {
  const client = useQueryClient();
  const { queryKey } = queueQuery(name);
  const [reviewer, setReviewer] = useReviewer(you);
  const [problem, setProblem] = useState<string>();
  const { mutate } = useMutation({
    mutationKey: queryKey,
    scope: { id: queryKey.join(' ') },
    mutationFn: sendQueueDecision,
    onMutate: (request: DecisionRequest) => {
      client.setQueryData(
        queryKey,
        (open) => open && { ...open, decisions: replaceOwnDecision(open.decisions, request, Date.now()) },
      );
    },
    onError: async (error, { caseId }) => {
      setProblem(`The decision on ${caseId} was not saved: ${error.message}`);
      await client.invalidateQueries({ queryKey });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: queueResultsQuery(name).queryKey }),
  });
  return {
    reviewer,
    setReviewer,
    problem,
    mineOf: (item: QueueItem): OwnDecision | undefined => findOwnDecision(decisions, { ...item, reviewer }),
    save({ announced: _, ...item }: QueueItem, decision: Pick<DecisionRequest, 'label' | 'note'>) {
      setProblem(undefined);
      mutate({ queue: name, ...item, reviewer, ...decision });
    },
  };
}

/**
 * Returns true if the queue shows the item to this reviewer: the reviewer has decided on it, or more reviewers are
 * needed.
 */
export function isOpenForReviewer(reviewer: string, item: QueueItem, { decisions, queue }: LoadedReviewQueue): boolean {
  const key = queueItemKey(item);
  const decisionsOfItem = decisions.filter((each) => queueItemKey(each) === key);
  return decisionsOfItem.length < queue.people || decisionsOfItem.some((each) => each.reviewer === reviewer);
}

function findOwnDecision(
  decisions: readonly OpenQueueDecision[],
  item: DecidedItem & { reviewer: string },
): OpenQueueDecision | undefined {
  const key = queueItemKey(item);
  return decisions.find((each) => each.reviewer === item.reviewer && queueItemKey(each) === key);
}

function replaceOwnDecision(
  decisions: readonly OpenQueueDecision[],
  request: DecisionRequest,
  decidedAt: number,
): OpenQueueDecision[] {
  const former = findOwnDecision(decisions, request);
  const others = decisions.filter((each) => each !== former);
  const { label, note = former?.note ?? '', ...item } = request;
  return label === null ? others : [...others, { ...item, label, note, decidedAt }];
}
