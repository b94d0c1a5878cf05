import type { SignatureCheck } from './entry-signer.ts';

/**
 * A client of a shared database with named lists of signed entries. Several machines use the lists, and the entries
 * survive the loss of any machine.
 */
export interface Broker {
  openList(name: string): BrokerList;
  /**
   * Takes the entries of a list and passes them to `handle`, up to `parallel` at once. An entry is removed when
   * `handle` succeeds. It returns to the list when `handle` throws, and some seconds after a worker that had taken it
   * crashed or became unreachable.
   */
  takeEntries(options: TakeEntriesOptions, handle: (takenOrder: DeliveredEntry) => Promise<void>): EntryTaker;
  close(): Promise<void>;
}

export type TakeEntriesOptions = { name: string; parallel: number };
export type ListEntry = { id: string; data: unknown };
/** An entry of a list, with its data or the reason why the data must not be used. */
export type VerifiedEntry = { id: string } & SignatureCheck;
/** `delivery` is the number of times the entry has been taken from the list, including this time. */
export type DeliveredEntry = VerifiedEntry & { delivery: number };

export interface BrokerList {
  /** Adds entries at the end. If there is already an entry with the same id, it stays unchanged. */
  addEntries(entries: readonly ListEntry[]): Promise<void>;
  /** Returns the entries that no worker has taken, the oldest first. */
  readUntaken(): Promise<VerifiedEntry[]>;
  /** Returns the number of entries, including those that workers have taken. */
  size(): Promise<number>;
  readEntry(id: string): Promise<SignatureCheck | undefined>;
  /** Replaces the entry with the same id. Returns false if there is none. */
  replaceEntry(entry: ListEntry): Promise<boolean>;
  /** Removes an entry. Returns false if a worker has taken it. */
  removeEntry(id: string): Promise<boolean>;
  /** Removes the list with all its entries. */
  deleteList(): Promise<void>;
  close(): Promise<void>;
}

export interface EntryTaker {
  /** Stops taking entries, and waits until the entries in progress are handled. */
  close(): Promise<void>;
  /** Stops at once, without waiting; other workers take over the entries in progress. */
  abandon(): Promise<void>;
}
