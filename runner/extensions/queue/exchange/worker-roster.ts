import type { WorkerMessage } from './messages.ts';

type AliveMessage = Extract<WorkerMessage, { kind: 'alive' }>;
export type WorkerState = Omit<AliveMessage, 'kind'>;

/** A worker without heartbeats for this long counts as lost; its attempts return to the queue automatically. */
const WORKER_LOST_AFTER_MS = 10_000;

/**
 * Before a run ends, it waits this long for lost workers that were busy, because a worker that was suspended for some
 * seconds may resume.
 */
const WORKER_RETURN_TIMEOUT_MS = 15_000;

/** The workers of a run, in the order in which they joined. */
export type WorkerRoster = {
  /**
   * Updates a worker with its newest heartbeat. Returns `new` for a new worker, `kept` if the worker has confirmed a
   * later round than before, otherwise `known`.
   */
  updateWorker(worker: WorkerState): 'new' | 'kept' | 'known';
  /** Removes a worker permanently. Returns its name if it was in the list. */
  removeWorker(id: string): string | undefined;
  /** Removes workers without recent heartbeats, and returns their names. */
  dropSilentWorkers(): string[];
  workersInOrder(): WorkerState[];
  /**
   * Returns the workers that may still send results. `received` returns the number of results that have arrived from a
   * worker.
   */
  workersWithPendingResults(received: (id: string) => number): WorkerState[];
  /** Returns true if no worker has ever joined. */
  isEmpty(): boolean;
};

type TimedWorkerState = WorkerState & { heardAt: number };

export function createWorkerRoster(
  now: () => number = () => performance.now(),
  silentMs = WORKER_LOST_AFTER_MS,
): WorkerRoster {
  const workers = new Map<string, TimedWorkerState>();
  /** Workers that were removed because their heartbeats stopped; they may come back. */
  const silentWorkers = new Map<string, TimedWorkerState>();
  const goneIds = new Set<string>();
  /** The number of the newest heartbeat of each worker, including removed workers. */
  const beats = new Map<string, number>();
  const forgetWorker = (id: string): string | undefined => {
    const name = workers.get(id)?.worker;
    workers.delete(id);
    return name;
  };
  return {
    updateWorker(worker) {
      // Heartbeats that are older than the newest one are ignored: messages may arrive out of order, and old messages
      // may be put into the queue again.
      if (goneIds.has(worker.id) || worker.beat <= (beats.get(worker.id) ?? 0)) return 'known';
      beats.set(worker.id, worker.beat);
      const earlierState = workers.get(worker.id);
      const keptRound = Math.max(earlierState?.kept ?? 0, worker.kept);
      silentWorkers.delete(worker.id);
      workers.set(worker.id, { ...worker, kept: keptRound, heardAt: now() });
      if (earlierState === undefined) return 'new';
      return keptRound > earlierState.kept ? 'kept' : 'known';
    },
    removeWorker(id) {
      goneIds.add(id);
      silentWorkers.delete(id);
      return forgetWorker(id);
    },
    dropSilentWorkers() {
      const silentIds = [...workers.values()].filter(({ heardAt }) => now() - heardAt > silentMs);
      for (const worker of silentIds) silentWorkers.set(worker.id, worker);
      return silentIds.flatMap(({ id }) => forgetWorker(id) ?? []);
    },
    workersWithPendingResults(received) {
      const expected = [...silentWorkers.values()].filter(({ heardAt }) => now() - heardAt <= WORKER_RETURN_TIMEOUT_MS);
      return [...workers.values(), ...expected]
        .filter(({ id, busy, done }) => busy > 0 || received(id) < done)
        .map(withoutHeardTime);
    },
    isEmpty: () => beats.size === 0,
    workersInOrder: () => [...workers.values()].map(withoutHeardTime),
  };
}

function withoutHeardTime({ heardAt: _heardAt, ...worker }: TimedWorkerState): WorkerState {
  return worker;
}
