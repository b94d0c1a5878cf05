import { useState } from 'react';
import type { OwnDecision, QueueSource } from './queue-source';

export type QueueState<Item> = {
  /** Index of the current item; at the end, the number of items. */
  at: number;
  current: Item | undefined;
  goTo: (index: number) => void;
  /** Number of items that the reviewer has decided. */
  done: number;
  /** The reviewer's decision on the current item. */
  mine: OwnDecision | undefined;
  /** Saves a decision on the current item with its note, and moves to the next one. */
  give: (label: string) => void;
  /** Undoes the last decision and returns to its item; missing if there is none. */
  undo: (() => void) | undefined;
  note: string;
  setNote: (text: string) => void;
  /** Saves a changed note of an existing decision. */
  saveNote: () => void;
};

type UndoStep = { at: number; former: OwnDecision | undefined };

/** Goes through items one after the other, beginning with the first that the reviewer has not decided. */
export function useQueue<Item>({ items, mineOf, save }: QueueSource<Item>): QueueState<Item> {
  const lacksOwnDecision = (item: Item) => mineOf(item) === undefined;
  const [at, setAt] = useState(() => indexOrDefault(items.findIndex(lacksOwnDecision), items.length));
  const [undoSteps, setUndoSteps] = useState<readonly UndoStep[]>([]);
  const [notes, setNotes] = useState<Readonly<Record<number, string>>>({});
  const current = items[at];
  const mine = current && mineOf(current);
  const note = notes[at] ?? mine?.note ?? '';

  function goToItem(index: number): void {
    setAt(Math.min(Math.max(index, 0), items.length));
  }

  function submitDecision(label: string): void {
    if (current === undefined) return;
    save(current, { label, ...(note === (mine?.note ?? '') ? {} : { note }) });
    setUndoSteps([...undoSteps, { at, former: mine }]);
    // A decision just given may not be stored yet.
    const isUndecidedOtherItem = (item: Item, index: number) =>
      index !== at && lacksOwnDecision(item) && !undoSteps.some((entry) => entry.at === index);
    const next = items.findIndex((item, index) => index > at && isUndecidedOtherItem(item, index));
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
    at,
    current,
    goTo: goToItem,
    done: items.filter((item) => !lacksOwnDecision(item)).length,
    mine,
    give: submitDecision,
    undo: last === undefined ? undefined : () => undo(last),
    note,
    setNote: (text) => setNotes({ ...notes, [at]: text }),
    saveNote: () => {
      if (current !== undefined && mine !== undefined && mine.note !== note) save(current, { label: mine.label, note });
    },
  };
}

function indexOrDefault(index: number, otherwise: number): number {
  return index < 0 ? otherwise : index;
}
