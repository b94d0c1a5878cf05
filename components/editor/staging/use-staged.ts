import { useEffect, useState } from 'react';
import type { Staged } from './staged-cases';

const PREFIX = 'turntree.proposed:';

/** Proposed cases of a file. Those on which nobody has decided wait in this tab, whatever page it shows meanwhile. */
export function useStaged(
  suiteKey: string,
): [readonly Staged[] | undefined, (staged: readonly Staged[] | undefined) => void] {
  const [staged, setStaged] = useState<readonly Staged[]>();
  useEffect(() => {
    const texts = waitingTexts(suiteKey);
    if (texts.length > 0) setStaged(texts.map((text, key) => ({ key, text, isDiscarded: false })));
  }, [suiteKey]);
  function change(next: readonly Staged[] | undefined): void {
    setStaged(next);
    keepWaiting(suiteKey, next ?? []);
  }
  return [staged, change];
}

function waitingTexts(suiteKey: string): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(PREFIX + suiteKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string') : [];
  } catch {
    return [];
  }
}

function keepWaiting(suiteKey: string, staged: readonly Staged[]): void {
  const texts = staged.filter(({ isDiscarded }) => !isDiscarded).map(({ text }) => text);
  try {
    sessionStorage.removeItem(PREFIX + suiteKey);
    if (texts.length > 0) sessionStorage.setItem(PREFIX + suiteKey, JSON.stringify(texts));
  } catch {
    // A browser that keeps nothing, or no more, shows them while the page is open.
  }
}
