import { type AttemptId, attemptKey } from '../../runner/fold/index.ts';

type QueueItemIds = AttemptId & { runId: string; otherRunId: string; otherAttempt: number };

/** Identifies an item of a review queue: a conversation, or two. */
export function queueItemKey(item: QueueItemIds): string {
  return [item.runId, attemptKey(item), item.otherRunId, item.otherAttempt].join('\n');
}
