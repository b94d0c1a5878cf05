import type { CaseKind } from '../contract/index.ts';
import type { Json } from '../values/index.ts';
import type { TextEdit } from './text-edit.ts';

/** Edits that fix a problem, or improve the notation without changing the meaning. */
export type QuickFix = {
  title: string;
  edits: TextEdit[];
  /** Fixes of one group can be applied together to a whole file, without reviewing each. */
  group?: string;
};

/** One object of a case file, even if it cannot be parsed. Offsets are UTF-16 units of the text. */
export type DocumentCase = {
  /** The index of the case in the file, from 0. */
  index: number;
  /**
   * The id of the case; empty when it has none. For an object that cannot be parsed, the text that looks like an id.
   */
  id: string;
  /** The range of the object in the source text. */
  from: number;
  to: number;
  /** The line in which the object begins, from 1. */
  line: number;
  /** The value of the source text; parsed on demand, undefined if it is not JSON. */
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
  /** The position, with line and column from 1 as `turntree lint` shows them. */
  line: number;
  column: number;
  message: string;
  suggestion?: string;
  fixes: QuickFix[];
};

/** The parsed contents of a case file's text, in the order of the file. */
export type CheckedDocument = {
  /** The text that was checked; offsets are valid only for it. */
  text: string;
  cases: DocumentCase[];
  problems: DocumentProblem[];
};
