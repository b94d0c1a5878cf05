/** A selection in a text, in characters, with one for every line end. */
export type Caret = { from: number; to: number };

const carets = new Map<string, Caret>();

/** Says where somebody was in the field that stood in for the editor of a file. */
export function leaveCaret(suiteKey: string, caret: Caret): void {
  carets.set(suiteKey, caret);
}

/** Returns the last selection, for the editor to continue there; once. */
export function takeCaret(suiteKey: string): Caret | undefined {
  const caret = carets.get(suiteKey);
  carets.delete(suiteKey);
  return caret;
}
