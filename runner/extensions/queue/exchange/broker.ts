import type { Opened } from './seal.ts';

/** Named lists of entries that several machines share, and that outlive each of them. What is put there is sealed. */
export interface Broker {
  list(name: string): SharedList;
  /**
   * Takes the entries of a list, up to `parallel` at once. One is gone when `handle` is done with it; it comes back when
   * `handle` throws, and some seconds after its taker was lost, here or elsewhere.
   */
  take(options: TakeOptions, handle: (takenOrder: Taken) => Promise<void>): Taker;
  close(): Promise<void>;
}

export type TakeOptions = { name: string; parallel: number };
export type ListEntry = { id: string; data: unknown };
/** An entry as it was found, with its data or with the reason why nobody may use it. */
export type FoundEntry = { id: string } & Opened;
/** `delivery`: how often somebody has begun with it, this time included. */
export type Taken = FoundEntry & { delivery: number };

export interface SharedList {
  /** Adds entries at the end. One whose id is there already stays as it is. */
  put(entries: readonly ListEntry[]): Promise<void>;
  /** Those that nobody has taken, the oldest first. */
  waiting(): Promise<FoundEntry[]>;
  /** How many entries there are, with those that somebody has taken. */
  size(): Promise<number>;
  read(id: string): Promise<Opened | undefined>;
  /** Answers false if it is not there. */
  replace(entry: ListEntry): Promise<boolean>;
  /** Answers false if somebody has taken it. */
  remove(id: string): Promise<boolean>;
  /** Removes the list with all that is in it. */
  drop(): Promise<void>;
  close(): Promise<void>;
}

export interface Taker {
  /** Takes nothing more, and waits for what it has. */
  close(): Promise<void>;
  /** Leaves what it has to others. */
  abandon(): Promise<void>;
}
