import type { Clock } from './ports.ts';

/** Starts counting; the returned function answers the milliseconds so far, to the microsecond. */
export function startStopwatch(clock: Clock): () => number {
  const begin = clock.elapsed();
  return () => Math.round((clock.elapsed() - begin) * 1000) / 1000;
}
