import type { Message } from './messages.ts';

type Alive = Extract<Message, { kind: 'alive' }>;
export type SeenWorker = Omit<Alive, 'kind'>;

/** A worker that says nothing for this long is lost; its attempts come back to the queue by themselves. */
const SILENT_MS = 10_000;

/**
 * A worker that was stopped for some seconds comes back: a run that would end waits for those that had something in hand
 * for a while longer.
 */
const COMING_BACK_MS = 15_000;

/** The workers of a run, in the order in which they came. */
export type Roster = {
  /** Answers whether it is new, or keeps to a later round of shares than before. */
  hear(worker: SeenWorker): 'new' | 'kept' | 'known';
  /** It does not come back. Answers its name, if it was there. */
  leave(id: string): string | undefined;
  /** Forgets those that are silent, and answers their names. */
  dropSilent(): string[];
  seen(): SeenWorker[];
  /** Those that may still send something. `received`: how many attempts of each are back. */
  unsettled(received: (id: string) => number): SeenWorker[];
  /** Nobody has ever joined. */
  isEmpty(): boolean;
};

type HeardWorker = SeenWorker & { heardAt: number };

export function createRoster(now: () => number = () => performance.now(), silentMs = SILENT_MS): Roster {
  const workers = new Map<string, HeardWorker>();
  /** Those that were forgotten because they are silent. */
  const silent = new Map<string, HeardWorker>();
  const goneIds = new Set<string>();
  /** The last beat of each, also of those that were forgotten. */
  const beats = new Map<string, number>();
  const forget = (id: string): string | undefined => {
    const name = workers.get(id)?.worker;
    workers.delete(id);
    return name;
  };
  return {
    hear(worker) {
      // Messages may overtake one another, and old ones may be put in again.
      if (goneIds.has(worker.id) || worker.beat <= (beats.get(worker.id) ?? 0)) return 'known';
      beats.set(worker.id, worker.beat);
      const before = workers.get(worker.id);
      const keptRound = Math.max(before?.kept ?? 0, worker.kept);
      silent.delete(worker.id);
      workers.set(worker.id, { ...worker, kept: keptRound, heardAt: now() });
      if (before === undefined) return 'new';
      return keptRound > before.kept ? 'kept' : 'known';
    },
    leave(id) {
      goneIds.add(id);
      silent.delete(id);
      return forget(id);
    },
    dropSilent() {
      const lost = [...workers.values()].filter(({ heardAt }) => now() - heardAt > silentMs);
      for (const worker of lost) silent.set(worker.id, worker);
      return lost.flatMap(({ id }) => forget(id) ?? []);
    },
    unsettled(received) {
      const expected = [...silent.values()].filter(({ heardAt }) => now() - heardAt <= COMING_BACK_MS);
      return [...workers.values(), ...expected]
        .filter(({ id, busy, done }) => busy > 0 || received(id) < done)
        .map(withoutTime);
    },
    isEmpty: () => beats.size === 0,
    seen: () => [...workers.values()].map(withoutTime),
  };
}

function withoutTime({ heardAt: _heardAt, ...worker }: HeardWorker): SeenWorker {
  return worker;
}
