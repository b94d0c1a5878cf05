export { type QueueResults, queueResults } from './queue-results.ts';
export { listQueues, type OpenQueue, type QueueSummary, readQueue } from './read-queue.ts';
export { decide } from './save-decision.ts';
