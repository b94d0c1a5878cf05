import type { CaseKind } from '../contract/index.ts';
import type { Json } from '../values/index.ts';
import type { TextEdit } from './text-edit.ts';

/** Edits that fix a problem, or that change the notation of a case but not its meaning. */
export type QuickFix = {
  title: string;
  edits: TextEdit[];
  /** The name of a group of fixes that can be applied together to a whole file, without reviewing each of them. */
  group?: string;
};

/** An object in a case file, which may be invalid. Offsets are UTF-16 code units of the text. */
export type DocumentCase = {
  /** The index of the case in the file, from 0. */
  index: number;
  /** The id of the case; empty if it has none. For an invalid object, this is the text that looks like an id. */
  id: string;
  /** The range of the object in the source text. */
  from: number;
  to: number;
  /** The line in which the object begins, from 1. */
  line: number;
  /** The parsed object; undefined if it is not valid JSON. It is parsed when it is read. */
  readonly value?: Json | undefined;
  kind: CaseKind;
  skip: boolean;
  tags: string[];
  /** The number of problems found in the case. */
  problems: number;
};

export type DocumentProblem = {
  severity: 'error' | 'warning';
  from: number;
  to: number;
  /** The line and the column of the problem, counted from 1 as in `turntree lint`. */
  line: number;
  column: number;
  message: string;
  suggestion?: string;
  fixes: QuickFix[];
};

/** The cases and problems of a case file, in the order of the file. */
export type CheckedDocument = {
  /** The text that was checked; offsets are valid only for it. */
  text: string;
  cases: DocumentCase[];
  problems: DocumentProblem[];
};
