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
export type SourceState = {
  text: string;
  map: TextMap;
  checked: CheckedDocument | undefined;
  /** The action of a key pressed while the text was being checked. */
  waiting: (() => void) | undefined;
};

/** At once, or when the text has been checked, unless a person does something else meanwhile. */
export function whenChecked(sourceState: SourceState, action: () => void): void {
  if (sourceState.checked?.text === sourceState.text) action();
  else sourceState.waiting = action;
}

/** Not done by a person in the editor. */
export const mirrored = Annotation.define<boolean>();

/** Tells of the case that a person has put the cursor into. */
export function visitCase({ checked, text, map }: SourceState, host: SourceHost, position: number): void {
  if (checked?.text !== text) return;
  const offset = map.toText(position);
  const caseAtOffset = checked.cases.findLast(({ from }) => from <= offset);
  if (caseAtOffset !== undefined && caseAtOffset.id !== '' && offset <= caseAtOffset.to) host.visit(caseAtOffset.id);
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
