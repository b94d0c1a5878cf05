import type { Message } from './messages.ts';

type Alive = Extract<Message, { kind: 'alive' }>;
export type SeenWorker = Omit<Alive, 'kind'>;

/** A worker that says nothing for this long is lost; its attempts come back to the queue by themselves. */
const SILENT_MS = 10_000;

/** The workers of a run, in the order in which they came. */
export type Roster = {
  /** Answers whether it is new. */
  hear(worker: SeenWorker): boolean;
  /** Answers its name, if it was there. */
  leave(id: string): string | undefined;
  /** Forgets those that are silent, and answers their names. */
  dropSilent(): string[];
  seen(): SeenWorker[];
};

export function createRoster(now: () => number = () => performance.now(), silentMs = SILENT_MS): Roster {
  const workers = new Map<string, SeenWorker & { heardAt: number }>();
  const leave = (id: string): string | undefined => {
    const name = workers.get(id)?.worker;
    workers.delete(id);
    return name;
  };
  return {
    hear(worker) {
      const isNew = !workers.has(worker.id);
      workers.set(worker.id, { ...worker, heardAt: now() });
      return isNew;
    },
    leave,
    dropSilent() {
      const silent = [...workers.values()].filter(({ heardAt }) => now() - heardAt > silentMs);
      return silent.flatMap(({ id }) => leave(id) ?? []);
    },
    seen: () => [...workers.values()].map(({ heardAt: _heardAt, ...worker }) => worker),
  };
}
