import { startTransition, useEffect, useRef, useState } from 'react';
import type { CheckedDocument } from '@/runner/authoring';
import { type Checker, type CheckPlace, createCheckClient } from './check-client';

type Checked = { document: CheckedDocument | undefined; place: CheckPlace };

/** What is in the text of a case file, checked as `runner lint` does; of an earlier text for a moment after a change. */
export function useCheckedDocument(suiteKey: string, text: string): Checked {
  const [checked, setChecked] = useState<{ suiteKey: string; document: CheckedDocument }>();
  const [place, setPlace] = useState<CheckPlace>('beside');
  const client = useRef<Checker>(undefined);
  useEffect(() => {
    if (!isCheckedHere(suiteKey)) return;
    const opened = createCheckClient({
      suiteKey,
      onPlace: setPlace,
      // What is typed meanwhile comes first.
      onChecked: (document) => startTransition(() => setChecked({ suiteKey, document })),
    });
    client.current = opened;
    return () => {
      opened.close();
      client.current = undefined;
    };
  }, [suiteKey]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file has another client
  useEffect(() => client.current?.update(text), [suiteKey, text]);
  return { document: checked?.suiteKey === suiteKey ? checked.document : undefined, place };
}

/** Tables and oxy files are read by the server. */
export function isCheckedHere(suiteKey: string): boolean {
  return /\.jsonl?$/i.test(suiteKey);
}
