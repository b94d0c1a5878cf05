import { listQueueLabels, type QueueLabel, type ReviewQueue } from '../../runner/contract/index.ts';
import { caseKey } from '../../runner/fold/index.ts';
import { database } from '../../runner/history/db/index.ts';
import { getUserName, listDecisions, readCaseRows, type StoredDecision } from '../../runner/history/index.ts';
import { readEnvironment } from '../../runner/host/env.ts';
import { listReviewQueues, readReviewQueue } from '../../runner/workspace/index.ts';
import { getSharedRunReader } from '../runs/index.ts';
import { queueItemKey } from '../view/queue-item-key.ts';
import { type QueueItem, selectQueueItems } from './select-queue-items.ts';

/** A named queue of the workspace with its items and the decisions of all reviewers. */
export type LoadedReviewQueue = {
  name: string;
  queue: ReviewQueue;
  labels: readonly QueueLabel[];
  items: QueueItem[];
  decisions: StoredDecision[];
  /** The default name of the reviewer. */
  you: string;
};

/** A named queue for a list of queues. `problem` describes an error in the queue's file and its position. */
export type QueueSummary = { name: string; file: string; decided: number } & (
  | { queue: ReviewQueue; problem: null }
  | { queue: null; problem: string }
);

/** Reads a queue. Items with decisions come first. They stay in the queue even if it would not select them again. */
export function readQueue(name: string): LoadedReviewQueue {
  const queue = readReviewQueue(readEnvironment().workspace, name);
  const decisions = listDecisions(database(), name);
  return {
    name,
    queue,
    labels: listQueueLabels(queue),
    decisions,
    you: getUserName(),
    items: addMissingDecidedItems(selectQueueItems(name, queue), decisions),
  };
}

export function listQueues(): { queues: QueueSummary[]; you: string } {
  const decisionsByQueue = Map.groupBy(listDecisions(database()), ({ queue }) => queue);
  const queues = listReviewQueues(readEnvironment().workspace).map(({ name, file, queue, problem }): QueueSummary => {
    const queueSummary = { name, file, decided: new Set(decisionsByQueue.get(name)?.map(queueItemKey)).size };
    return queue === undefined ? { ...queueSummary, queue: null, problem } : { ...queueSummary, queue, problem: null };
  });
  return { queues, you: getUserName() };
}

function addMissingDecidedItems(drawnItems: QueueItem[], decisions: readonly StoredDecision[]): QueueItem[] {
  const keys = new Set(drawnItems.map(queueItemKey));
  const missingDecisions = new Map(
    decisions.flatMap((each) => (keys.has(queueItemKey(each)) ? [] : [[queueItemKey(each), each]])),
  );
  const runs = Map.groupBy(missingDecisions.values(), ({ runId }) => runId);
  const former = [...runs].flatMap(([runId, decisionsOfRun]) => {
    // The run may have been deleted after a reviewer made the decision.
    const rows = readCaseRows(database(), runId) ?? getSharedRunReader().readRunState(runId)?.rows ?? [];
    const byCase = new Map(rows.map((row) => [caseKey(row.suiteKey, row.id), row]));
    return decisionsOfRun.flatMap(({ suiteKey, caseId, attempt, otherRunId, otherAttempt }): QueueItem[] => {
      const row = byCase.get(caseKey(suiteKey, caseId));
      if (row === undefined) return [];
      const { attempts: _, standing: __, ...announced } = row;
      return [{ runId, suiteKey, caseId, attempt, otherRunId, otherAttempt, announced }];
    });
  });
  return [...former, ...drawnItems];
}
