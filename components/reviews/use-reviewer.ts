import { useEffect, useState } from 'react';

const KEY = 'turntree-reviewer';

/** The name for this person's reviews; stored in localStorage. */
export function useReviewer(suggestedName: string): [string, (name: string) => void] {
  const [storedReviewer, setKept] = useState<string>();
  useEffect(() => setKept(window.localStorage.getItem(KEY) ?? undefined), []);
  function storeReviewerName(name: string): void {
    const trimmed = name.trim();
    if (trimmed === '') window.localStorage.removeItem(KEY);
    else window.localStorage.setItem(KEY, trimmed);
    setKept(trimmed === '' ? undefined : trimmed);
  }
  return [storedReviewer ?? suggestedName, storeReviewerName];
}
