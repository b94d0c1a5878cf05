import { useEffect, useRef, useState } from 'react';
import type { CheckedDocument, DocumentCheck } from '@/runner/authoring';

/** What is in the text of a case file, checked as `runner lint` does, a moment after each change. */
export function useCheckedDocument(suiteKey: string, text: string): CheckedDocument | undefined {
  const [checked, setChecked] = useState<CheckedDocument>();
  const known = useRef<{ suiteKey: string; check: DocumentCheck }>(undefined);
  useEffect(() => {
    let late = false;
    async function run(): Promise<void> {
      const { createDocumentCheck } = await import('@/runner/authoring');
      if (late) return;
      const last = known.current;
      const check = last?.suiteKey === suiteKey ? last.check : createDocumentCheck({ file: suiteKey });
      known.current = { suiteKey, check };
      setChecked(check.check(text));
    }
    void run();
    return () => {
      late = true;
    };
  }, [suiteKey, text]);
  return checked;
}
