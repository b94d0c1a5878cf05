import { startTransition, useEffect, useState } from 'react';
import type { CheckedDocument } from '@/runner/authoring';
import { type CheckLocation, createCheckClient } from './check-client';
import type { Checker } from './checker';

export type DocumentCheck = {
  /** The contents of the latest checked text; undefined before the first check. */
  document: CheckedDocument | undefined;
  place: CheckLocation;
  checker: Checker | undefined;
};

/**
 * Checks the texts of a case file like `turntree lint`. The worker starts while the first text is still loading: both
 * take about as long.
 */
export function useDocumentCheck(suiteKey: string): DocumentCheck {
  const [document, setDocument] = useState<CheckedDocument>();
  const [place, setPlace] = useState<CheckLocation>('beside');
  const [checker, setChecker] = useState<Checker>();
  useEffect(() => {
    if (!isCheckedInPage(suiteKey)) return;
    const opened = createCheckClient({
      suiteKey,
      onPlace: setPlace,
      // A transition, so that typing has priority.
      onChecked: (checked) => startTransition(() => setDocument(checked)),
    });
    setChecker(opened);
    return () => opened.close();
  }, [suiteKey]);
  return { document, place, checker };
}

/** Only JSON and JSONL; the server reads tables and oxy files. */
export function isCheckedInPage(suiteKey: string): boolean {
  return /\.jsonl?$/i.test(suiteKey);
}
