import { isCaseList } from '../inputs/array-items.ts';
import { type CaseReader, createCaseReader } from '../inputs/read-case.ts';
import { createItemCursor, type ItemCursor, itemBudget } from '../inputs/source-items.ts';
import { createAcross } from './across-entries.ts';
import { assembleDocument } from './assemble-document.ts';
import type { CheckedDocument } from './document.ts';
import type { DocumentParts, Entry } from './entry.ts';
import { readEntry, readListEntry } from './read-entry.ts';
import { editBetween } from './text-edit.ts';

export type DocumentCheck = {
  /** What is in a text and wrong with it. Only what differs from the text before is read anew. */
  check(text: string): CheckedDocument;
  /** The same before it is put into its places. */
  read(text: string): ReadParts;
};

/** Of the entries before, the first `kept` and the last `tail` are as they were. */
export type ReadParts = DocumentParts & { kept: number; tail: number };

/** Checks one case file as `runner lint` does, again and again while somebody types; `file` is its name. */
export function createDocumentCheck({ file }: { file: string }): DocumentCheck {
  const reader = createCaseReader();
  const across = createAcross();
  let before: Known = { text: '', entries: [] };
  const read = (original: string): ReadParts => {
    const text = original.startsWith('\ufeff') ? original.slice(1) : original;
    const { entries, kept, tail } = isCaseList(text, file)
      ? { entries: [readListEntry(text, reader)], kept: 0, tail: 0 }
      : readEntries(text, before, reader);
    before = isCaseList(text, file) ? { text: '', entries: [] } : { text, entries };
    return { entries, across: across(text, entries), kept, tail };
  };
  return { read, check: (text) => assembleDocument(text, read(text)) };
}

type Known = { text: string; entries: Entry[] };
type Reread = { entries: Entry[]; kept: number; tail: number };

/** An entry depends on nothing but the text that it reaches, so all others before and behind a change stay. */
function readEntries(text: string, before: Known, reader: CaseReader): Reread {
  const edit = editBetween(before.text, text);
  if (edit === undefined) return { entries: before.entries, kept: before.entries.length, tail: 0 };
  const cursor = createItemCursor(text);
  const kept = skipEntries(cursor, before.entries, edit.from);
  const old = { index: kept, position: cursor.position };
  const fresh: Entry[] = [];
  const moved = text.length - before.text.length;
  while (cursor.position < text.length) {
    for (; old.index < before.entries.length && old.position + moved < cursor.position; old.index += 1) {
      old.position += before.entries[old.index]?.length ?? 0;
    }
    const isBehind = cursor.position >= edit.from + edit.insert.length;
    if (isBehind && old.index < before.entries.length && old.position + moved === cursor.position) break;
    fresh.push(readEntry(cursor, reader));
  }
  const tail = cursor.position < text.length ? before.entries.slice(old.index) : [];
  const entries = [...before.entries.slice(0, kept), ...fresh, ...tail];
  if (isWithinBudget(before) && isWithinBudget({ text, entries })) return { entries, kept, tail: tail.length };
  return { entries: readAll(text, reader), kept: 0, tail: 0 };
}

/** Goes behind the entries that a change at `changed` cannot have touched. */
function skipEntries(cursor: ItemCursor, entries: readonly Entry[], changed: number): number {
  for (const [index, { length, lines, reach, cost }] of entries.entries()) {
    if (cursor.position + reach > changed) return index;
    cursor.position += length;
    cursor.line += lines;
    cursor.budget -= cost;
  }
  return entries.length;
}

function readAll(text: string, reader: CaseReader): Entry[] {
  const cursor = createItemCursor(text);
  const entries: Entry[] = [];
  while (cursor.position < text.length) entries.push(readEntry(cursor, reader));
  return entries;
}

/** Whether no entry was read with less care because too much of the text is broken. */
function isWithinBudget({ text, entries }: Known): boolean {
  let cost = 0;
  for (const entry of entries) cost += entry.cost;
  return cost === 0 || cost < itemBudget(text);
}
