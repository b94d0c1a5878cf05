import { isCaseList } from '../inputs/array-items.ts';
import { createCaseReader } from '../inputs/read-case.ts';
import { createItemCursor, failedScanBudget, type ItemCursor } from '../inputs/source-items.ts';
import { createAcrossEntriesCheck } from './across-entries.ts';
import { assembleDocument } from './assemble-document.ts';
import type { CheckedDocument } from './document.ts';
import type { DocumentEntry, DocumentParts } from './document-entry.ts';
import { type EntryReader, readEntry, readListEntry } from './read-entry.ts';
import { type CaseReference, collectReferences, type ReferenceChecker, referenceFindings } from './references.ts';
import { editBetween } from './text-edit.ts';

export type DocumentChecker = {
  /** Returns the contents and problems of a text. Parses only the parts that differ from the previous text. */
  check(text: string): CheckedDocument;
  /** Like `check`, but returns the parts before they are assembled. */
  read(text: string): ReadDocumentOptions;
  /** Reads cases again, but only those whose references have a new result. */
  recheckEntries(isChanged: (reference: CaseReference) => boolean): ReadDocumentOptions;
};

/** `kept` and `tail` are the numbers of unchanged entries at the beginning and at the end. */
export type ReadDocumentOptions = DocumentParts & { kept: number; tail: number };

/** `file` is its name; `answer` reports problems with names outside the file that cases refer to. */
type CheckedText = { file: string; answer?: ReferenceChecker };

/** Checks one case file like `turntree lint`, repeatedly while a person types. */
export function createDocumentCheck({ file, answer }: CheckedText): DocumentChecker {
  const reader = createEntryReader(answer);
  const across = createAcrossEntriesCheck();
  let before: DocumentState = { text: '', entries: [] };
  const storeChecked = ({ entries, kept, tail }: RereadEntries, text: string): ReadDocumentOptions => {
    before = { text, entries };
    return { entries, across: across(text, entries), kept, tail };
  };
  const readDocument = (original: string): ReadDocumentOptions => {
    const text = original.startsWith('\ufeff') ? original.slice(1) : original;
    if (isCaseList(text, file)) return storeChecked(readList(text, reader), text);
    const previous = isCaseList(before.text, file) ? { text: '', entries: [] } : before;
    return storeChecked(readEntries(text, previous, reader), text);
  };
  return {
    read: readDocument,
    check: (text) => assembleDocument(text, readDocument(text)),
    recheckEntries(isChanged) {
      const { text } = before;
      if (isCaseList(text, file)) return storeChecked(readList(text, reader), text);
      const entries = before.entries.some(({ cost }) => cost > 0)
        ? readAllEntries(text, reader)
        : readChangedEntries(before, reader, ({ references }) => references.some(isChanged));
      return storeChecked({ entries, kept: 0, tail: 0 }, text);
    },
  };
}

function createEntryReader(answer: ReferenceChecker | undefined): EntryReader {
  const named: CaseReference[] = [];
  const cases = createCaseReader((authored) => {
    named.push(...collectReferences(authored).map(({ reference }) => reference));
    return answer === undefined ? [] : referenceFindings(authored, answer);
  });
  return { cases, takeReferences: () => named.splice(0) };
}

function readList(text: string, reader: EntryReader): RereadEntries {
  return { entries: [readListEntry(text, reader)], kept: 0, tail: 0 };
}

type DocumentState = { text: string; entries: DocumentEntry[] };
type RereadEntries = { entries: DocumentEntry[]; kept: number; tail: number };

/** An entry depends only on the text up to its `reach`, so all entries before and after a change are reused. */
function readEntries(text: string, before: DocumentState, reader: EntryReader): RereadEntries {
  const edit = editBetween(before.text, text);
  if (edit === undefined) return { entries: before.entries, kept: before.entries.length, tail: 0 };
  const cursor = createItemCursor(text);
  const keptEntries = skipEntries(cursor, before.entries, edit.from);
  const old = { index: keptEntries, position: cursor.position };
  const fresh: DocumentEntry[] = [];
  const moved = text.length - before.text.length;
  while (cursor.position < text.length) {
    for (; old.index < before.entries.length && old.position + moved < cursor.position; old.index += 1) {
      old.position += before.entries[old.index]?.length ?? 0;
    }
    const isBehind = cursor.position >= edit.from + edit.insert.length;
    if (isBehind && old.index < before.entries.length && old.position + moved === cursor.position) break;
    fresh.push(readEntry(cursor, reader));
  }
  const lastEntries = cursor.position < text.length ? before.entries.slice(old.index) : [];
  const entries = [...before.entries.slice(0, keptEntries), ...fresh, ...lastEntries];
  if (isWithinBudget(before) && isWithinBudget({ text, entries }))
    return { entries, kept: keptEntries, tail: lastEntries.length };
  return { entries: readAllEntries(text, reader), kept: 0, tail: 0 };
}

/** Moves the cursor past the entries that a change at `changed` cannot affect, and returns their number. */
function skipEntries(cursor: ItemCursor, entries: readonly DocumentEntry[], changed: number): number {
  for (const [index, { length, lines, reach, cost }] of entries.entries()) {
    if (cursor.position + reach > changed) return index;
    cursor.position += length;
    cursor.line += lines;
    cursor.budget -= cost;
  }
  return entries.length;
}

function readAllEntries(text: string, reader: EntryReader): DocumentEntry[] {
  const cursor = createItemCursor(text);
  const entries: DocumentEntry[] = [];
  while (cursor.position < text.length) entries.push(readEntry(cursor, reader));
  return entries;
}

/** Reads the selected entries again and keeps the others. */
function readChangedEntries(
  { text, entries }: DocumentState,
  reader: EntryReader,
  isRead: (entry: DocumentEntry) => boolean,
): DocumentEntry[] {
  const cursor = createItemCursor(text);
  return entries.map((entry) => {
    if (isRead(entry)) return readEntry(cursor, reader);
    cursor.position += entry.length;
    cursor.line += entry.lines;
    return entry;
  });
}

/** True if no entry was parsed in less detail because too much of the text is broken. */
function isWithinBudget({ text, entries }: DocumentState): boolean {
  let cost = 0;
  for (const entry of entries) cost += entry.cost;
  return cost === 0 || cost < failedScanBudget(text);
}
