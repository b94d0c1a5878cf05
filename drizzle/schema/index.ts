export { attempts } from './attempts.ts';
export { baselines } from './baselines.ts';
export { blobs } from './blobs.ts';
export { events } from './events.ts';
export { hints, hintWords } from './hints.ts';
export { judges } from './judges.ts';
export { reviews } from './reviews.ts';
export { runs, storedRunStatuses } from './runs.ts';
