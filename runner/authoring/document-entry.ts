import type { DocumentCase, DocumentProblem } from './document.ts';
import type { CaseReference } from './references.ts';

/**
 * The parsed contents of consecutive whole lines. Positions are relative to the start of the entry, so that they stay
 * valid when earlier lines change. The entries of a text are adjacent.
 */
export type DocumentEntry = {
  length: number;
  lines: number;
  /** The length of the text on which the contents of this entry depend, counted from the start of the entry. */
  reach: number;
  /** How much this entry used of the limited time for parsing invalid text. */
  cost: number;
  cases: EntryCase[];
  problems: EntryProblem[];
  /** References in the entry's cases that only the workspace can resolve, such as names of agents and files. */
  references: CaseReference[];
};

/**
 * A case in an entry. `line` is the number of lines before it in the entry; `isReadable` is true if it is valid JSON.
 */
export type EntryCase = Omit<DocumentCase, 'index' | 'value'> & { isReadable: boolean };

/**
 * A problem in an entry. `line` is the number of lines before it in the entry. Fixes contain line feeds, regardless of
 * the line ends in the file.
 */
export type EntryProblem = DocumentProblem;

/** The result of checking a text: its entries, and the problems that concern several entries. */
export type DocumentParts = {
  entries: DocumentEntry[];
  /** The problems that concern several entries of a file, sorted by the index of the entry. */
  crossEntryProblems: { entry: number; problem: EntryProblem }[];
};
