/** Unsaved changes of a case file, kept in this browser. `base` is the content that they were made from. */
export type Draft = { text: string; base: string; keptAt: number };

const PREFIX = 'turntree.draft:';
/** Browsers keep about five million characters for all pages of an address. */
const MOST_CHARACTERS = 1_500_000;

/** Answers whether the changes could be kept. */
export function keepDraft(suiteKey: string, draft: Draft): boolean {
  if (draft.text.length > MOST_CHARACTERS) return false;
  try {
    localStorage.setItem(PREFIX + suiteKey, JSON.stringify([draft.base, draft.keptAt, draft.text]));
    return true;
  } catch {
    return false;
  }
}

export function draftOf(suiteKey: string): Draft | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PREFIX + suiteKey) ?? 'null');
    if (!Array.isArray(stored)) return undefined;
    const [base, keptAt, text]: unknown[] = stored;
    if (typeof base !== 'string' || typeof keptAt !== 'number' || typeof text !== 'string') return undefined;
    return { text, base, keptAt };
  } catch {
    return undefined;
  }
}

export function forgetDraft(suiteKey: string): void {
  try {
    localStorage.removeItem(PREFIX + suiteKey);
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}
