import type { DocumentCase, DocumentProblem } from './document.ts';
import type { CaseReference } from './references.ts';

/**
 * The contents of consecutive whole lines. Positions count from the start of the entry, so that they stay valid when
 * earlier lines change. The entries of a text follow each other without gaps.
 */
export type DocumentEntry = {
  length: number;
  lines: number;
  /** The length of the text that affected the parsing of this entry, counted from its start. */
  reach: number;
  /** The part of the budget for parsing broken text that this entry used. */
  cost: number;
  cases: EntryCase[];
  problems: EntryProblem[];
  /** The names in the entry's cases that only the workspace can resolve, such as agents and files. */
  references: CaseReference[];
};

/** A case of an entry. `line` counts the lines of the entry before the case; `isReadable` is true for valid JSON. */
export type EntryCase = Omit<DocumentCase, 'index' | 'value'> & { isReadable: boolean };

/**
 * A problem of an entry. `line` counts the lines of the entry before the problem. Fixes use line feeds, whatever line
 * endings the file has.
 */
export type EntryProblem = DocumentProblem;

/** The result of checking a text: its entries, and the problems that only appear when all entries are compared. */
export type DocumentParts = {
  entries: DocumentEntry[];
  /** The problems that concern several entries of a file, sorted by the index of the entry. */
  crossEntryProblems: { entry: number; problem: EntryProblem }[];
};
