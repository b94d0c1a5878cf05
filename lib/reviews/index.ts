export { type QueueResults, queueResults } from './queue-results.ts';
export { listQueues, type OpenQueue, type QueueSummary, readQueue } from './read-queue.ts';
export { saveQueueDecision } from './save-decision.ts';
