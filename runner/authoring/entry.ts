import type { QuickFix } from './document.ts';
import type { Reference } from './references.ts';

/**
 * What one stretch of whole lines holds, with places that count from its own start: it stays as it is when lines before
 * it come and go. The entries of a text follow each other without gaps.
 */
export type Entry = {
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

export type EntryCase = {
  id: string;
  from: number;
  to: number;
  /** Lines before it in the entry. */
  line: number;
  kind: 'standard' | 'dynamic';
  skip: boolean;
  tags: string[];
  /** True if it is JSON. */
  isReadable: boolean;
  problems: number;
};

export type EntryProblem = {
  severity: 'error' | 'warning';
  from: number;
  to: number;
  /** Lines before it in the entry. */
  line: number;
  /** From 1, as for people. */
  column: number;
  message: string;
  suggestion?: string;
  /** Their line ends are line feeds, whatever the file has. */
  fixes: QuickFix[];
};

/** All that is known of a text: its entries, and what only shows when they are seen together. */
export type DocumentParts = {
  entries: Entry[];
  /** By index of the entry, in ascending order. */
  across: { entry: number; problem: EntryProblem }[];
};
