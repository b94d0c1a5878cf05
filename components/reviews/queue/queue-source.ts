import type { Icon } from '@/components/ui/icons';
import type { ReviewSample } from '@/lib/queries';
import type { StatusTone } from '@/runner/verdict';

/** An item of the queue that every run has. */
export type QueuedAttempt = ReviewSample['attempts'][number];

/** An answer to the question of a queue, with the key that gives it. */
export type QueueChoice = {
  /** As stored. */
  label: string;
  word: string;
  /** As `KeyboardEvent.key` has it. */
  key: string;
  /** As printed on the key, if that differs. */
  keyWord?: string;
  icon?: Icon;
  tone: StatusTone;
};

/** What a person has decided about an item. */
export type OwnDecision = { label: string; note: string };

/** The items that a person goes through, and where decisions are stored. */
export type QueueSource<Item> = {
  items: readonly Item[];
  /** The answers for an item: the sides of pairs change. */
  choicesFor: (item: Item | undefined) => readonly QueueChoice[];
  mineOf: (item: Item) => OwnDecision | undefined;
  /** A null label takes the decision back; without a note, the former one stays. */
  save: (item: Item, decision: { label: string | null; note?: string }) => void;
  reviewer: string;
  setReviewer: (name: string) => void;
  /** Why the last decision was not saved. */
  problem: string | undefined;
};
