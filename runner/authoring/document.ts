import type { CaseKind } from '../contract/index.ts';
import type { Json } from '../values/index.ts';
import type { TextEdit } from './text-edit.ts';

/** Edits that mend a problem, or write the same in a better way. */
export type QuickFix = {
  title: string;
  edits: TextEdit[];
  /** Fixes of one group may be made together for a whole file, without looking at each. */
  group?: string;
};

/** One object of a case file, also one that cannot be read. Offsets are UTF-16 units of the text. */
export type DocumentCase = {
  /** Its place among the cases, from 0. */
  index: number;
  /** Empty when it has none. Of an object that cannot be read, what looks like its id. */
  id: string;
  /** The range of the object in the source text. */
  from: number;
  to: number;
  /** The line it begins in, from 1. */
  line: number;
  /** The value of the source text; parsed on demand, undefined if it is not JSON. */
  readonly value?: Json | undefined;
  kind: CaseKind;
  skip: boolean;
  tags: string[];
  /** The count. */
  problems: number;
};

export type DocumentProblem = {
  severity: 'error' | 'warning';
  from: number;
  to: number;
  /** Both from 1, as `runner lint` says them. */
  line: number;
  column: number;
  message: string;
  suggestion?: string;
  fixes: QuickFix[];
};

/** The contents of a case file's text, in the order of the file. */
export type CheckedDocument = {
  /** The text that was checked: offsets are those of no other. */
  text: string;
  cases: DocumentCase[];
  problems: DocumentProblem[];
};
