import { startTransition, useEffect, useState } from 'react';
import type { CheckedDocument } from '@/runner/authoring';
import type { DocumentChecker } from './document-checker';
import { type CheckLocation, createRestartingChecker } from './restarting-checker';

export type DocumentCheck = {
  /** The cases and problems of the last checked text; undefined before the first check. */
  document: CheckedDocument | undefined;
  place: CheckLocation;
  checker: DocumentChecker | undefined;
};

/**
 * Checks the text of a case file like `turntree lint`. The worker starts while the text is still loading, so that the
 * two do not add up.
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
      // Applies the result in a React transition, so that typing has priority.
      onChecked: (checked) => startTransition(() => setDocument(checked)),
    });
    setChecker(opened);
    return () => opened.close();
  }, [suiteKey]);
  return { document, place: thread, checker };
}

/** Returns true for JSON and JSONL files. Tables and oxy files are parsed and checked by the server. */
export function canCheckInBrowser(suiteKey: string): boolean {
  return /\.jsonl?$/i.test(suiteKey);
}
