export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Milliseconds with fractions, monotonic. */
  elapsed(): number;
  /** Calls back once after `ms`; the returned function cancels it. */
  after(ms: number, callback: () => void): () => void;
}

/** Starts a stopwatch; the returned function returns the elapsed milliseconds, with microsecond precision. */
export function startStopwatch(clock: Clock): () => number {
  const begin = clock.elapsed();
  return () => Math.round((clock.elapsed() - begin) * 1000) / 1000;
}
