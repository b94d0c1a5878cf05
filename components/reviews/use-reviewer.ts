import { useEffect, useState } from 'react';

const REVIEWER_STORAGE_KEY = 'turntree-reviewer';

/** Returns the name under which this person reviews; it is stored in localStorage. */
export function useReviewer(suggestedName: string): [string, (name: string) => void] {
  const [storedReviewer, setKept] = useState<string>();
  useEffect(() => setKept(window.localStorage.getItem(REVIEWER_STORAGE_KEY) ?? undefined), []);
  function storeReviewerName(name: string): void {
    const trimmed = name.trim();
    if (trimmed === '') window.localStorage.removeItem(REVIEWER_STORAGE_KEY);
    else window.localStorage.setItem(REVIEWER_STORAGE_KEY, trimmed);
    setKept(trimmed === '' ? undefined : trimmed);
  }
  return [storedReviewer ?? suggestedName, storeReviewerName];
}
