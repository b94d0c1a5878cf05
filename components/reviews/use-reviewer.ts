import { useEffect, useState } from 'react';

const KEY = 'turntree-reviewer';

/** The name that this person's reviews carry; kept in the browser. */
export function useReviewer(suggested: string): [string, (name: string) => void] {
  const [kept, setKept] = useState<string>();
  useEffect(() => setKept(window.localStorage.getItem(KEY) ?? undefined), []);
  function keep(name: string): void {
    const trimmed = name.trim();
    if (trimmed === '') window.localStorage.removeItem(KEY);
    else window.localStorage.setItem(KEY, trimmed);
    setKept(trimmed === '' ? undefined : trimmed);
  }
  return [kept ?? suggested, keep];
}
