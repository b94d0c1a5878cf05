export { attempts } from './attempts.ts';
export { baselines } from './baselines.ts';
export { blobs } from './blobs.ts';
export { events } from './events.ts';
export { reviews } from './reviews.ts';
export { runs, storedRunStatuses } from './runs.ts';
