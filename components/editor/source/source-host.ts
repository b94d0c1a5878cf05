import { Annotation } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { AutocompleteNames, CheckedDocument, TextEdit } from '@/runner/authoring';
import type { EditorOffsets } from './editor-offsets';
import type { ApplyFix } from './problem-marks';

/** The functions of the page that the editor calls. */
export type SourceEditorHost = {
  suiteKey: string;
  readOnly: boolean;
  type(edits: readonly TextEdit[]): void;
  fix: ApplyFix;
  /** Returns the names that cases may use, for completion. */
  names(): AutocompleteNames;
  undo(): void;
  redo(): void;
  /** Called when the user has moved the cursor into a case. */
  visit(id: string): void;
};

/** The text in the editor and its last check results. */
export type SourceEditorState = {
  text: string;
  map: EditorOffsets;
  checked: CheckedDocument | undefined;
  /** An action that waits until the check of the text has finished. */
  waiting: (() => void) | undefined;
};

/** Runs the action now, or after the text has been checked, unless the user does something else first. */
export function runAfterCheck(sourceState: SourceEditorState, action: () => void): void {
  if (sourceState.checked?.text === sourceState.text) action();
  else sourceState.waiting = action;
}

/** Marks transactions that mirror changes from outside the editor. */
export const mirroredAnnotation = Annotation.define<boolean>();

/** Reports to the surrounding page which case is at the cursor. */
export function reportCaseAtCursor(
  { checked, text, map }: SourceEditorState,
  host: SourceEditorHost,
  position: number,
): void {
  if (checked?.text !== text) return;
  const offset = map.toText(position);
  const caseAtOffset = checked.cases.findLast(({ from }) => from <= offset);
  if (caseAtOffset !== undefined && caseAtOffset.id !== '' && offset <= caseAtOffset.to) host.visit(caseAtOffset.id);
}

/** Moves the cursor to a position and scrolls to it. */
export function selectRange(view: EditorView, position: number): void {
  const anchor = Math.min(position, view.state.doc.length);
  view.dispatch({
    selection: { anchor },
    effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
    annotations: mirroredAnnotation.of(true),
  });
}
