import { Annotation } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { AutocompleteNames, CheckedDocument, TextEdit } from '@/runner/authoring';
import type { EditorOffsets } from './editor-offsets';
import type { ApplyFix } from './problem-marks';

/** What the editor needs from the page that contains it. */
export type SourceEditorHost = {
  suiteKey: string;
  readOnly: boolean;
  type(edits: readonly TextEdit[]): void;
  fix: ApplyFix;
  /** Returns the names for autocompletion. */
  names(): AutocompleteNames;
  undo(): void;
  redo(): void;
  /** Called when the user has moved the cursor into a case. */
  visit(id: string): void;
};

/** The text in the editor, and the results of its last check. */
export type SourceEditorState = {
  text: string;
  map: EditorOffsets;
  checked: CheckedDocument | undefined;
  /** An action that is deferred until the text has been checked. */
  waiting: (() => void) | undefined;
};

/**
 * Runs the action now if the text has been checked, otherwise after the check. Another action of the user cancels a
 * deferred one.
 */
export function runAfterCheck(sourceState: SourceEditorState, action: () => void): void {
  if (sourceState.checked?.text === sourceState.text) action();
  else sourceState.waiting = action;
}

/** Marks transactions whose changes come from outside the editor. */
export const externalChangeAnnotation = Annotation.define<boolean>();

/** Tells the page in which case the cursor is. */
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
    annotations: externalChangeAnnotation.of(true),
  });
}
