import type { Icon } from '@/components/ui/icons';
import type { ReviewSample } from '@/lib/queries';
import type { StatusTone } from '@/runner/verdict';

/** An item of the review queue that every run has: an attempt from a sample. */
export type QueuedAttempt = ReviewSample['attempts'][number];

/** A possible answer on an item, with the key that chooses it. */
export type QueueChoice = {
  /** The text that is stored with a decision. */
  label: string;
  word: string;
  /** The value of `KeyboardEvent.key`. */
  key: string;
  /** The name of the key for display, if it differs from `key`. */
  keyWord?: string;
  icon?: Icon;
  tone: StatusTone;
};

/** The decision of a person on an item. */
export type OwnDecision = { label: string; note: string };

/** A review queue: its items, and the functions that read and store decisions. */
export type QueueSource<Item> = {
  items: readonly Item[];
  /** Returns the possible answers on an item. For a pair, they depend on which conversation is on which side. */
  choicesFor: (item: Item | undefined) => readonly QueueChoice[];
  mineOf: (item: Item) => OwnDecision | undefined;
  /** Saves a decision. A null label removes it; if the note is missing, the previous note is kept. */
  save: (item: Item, decision: { label: string | null; note?: string }) => void;
  reviewer: string;
  setReviewer: (name: string) => void;
  /** The reason why the last decision could not be saved; undefined if it was saved. */
  problem: string | undefined;
};
