/** A selection as character offsets; each line end counts as one character. */
export type Caret = { from: number; to: number };

const carets = new Map<string, Caret>();

/** Saves the selection in the placeholder field, for the editor to restore. */
export function saveCaret(suiteKey: string, caret: Caret): void {
  carets.set(suiteKey, caret);
}

/** Returns the saved selection and forgets it. */
export function restoreCaret(suiteKey: string): Caret | undefined {
  const caret = carets.get(suiteKey);
  carets.delete(suiteKey);
  return caret;
}
