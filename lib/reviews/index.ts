export { computeQueueResults, type QueueResults } from './queue-results.ts';
export { type LoadedReviewQueue, listQueues, type QueueSummary, readQueue } from './read-queue.ts';
export { saveQueueDecision } from './save-decision.ts';
