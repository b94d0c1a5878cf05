/** A selection as character offsets; each line end counts as one character. */
export type EditorSelection = { from: number; to: number };

const caretBySuite = new Map<string, EditorSelection>();

/** Saves the selection of the placeholder textarea, so that the editor can restore it. */
export function saveCaret(suiteKey: string, caret: EditorSelection): void {
  caretBySuite.set(suiteKey, caret);
}

/** Returns the saved selection and forgets it. */
export function takeSavedCaret(suiteKey: string): EditorSelection | undefined {
  const caret = caretBySuite.get(suiteKey);
  caretBySuite.delete(suiteKey);
  return caret;
}
