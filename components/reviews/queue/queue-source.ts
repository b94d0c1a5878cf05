import type { Icon } from '@/components/ui/icons';
import type { ReviewSample } from '@/lib/queries';
import type { StatusTone } from '@/runner/verdict';

/** An item of the review queue that every run has: an attempt of the sample. */
export type QueuedAttempt = ReviewSample['attempts'][number];

/** An answer to the question of a queue, with the key that gives it. */
export type QueueChoice = {
  /** The label as it is stored with a decision. */
  label: string;
  word: string;
  /** The value of `KeyboardEvent.key`. */
  key: string;
  /** The label that is shown on the key, if it differs from `key`. */
  keyWord?: string;
  icon?: Icon;
  tone: StatusTone;
};

/** The decision of a person on an item. */
export type OwnDecision = { label: string; note: string };

/** The source of a review queue: the items that a person goes through, and the place where decisions are stored. */
export type QueueSource<Item> = {
  items: readonly Item[];
  /** The answers that can be given on an item. For a pair, they depend on which conversation is shown on which side. */
  choicesFor: (item: Item | undefined) => readonly QueueChoice[];
  mineOf: (item: Item) => OwnDecision | undefined;
  /** Saves a decision. A null label removes the decision; without a note, the previous note stays. */
  save: (item: Item, decision: { label: string | null; note?: string }) => void;
  reviewer: string;
  setReviewer: (name: string) => void;
  /** The reason why the last decision was not saved, if it was not. */
  problem: string | undefined;
};
