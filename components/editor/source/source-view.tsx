import { type ComponentType, useEffect, useState } from 'react';
import { importWithRetry } from '@/components/ui/lazy-component';
import { Skeleton } from '@/components/ui/skeleton';
import { useCaseDocument } from '../document/case-document';
import { PlainSource } from './plain-source';

/**
 * The maximum length in characters of a text that is shown in a textarea while the editor loads. The layout of a longer
 * text would take too long.
 */
const MAX_TEXTAREA_LENGTH = 500_000;

/** Loads the editor, once. */
export async function loadCodeEditor(): Promise<ComponentType> {
  const { CodeEditor } = await importWithRetry(() => import('./code-editor'));
  return CodeEditor;
}

/**
 * Shows the text of a case file: in a textarea while the editor loads, then in the editor. Does not use `Suspense`,
 * because React would delay the editor by at least 300 ms after showing a fallback.
 */
export function SourceView() {
  const [Editor, setEditor] = useState<ComponentType>();
  useEffect(() => {
    void loadCodeEditor().then((loadedEditor) => setEditor(() => loadedEditor));
  }, []);
  return Editor === undefined ? <LoadingEditor /> : <Editor />;
}

function LoadingEditor() {
  const { text } = useCaseDocument();
  return text.length > MAX_TEXTAREA_LENGTH ? <Skeleton className="m-4 h-40" /> : <PlainSource />;
}
