import { type AttemptId, attemptKey } from '../../runner/fold/index.ts';

type QueueItemIds = AttemptId & { runId: string; otherRunId: string; otherAttempt: number };

/** Returns the key of an item in a review queue, which is one conversation or a pair. */
export function queueItemKey(item: QueueItemIds): string {
  return [item.runId, attemptKey(item), item.otherRunId, item.otherAttempt].join('\n');
}
