export interface Clock {
  /** The time in milliseconds since 1970, UTC. */
  now(): number;
  /** A monotonic time in milliseconds, with fractions. */
  elapsed(): number;
  /** Calls `callback` once after `ms` milliseconds; the returned function cancels the call. */
  after(ms: number, callback: () => void): () => void;
}

/** Starts a stopwatch; the returned function returns the elapsed milliseconds, with microsecond precision. */
export function startStopwatch(clock: Clock): () => number {
  const begin = clock.elapsed();
  return () => Math.round((clock.elapsed() - begin) * 1000) / 1000;
}
