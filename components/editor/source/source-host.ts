import { Annotation } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { CheckedDocument, NamesForCases, TextEdit } from '@/runner/authoring';
import type { ApplyFix } from './problem-marks';
import type { TextMap } from './text-map';

/** The document as the editor needs it. */
export type SourceHost = {
  suiteKey: string;
  readOnly: boolean;
  type(edits: readonly TextEdit[]): void;
  fix: ApplyFix;
  /** Names that cases may use. */
  names(): NamesForCases;
  undo(): void;
  redo(): void;
  /** A person put the cursor into a case. */
  visit(id: string): void;
};

/** The text of the document as the editor has it, and what was last found in it. */
export type Known = {
  text: string;
  map: TextMap;
  checked: CheckedDocument | undefined;
  /** The action of a key pressed while the text was being checked. */
  waiting: (() => void) | undefined;
};

/** At once, or when the text has been checked, unless a person does something else meanwhile. */
export function whenChecked(known: Known, action: () => void): void {
  if (known.checked?.text === known.text) action();
  else known.waiting = action;
}

/** Not done by a person in the editor. */
export const mirrored = Annotation.define<boolean>();

/** Tells of the case that a person has put the cursor into. */
export function visitCase({ checked, text, map }: Known, host: SourceHost, position: number): void {
  if (checked?.text !== text) return;
  const offset = map.toText(position);
  const found = checked.cases.findLast(({ from }) => from <= offset);
  if (found !== undefined && found.id !== '' && offset <= found.to) host.visit(found.id);
}

/** Puts the cursor at a place and brings it into sight. */
export function select(view: EditorView, position: number): void {
  const anchor = Math.min(position, view.state.doc.length);
  view.dispatch({
    selection: { anchor },
    effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
    annotations: mirrored.of(true),
  });
}
