import type { DocumentCase, DocumentProblem } from './document.ts';
import type { Reference } from './references.ts';

/**
 * What one stretch of whole lines holds, with places that count from its own start: it stays as it is when lines before
 * it come and go. The entries of a text follow each other without gaps.
 */
export type DocumentEntry = {
  length: number;
  lines: number;
  /** The length of text, from the entry's start, that affected the reading. */
  reach: number;
  /** Its share of the budget for broken text. */
  cost: number;
  cases: EntryCase[];
  problems: EntryProblem[];
  /** The names in its cases that only the workspace can resolve. */
  references: Reference[];
};

/** `line` counts the lines before it in the entry; `isReadable` says that it is JSON. */
export type EntryCase = Omit<DocumentCase, 'index' | 'value'> & { isReadable: boolean };

/** `line` counts the lines before it in the entry. The line ends of its fixes are line feeds, whatever the file has. */
export type EntryProblem = DocumentProblem;

/** All that is known of a text: its entries, and what only shows when they are seen together. */
export type DocumentParts = {
  entries: DocumentEntry[];
  /** By index of the entry, in ascending order. */
  across: { entry: number; problem: EntryProblem }[];
};
