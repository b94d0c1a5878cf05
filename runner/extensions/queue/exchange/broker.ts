import type { SignatureCheck } from './entry-signer.ts';

/** Named lists of entries that several machines share and that outlive each of them. Entries are signed. */
export interface Broker {
  openList(name: string): BrokerList;
  /**
   * Takes the entries of a list, up to `parallel` at once. An entry is removed when `handle` succeeds. It returns to
   * the list when `handle` throws, and some seconds after the worker that took it was lost.
   */
  takeEntries(options: TakeEntriesOptions, handle: (takenOrder: DeliveredEntry) => Promise<void>): EntryTaker;
  close(): Promise<void>;
}

export type TakeEntriesOptions = { name: string; parallel: number };
export type ListEntry = { id: string; data: unknown };
/** An entry as it was found, with its data or the reason why it must not be used. */
export type VerifiedEntry = { id: string } & SignatureCheck;
/** `delivery`: how often the entry has been taken, including this time. */
export type DeliveredEntry = VerifiedEntry & { delivery: number };

export interface BrokerList {
  /** Adds entries at the end. An existing entry with the same id stays unchanged. */
  addEntries(entries: readonly ListEntry[]): Promise<void>;
  /** Entries that nobody has taken, oldest first. */
  readUntaken(): Promise<VerifiedEntry[]>;
  /** Number of entries, including those that are taken. */
  size(): Promise<number>;
  readEntry(id: string): Promise<SignatureCheck | undefined>;
  /** Returns false if there is no such entry. */
  replaceEntry(entry: ListEntry): Promise<boolean>;
  /** Returns false if the entry is taken. */
  removeEntry(id: string): Promise<boolean>;
  /** Removes the list with all that is in it. */
  deleteList(): Promise<void>;
  close(): Promise<void>;
}

export interface EntryTaker {
  /** Takes no more entries, and waits for those in progress. */
  close(): Promise<void>;
  /** Stops at once; entries in progress go to other workers. */
  abandon(): Promise<void>;
}
