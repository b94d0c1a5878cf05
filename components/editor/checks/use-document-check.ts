import { startTransition, useEffect, useState } from 'react';
import type { CheckedDocument } from '@/runner/authoring';
import type { DocumentChecker } from './document-checker';
import { type CheckLocation, createRestartingChecker } from './restarting-checker';

export type DocumentCheck = {
  /** The contents of the latest checked text; undefined before the first check. */
  document: CheckedDocument | undefined;
  place: CheckLocation;
  checker: DocumentChecker | undefined;
};

/**
 * Checks the texts of a case file like `turntree lint`. The worker starts while the first text is still loading: both
 * take about as long.
 */
export function useDocumentCheck(suiteKey: string): DocumentCheck {
  const [document, setDocument] = useState<CheckedDocument>();
  const [thread, setPlace] = useState<CheckLocation>('beside');
  const [checker, setChecker] = useState<DocumentChecker>();
  useEffect(() => {
    if (!canCheckInBrowser(suiteKey)) return;
    const opened = createRestartingChecker({
      suiteKey,
      onPlace: setPlace,
      // The result is applied in a React transition, so that typing has priority.
      onChecked: (checked) => startTransition(() => setDocument(checked)),
    });
    setChecker(opened);
    return () => opened.close();
  }, [suiteKey]);
  return { document, place: thread, checker };
}

/** True for JSON and JSONL files. Tables and oxy files are checked by the server, which reads them. */
export function canCheckInBrowser(suiteKey: string): boolean {
  return /\.jsonl?$/i.test(suiteKey);
}
