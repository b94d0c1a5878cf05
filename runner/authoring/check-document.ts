import { isCaseList } from '../inputs/array-items.ts';
import { createCaseParser } from '../inputs/read-case.ts';
import { computeScanBudget, createItemCursor, type ItemCursor } from '../inputs/source-items.ts';
import { assembleDocument } from './assemble-document.ts';
import { createCrossEntryCheck } from './cross-entry-problems.ts';
import type { CheckedDocument } from './document.ts';
import type { DocumentEntry, DocumentParts } from './document-entry.ts';
import { type EntryParser, parseEntry, parseListEntry } from './read-entry.ts';
import { type CaseReference, collectReferences, findReferenceProblems, type ReferenceChecker } from './references.ts';
import { findEditBetween } from './text-edit.ts';

export type DocumentChecker = {
  /** Returns the cases and problems of a text. Parses only what differs from the previous text. */
  check(text: string): CheckedDocument;
  /** Does the same as `check`, but does not combine the parts to a document. */
  readParts(text: string): IncrementalDocumentParts;
  /** Parses those entries again that contain a reference whose result has changed. */
  recheckEntries(isChanged: (reference: CaseReference) => boolean): IncrementalDocumentParts;
};

/** The parts of a document, and how many of them have not changed at its beginning and at its end. */
export type IncrementalDocumentParts = DocumentParts & { unchangedAtStart: number; unchangedAtEnd: number };

/**
 * `file` is the name of the file. `checkReference` reports problems with names that refer to something outside of it.
 */
type DocumentCheckOptions = { file: string; checkReference?: ReferenceChecker };

/**
 * Creates a check for one case file, with the same results as `turntree lint`. It is fast enough to run while a person
 * types.
 */
export function createDocumentCheck({ file, checkReference }: DocumentCheckOptions): DocumentChecker {
  const entryParser = createEntryParser(checkReference);
  const findCrossEntryProblems = createCrossEntryCheck();
  let lastState: DocumentState = { text: '', entries: [] };
  const storeParsedEntries = (
    { entries, unchangedAtStart, unchangedAtEnd }: ReparsedEntries,
    text: string,
  ): IncrementalDocumentParts => {
    lastState = { text, entries };
    return { entries, crossEntryProblems: findCrossEntryProblems(text, entries), unchangedAtStart, unchangedAtEnd };
  };
  const parseDocumentIncrementally = (original: string): IncrementalDocumentParts => {
    const text = original.startsWith('\ufeff') ? original.slice(1) : original;
    if (isCaseList(text, file)) return storeParsedEntries(parseCaseListFile(text, entryParser), text);
    const previous = isCaseList(lastState.text, file) ? { text: '', entries: [] } : lastState;
    return storeParsedEntries(parseEntriesIncrementally(text, previous, entryParser), text);
  };
  return {
    readParts: parseDocumentIncrementally,
    check: (text) => assembleDocument(text, parseDocumentIncrementally(text)),
    recheckEntries(isChanged) {
      const { text } = lastState;
      if (isCaseList(text, file)) return storeParsedEntries(parseCaseListFile(text, entryParser), text);
      const entries = lastState.entries.some(({ cost }) => cost > 0)
        ? parseAllEntries(text, entryParser)
        : reparseEntries(lastState, entryParser, ({ references }) => references.some(isChanged));
      return storeParsedEntries({ entries, unchangedAtStart: 0, unchangedAtEnd: 0 }, text);
    },
  };
}

function createEntryParser(answer: ReferenceChecker | undefined): EntryParser {
  const references: CaseReference[] = [];
  const cases = createCaseParser((authored) => {
    references.push(...collectReferences(authored).map(({ reference }) => reference));
    return answer === undefined ? [] : findReferenceProblems(authored, answer);
  });
  return { cases, takeReferences: () => references.splice(0) };
}

function parseCaseListFile(text: string, reader: EntryParser): ReparsedEntries {
  return { entries: [parseListEntry(text, reader)], unchangedAtStart: 0, unchangedAtEnd: 0 };
}

type DocumentState = { text: string; entries: DocumentEntry[] };
type ReparsedEntries = { entries: DocumentEntry[]; unchangedAtStart: number; unchangedAtEnd: number };

/**
 * Parses a changed text. Entries that the change cannot affect are reused: those after it, and those before it whose
 * `reach` ends before it.
 */
function parseEntriesIncrementally(text: string, lastState: DocumentState, reader: EntryParser): ReparsedEntries {
  const edit = findEditBetween(lastState.text, text);
  if (edit === undefined)
    return { entries: lastState.entries, unchangedAtStart: lastState.entries.length, unchangedAtEnd: 0 };
  const cursor = createItemCursor(text);
  const keptEntries = skipUnchangedEntries(cursor, lastState.entries, edit.from);
  const oldEntry = { index: keptEntries, position: cursor.position };
  const newEntries: DocumentEntry[] = [];
  const lengthChange = text.length - lastState.text.length;
  while (cursor.position < text.length) {
    for (
      ;
      oldEntry.index < lastState.entries.length && oldEntry.position + lengthChange < cursor.position;
      oldEntry.index += 1
    ) {
      oldEntry.position += lastState.entries[oldEntry.index]?.length ?? 0;
    }
    const isAfterEdit = cursor.position >= edit.from + edit.insert.length;
    if (
      isAfterEdit &&
      oldEntry.index < lastState.entries.length &&
      oldEntry.position + lengthChange === cursor.position
    )
      break;
    newEntries.push(parseEntry(cursor, reader));
  }
  const lastEntries = cursor.position < text.length ? lastState.entries.slice(oldEntry.index) : [];
  const entries = [...lastState.entries.slice(0, keptEntries), ...newEntries, ...lastEntries];
  if (isWithinBudget(lastState) && isWithinBudget({ text, entries }))
    return { entries, unchangedAtStart: keptEntries, unchangedAtEnd: lastEntries.length };
  return { entries: parseAllEntries(text, reader), unchangedAtStart: 0, unchangedAtEnd: 0 };
}

/** Moves the cursor past the entries that a change at `changeOffset` cannot affect. Returns their number. */
function skipUnchangedEntries(cursor: ItemCursor, entries: readonly DocumentEntry[], changeOffset: number): number {
  for (const [index, { length, lines, reach, cost }] of entries.entries()) {
    if (cursor.position + reach > changeOffset) return index;
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

/** Parses the selected entries again and reuses the others. */
function reparseEntries(
  { text, entries }: DocumentState,
  reader: EntryParser,
  isReparsed: (entry: DocumentEntry) => boolean,
): DocumentEntry[] {
  const cursor = createItemCursor(text);
  return entries.map((entry) => {
    if (isReparsed(entry)) return parseEntry(cursor, reader);
    cursor.position += entry.length;
    cursor.line += entry.lines;
    return entry;
  });
}

/** Returns false if so much of the text is invalid that some entries were parsed less precisely. */
function isWithinBudget({ text, entries }: DocumentState): boolean {
  let cost = 0;
  for (const entry of entries) cost += entry.cost;
  return cost === 0 || cost < computeScanBudget(text);
}
