export { attempts } from './attempts.ts';
export { blobs } from './blobs.ts';
export { events } from './events.ts';
export { runs, storedRunStatuses } from './runs.ts';
