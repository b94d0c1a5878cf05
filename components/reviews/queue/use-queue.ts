import { useState } from 'react';
import type { OwnDecision, QueueSource } from './queue-source';

export type QueueState<Item> = {
  /** The index of the current item; at the end of the queue, the number of items. */
  at: number;
  current: Item | undefined;
  goTo: (index: number) => void;
  /** The number of items that the reviewer has decided on. */
  done: number;
  /** The reviewer's decision on the current item. */
  mine: OwnDecision | undefined;
  /** Saves a decision on the current item with its note, and moves to the next one. */
  give: (label: string) => void;
  /** Undoes the last decision and returns to its item; undefined if there is nothing to undo. */
  undo: (() => void) | undefined;
  note: string;
  setNote: (text: string) => void;
  /** Saves a changed note of a decision. */
  saveNote: () => void;
};

type UndoStep = { at: number; former: OwnDecision | undefined };

/** Steps through the items of a queue, starting at the first one that the reviewer has not decided on. */
export function useQueue<Item>({ items, mineOf, save }: QueueSource<Item>): QueueState<Item> {
  const lacksOwnDecision = (item: Item) => mineOf(item) === undefined;
  const [itemIndex, setAt] = useState(() => indexOrDefault(items.findIndex(lacksOwnDecision), items.length));
  const [undoSteps, setUndoSteps] = useState<readonly UndoStep[]>([]);
  const [notes, setNotes] = useState<Readonly<Record<number, string>>>({});
  const currentItem = items[itemIndex];
  const ownDecision = currentItem && mineOf(currentItem);
  const note = notes[itemIndex] ?? ownDecision?.note ?? '';

  function goToItem(index: number): void {
    setAt(Math.min(Math.max(index, 0), items.length));
  }

  function submitDecision(label: string): void {
    if (currentItem === undefined) return;
    save(currentItem, { label, ...(note === (ownDecision?.note ?? '') ? {} : { note }) });
    setUndoSteps([...undoSteps, { at: itemIndex, former: ownDecision }]);
    // Also skips items of the undo list, because their decisions may not be stored yet.
    const isUndecidedOtherItem = (item: Item, index: number) =>
      index !== itemIndex && lacksOwnDecision(item) && !undoSteps.some((entry) => entry.at === index);
    const next = items.findIndex((item, index) => index > itemIndex && isUndecidedOtherItem(item, index));
    goToItem(next >= 0 ? next : indexOrDefault(items.findIndex(isUndecidedOtherItem), items.length));
  }

  function undo({ at: index, former }: UndoStep): void {
    const item = items[index];
    if (item === undefined) return;
    save(item, { label: former?.label ?? null, ...(former === undefined ? {} : { note: former.note }) });
    setUndoSteps(undoSteps.slice(0, -1));
    goToItem(index);
  }

  const last = undoSteps.at(-1);
  return {
    at: itemIndex,
    current: currentItem,
    goTo: goToItem,
    done: items.filter((item) => !lacksOwnDecision(item)).length,
    mine: ownDecision,
    give: submitDecision,
    undo: last === undefined ? undefined : () => undo(last),
    note,
    setNote: (text) => setNotes({ ...notes, [itemIndex]: text }),
    saveNote: () => {
      if (currentItem !== undefined && ownDecision !== undefined && ownDecision.note !== note)
        save(currentItem, { label: ownDecision.label, note });
    },
  };
}

function indexOrDefault(index: number, otherwise: number): number {
  return index < 0 ? otherwise : index;
}
