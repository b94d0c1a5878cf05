import type { Message } from './messages.ts';

type Alive = Extract<Message, { kind: 'alive' }>;
export type SeenWorker = Omit<Alive, 'kind'>;

/** A worker that says nothing for this long is lost; its attempts come back to the queue by themselves. */
const SILENT_MS = 10_000;

/** The workers of a run, in the order in which they came. */
export type Roster = {
  /** Answers whether it is new, or keeps to a later round of shares than before. */
  hear(worker: SeenWorker): 'new' | 'kept' | 'known';
  /** It does not come back. Answers its name, if it was there. */
  leave(id: string): string | undefined;
  /** Forgets those that are silent, and answers their names. */
  dropSilent(): string[];
  seen(): SeenWorker[];
  /** Nobody has ever joined. */
  isEmpty(): boolean;
};

export function createRoster(now: () => number = () => performance.now(), silentMs = SILENT_MS): Roster {
  const workers = new Map<string, SeenWorker & { heardAt: number }>();
  const gone = new Set<string>();
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
      if (gone.has(worker.id) || worker.beat <= (beats.get(worker.id) ?? 0)) return 'known';
      beats.set(worker.id, worker.beat);
      const before = workers.get(worker.id);
      const kept = Math.max(before?.kept ?? 0, worker.kept);
      workers.set(worker.id, { ...worker, kept, heardAt: now() });
      if (before === undefined) return 'new';
      return kept > before.kept ? 'kept' : 'known';
    },
    leave(id) {
      gone.add(id);
      return forget(id);
    },
    dropSilent() {
      const silent = [...workers.values()].filter(({ heardAt }) => now() - heardAt > silentMs);
      return silent.flatMap(({ id }) => forget(id) ?? []);
    },
    isEmpty: () => beats.size === 0,
    seen: () => [...workers.values()].map(({ heardAt: _heardAt, ...worker }) => worker),
  };
}
