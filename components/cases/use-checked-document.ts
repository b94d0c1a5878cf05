import { startTransition, useEffect, useRef, useState } from 'react';
import type { CheckedDocument } from '@/runner/authoring';
import { type CheckClient, createCheckClient } from './check-client';

/** What is in the text of a case file, checked as `runner lint` does; of an earlier text for a moment after a change. */
export function useCheckedDocument(suiteKey: string, text: string): CheckedDocument | undefined {
  const [checked, setChecked] = useState<{ suiteKey: string; document: CheckedDocument }>();
  const client = useRef<CheckClient>(undefined);
  useEffect(() => {
    if (!isCheckedHere(suiteKey)) return;
    const opened = createCheckClient(suiteKey, (document) =>
      // What is typed meanwhile comes first.
      startTransition(() => setChecked({ suiteKey, document })),
    );
    client.current = opened;
    return () => {
      opened.close();
      client.current = undefined;
    };
  }, [suiteKey]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file has another client
  useEffect(() => client.current?.update(text), [suiteKey, text]);
  return checked?.suiteKey === suiteKey ? checked.document : undefined;
}

/** Tables and oxy files are read by the server. */
export function isCheckedHere(suiteKey: string): boolean {
  return /\.jsonl?$/i.test(suiteKey);
}
