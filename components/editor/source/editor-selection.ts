/** A selection as character offsets; each line end counts as one character. */
export type EditorSelection = { from: number; to: number };

const carets = new Map<string, EditorSelection>();

/** Saves the selection of the placeholder textarea, so that the editor can restore it. */
export function saveCaret(suiteKey: string, caret: EditorSelection): void {
  carets.set(suiteKey, caret);
}

/** Returns the saved selection and forgets it. */
export function takeSavedCaret(suiteKey: string): EditorSelection | undefined {
  const caret = carets.get(suiteKey);
  carets.delete(suiteKey);
  return caret;
}
