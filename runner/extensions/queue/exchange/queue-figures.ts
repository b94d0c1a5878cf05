import type { WorkerState } from './worker-roster.ts';

const THROUGHPUT_WINDOW_MS = 60_000;

/** The state of a run's queue, as shown to users. */
export type QueueFigures = {
  /** The number of attempts that no worker has started. */
  waiting: number;
  workers: (Omit<WorkerState, 'kept' | 'beat' | 'worker'> & { name: string; aMinute: number; isStuck: boolean })[];
};

type ThroughputSample = { at: number; done: number };

/** `maxAttemptMs` is the duration after which an attempt counts as stuck. */
export function createQueueFigures(
  maxAttemptMs: number,
  now: () => number = () => performance.now(),
): (seenWorkers: readonly WorkerState[], open: number) => QueueFigures {
  let samples = new Map<string, ThroughputSample[]>();
  return (seenWorkers, open) => {
    const at = now();
    samples = new Map(
      seenWorkers.map(({ id, done }) => {
        const recentSamples = (samples.get(id) ?? []).filter((sample) => at - sample.at <= THROUGHPUT_WINDOW_MS);
        return [id, [...recentSamples, { at, done }]];
      }),
    );
    const busyCount = seenWorkers.reduce((sum, worker) => sum + worker.busy, 0);
    return {
      waiting: Math.max(0, open - busyCount),
      workers: seenWorkers.map(({ kept: _kept, beat: _beat, worker, ...rest }) => ({
        ...rest,
        name: worker,
        aMinute: countAttemptsPerWindow(samples.get(rest.id) ?? []),
        isStuck: rest.longestMs > maxAttemptMs,
      })),
    };
  };
}

/** Measurements less than a second apart give no meaningful rate. */
function countAttemptsPerWindow(samples: readonly ThroughputSample[]): number {
  const [first, last] = [samples.at(0), samples.at(-1)];
  if (first === undefined || last === undefined || last.at - first.at < 1_000) return 0;
  return Math.round(((last.done - first.done) / (last.at - first.at)) * THROUGHPUT_WINDOW_MS);
}
