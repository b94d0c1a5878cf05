import type { DocumentCase, DocumentProblem } from './document.ts';
import type { CaseReference } from './references.ts';

/**
 * The contents of adjacent whole lines, with positions relative to its start, so that it stays valid when lines
 * before it change. The entries of a text follow each other without gaps.
 */
export type DocumentEntry = {
  length: number;
  lines: number;
  /** The length of text, from the entry's start, that affected the reading. */
  reach: number;
  /** How much of the budget for parsing broken text this entry used. */
  cost: number;
  cases: EntryCase[];
  problems: EntryProblem[];
  /** The names in the entry's cases that only the workspace can resolve. */
  references: CaseReference[];
};

/** A case of an entry. `line` counts the lines of the entry before the case; `isReadable` is true for valid JSON. */
export type EntryCase = Omit<DocumentCase, 'index' | 'value'> & { isReadable: boolean };

/**
 * A problem of an entry. `line` counts the lines of the entry before the problem. Fixes use line feeds, whatever line
 * endings the file has.
 */
export type EntryProblem = DocumentProblem;

/** Everything known about a text: its entries, and the problems that only show when all entries are compared. */
export type DocumentParts = {
  entries: DocumentEntry[];
  /** The problems that concern several entries, sorted by the index of the entry. */
  across: { entry: number; problem: EntryProblem }[];
};
