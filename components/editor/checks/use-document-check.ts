import { startTransition, useEffect, useState } from 'react';
import type { CheckedDocument } from '@/runner/authoring';
import { type CheckPlace, createCheckClient } from './check-client';
import type { Checker } from './checker';

export type DocumentCheck = {
  /** The contents of the latest checked text; undefined before the first check. */
  document: CheckedDocument | undefined;
  place: CheckPlace;
  checker: Checker | undefined;
};

/**
 * Checks the texts of a case file as `runner lint` does. It begins while the first one is still on its way: to start a
 * worker takes as long as to fetch a text.
 */
export function useDocumentCheck(suiteKey: string): DocumentCheck {
  const [document, setDocument] = useState<CheckedDocument>();
  const [place, setPlace] = useState<CheckPlace>('beside');
  const [checker, setChecker] = useState<Checker>();
  useEffect(() => {
    if (!isCheckedHere(suiteKey)) return;
    const opened = createCheckClient({
      suiteKey,
      onPlace: setPlace,
      // Typing comes first.
      onChecked: (checked) => startTransition(() => setDocument(checked)),
    });
    setChecker(opened);
    return () => opened.close();
  }, [suiteKey]);
  return { document, place, checker };
}

/** Tables and oxy files are read by the server. */
export function isCheckedHere(suiteKey: string): boolean {
  return /\.jsonl?$/i.test(suiteKey);
}
