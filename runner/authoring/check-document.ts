import { isCaseList } from '../inputs/array-items.ts';
import { createCaseParser } from '../inputs/read-case.ts';
import { computeScanBudget, createItemCursor, type ItemCursor } from '../inputs/source-items.ts';
import { createCrossEntryCheck } from './across-entries.ts';
import { assembleDocument } from './assemble-document.ts';
import type { CheckedDocument } from './document.ts';
import type { DocumentEntry, DocumentParts } from './document-entry.ts';
import { type EntryParser, parseEntry, parseListEntry } from './read-entry.ts';
import { type CaseReference, collectReferences, findReferenceProblems, type ReferenceChecker } from './references.ts';
import { findEditBetween } from './text-edit.ts';

export type DocumentChecker = {
  /** Returns the contents and problems of a text. Parses only the parts that differ from the previous text. */
  check(text: string): CheckedDocument;
  /** Like `check`, but returns the parts before they are assembled. */
  read(text: string): IncrementalDocumentParts;
  /** Reads cases again, but only those whose references have a new result. */
  recheckEntries(isChanged: (reference: CaseReference) => boolean): IncrementalDocumentParts;
};

/** `kept` and `tail` are the numbers of unchanged entries at the beginning and at the end. */
export type IncrementalDocumentParts = DocumentParts & { kept: number; tail: number };

/** `file` is its name; `answer` reports problems with names outside the file that cases refer to. */
type DocumentCheckOptions = { file: string; answer?: ReferenceChecker };

/** Checks one case file like `turntree lint`, repeatedly while a person types. */
export function createDocumentCheck({ file, answer }: DocumentCheckOptions): DocumentChecker {
  const reader = createEntryParser(answer);
  const across = createCrossEntryCheck();
  let before: DocumentState = { text: '', entries: [] };
  const storeParsedEntries = ({ entries, kept, tail }: ReparsedEntries, text: string): IncrementalDocumentParts => {
    before = { text, entries };
    return { entries, across: across(text, entries), kept, tail };
  };
  const parseDocumentIncrementally = (original: string): IncrementalDocumentParts => {
    const text = original.startsWith('\ufeff') ? original.slice(1) : original;
    if (isCaseList(text, file)) return storeParsedEntries(parseCaseListFile(text, reader), text);
    const previous = isCaseList(before.text, file) ? { text: '', entries: [] } : before;
    return storeParsedEntries(parseEntriesIncrementally(text, previous, reader), text);
  };
  return {
    read: parseDocumentIncrementally,
    check: (text) => assembleDocument(text, parseDocumentIncrementally(text)),
    recheckEntries(isChanged) {
      const { text } = before;
      if (isCaseList(text, file)) return storeParsedEntries(parseCaseListFile(text, reader), text);
      const entries = before.entries.some(({ cost }) => cost > 0)
        ? parseAllEntries(text, reader)
        : reparseEntries(before, reader, ({ references }) => references.some(isChanged));
      return storeParsedEntries({ entries, kept: 0, tail: 0 }, text);
    },
  };
}

function createEntryParser(answer: ReferenceChecker | undefined): EntryParser {
  const named: CaseReference[] = [];
  const cases = createCaseParser((authored) => {
    named.push(...collectReferences(authored).map(({ reference }) => reference));
    return answer === undefined ? [] : findReferenceProblems(authored, answer);
  });
  return { cases, takeReferences: () => named.splice(0) };
}

function parseCaseListFile(text: string, reader: EntryParser): ReparsedEntries {
  return { entries: [parseListEntry(text, reader)], kept: 0, tail: 0 };
}

type DocumentState = { text: string; entries: DocumentEntry[] };
type ReparsedEntries = { entries: DocumentEntry[]; kept: number; tail: number };

/** An entry depends only on the text up to its `reach`, so all entries before and after a change are reused. */
function parseEntriesIncrementally(text: string, before: DocumentState, reader: EntryParser): ReparsedEntries {
  const edit = findEditBetween(before.text, text);
  if (edit === undefined) return { entries: before.entries, kept: before.entries.length, tail: 0 };
  const cursor = createItemCursor(text);
  const keptEntries = skipUnchangedEntries(cursor, before.entries, edit.from);
  const old = { index: keptEntries, position: cursor.position };
  const fresh: DocumentEntry[] = [];
  const moved = text.length - before.text.length;
  while (cursor.position < text.length) {
    for (; old.index < before.entries.length && old.position + moved < cursor.position; old.index += 1) {
      old.position += before.entries[old.index]?.length ?? 0;
    }
    const isBehind = cursor.position >= edit.from + edit.insert.length;
    if (isBehind && old.index < before.entries.length && old.position + moved === cursor.position) break;
    fresh.push(parseEntry(cursor, reader));
  }
  const lastEntries = cursor.position < text.length ? before.entries.slice(old.index) : [];
  const entries = [...before.entries.slice(0, keptEntries), ...fresh, ...lastEntries];
  if (isWithinBudget(before) && isWithinBudget({ text, entries }))
    return { entries, kept: keptEntries, tail: lastEntries.length };
  return { entries: parseAllEntries(text, reader), kept: 0, tail: 0 };
}

/** Moves the cursor past the entries that a change at `changed` cannot affect, and returns their number. */
function skipUnchangedEntries(cursor: ItemCursor, entries: readonly DocumentEntry[], changed: number): number {
  for (const [index, { length, lines, reach, cost }] of entries.entries()) {
    if (cursor.position + reach > changed) return index;
    cursor.position += length;
    cursor.line += lines;
    cursor.budget -= cost;
  }
  return entries.length;
}

function parseAllEntries(text: string, reader: EntryParser): DocumentEntry[] {
  const cursor = createItemCursor(text);
  const entries: DocumentEntry[] = [];
  while (cursor.position < text.length) entries.push(parseEntry(cursor, reader));
  return entries;
}

/** Reads the selected entries again and keeps the others. */
function reparseEntries(
  { text, entries }: DocumentState,
  reader: EntryParser,
  isRead: (entry: DocumentEntry) => boolean,
): DocumentEntry[] {
  const cursor = createItemCursor(text);
  return entries.map((entry) => {
    if (isRead(entry)) return parseEntry(cursor, reader);
    cursor.position += entry.length;
    cursor.line += entry.lines;
    return entry;
  });
}

/** True if no entry was parsed in less detail because too much of the text is broken. */
function isWithinBudget({ text, entries }: DocumentState): boolean {
  let cost = 0;
  for (const entry of entries) cost += entry.cost;
  return cost === 0 || cost < computeScanBudget(text);
}
