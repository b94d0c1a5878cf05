import type { OpenedSeal } from './seal.ts';

/** Named lists of entries that several machines share and that outlive each of them. Entries are signed. */
export interface Broker {
  list(name: string): SharedList;
  /**
   * Takes the entries of a list, up to `parallel` at once. An entry is removed when `handle` succeeds. It returns to
   * the list when `handle` throws, and some seconds after the worker that took it was lost.
   */
  take(options: TakeOptions, handle: (takenOrder: TakenEntry) => Promise<void>): EntryTaker;
  close(): Promise<void>;
}

export type TakeOptions = { name: string; parallel: number };
export type ListEntry = { id: string; data: unknown };
/** An entry as it was found, with its data or the reason why it must not be used. */
export type FoundEntry = { id: string } & OpenedSeal;
/** `delivery`: how often the entry has been taken, including this time. */
export type TakenEntry = FoundEntry & { delivery: number };

export interface SharedList {
  /** Adds entries at the end. An existing entry with the same id stays unchanged. */
  put(entries: readonly ListEntry[]): Promise<void>;
  /** Entries that nobody has taken, oldest first. */
  waiting(): Promise<FoundEntry[]>;
  /** Number of entries, including those that are taken. */
  size(): Promise<number>;
  read(id: string): Promise<OpenedSeal | undefined>;
  /** Returns false if there is no such entry. */
  replace(entry: ListEntry): Promise<boolean>;
  /** Returns false if the entry is taken. */
  remove(id: string): Promise<boolean>;
  /** Removes the list with all that is in it. */
  drop(): Promise<void>;
  close(): Promise<void>;
}

export interface EntryTaker {
  /** Takes no more entries, and waits for those in progress. */
  close(): Promise<void>;
  /** Stops at once; entries in progress go to other workers. */
  abandon(): Promise<void>;
}
