/**
 * Unsaved changes of a case file, stored in this browser. `base` is the hash of the file's version on which they are
 * based.
 */
export type Draft = { text: string; base: string; keptAt: number };

/**
 * The file and the id of a draft. Each browser page has its own draft of a file, so that pages do not overwrite each
 * other's drafts.
 */
export type DraftAddress = { suiteKey: string; id: string };
export type StoredDraft = Draft & DraftAddress;

const DRAFT_KEY_PREFIX = 'turntree.draft:';
/** The maximum length of a stored draft. Browsers limit localStorage to about five million characters per origin. */
const MAX_CHARACTERS = 1_500_000;

/** Returns false if the draft could not be stored. */
export function storeDraft(address: DraftAddress, draft: Draft): boolean {
  if (draft.text.length > MAX_CHARACTERS) return false;
  try {
    localStorage.setItem(draftKey(address), JSON.stringify([draft.base, draft.keptAt, draft.text]));
    return true;
  } catch {
    return false;
  }
}

/** Returns the drafts of a file from all browser pages, newest first. */
export function listDrafts(suiteKey: string): StoredDraft[] {
  try {
    const ids = Object.keys(localStorage).flatMap((key) => draftIdFromKey(key, suiteKey) ?? []);
    const drafts = ids.flatMap((id) => readDraft({ suiteKey, id }) ?? []);
    return drafts.sort((left, right) => right.keptAt - left.keptAt);
  } catch {
    return [];
  }
}

export function deleteDraft(address: DraftAddress): void {
  try {
    localStorage.removeItem(draftKey(address));
  } catch {
    // If localStorage is unavailable, there is nothing to delete.
  }
}

/** Returns a unique id for a draft. Unlike `crypto.randomUUID`, this also works without HTTPS. */
export function newDraftId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

function readDraft(address: DraftAddress): StoredDraft | undefined {
  const storedDraft: unknown = JSON.parse(localStorage.getItem(draftKey(address)) ?? 'null');
  if (!Array.isArray(storedDraft)) return undefined;
  const [base, keptAt, text]: unknown[] = storedDraft;
  if (typeof base !== 'string' || typeof keptAt !== 'number' || typeof text !== 'string') return undefined;
  return { ...address, text, base, keptAt };
}

function draftKey({ suiteKey, id }: DraftAddress): string {
  return `${DRAFT_KEY_PREFIX}${id}:${suiteKey}`;
}

function draftIdFromKey(key: string, suiteKey: string): string | undefined {
  const isDraft = key.startsWith(DRAFT_KEY_PREFIX) && key.endsWith(`:${suiteKey}`);
  const id = key.slice(DRAFT_KEY_PREFIX.length, -suiteKey.length - 1);
  return isDraft && /^[\w-]+$/.test(id) ? id : undefined;
}
