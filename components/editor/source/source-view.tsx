import { type ComponentType, useEffect, useState } from 'react';
import { untilLoaded } from '@/components/ui/later';
import { Skeleton } from '@/components/ui/skeleton';
import { useCaseDocument } from '../document/case-document';
import { PlainSource } from './plain-source';

/** A field of the browser takes long to lay out a long text. */
const LONGEST = 500_000;

/** Begins to load the editor, if it is not there yet. */
export async function loadCodeEditor(): Promise<ComponentType> {
  const { CodeEditor } = await untilLoaded(() => import('./code-editor'));
  return CodeEditor;
}

/**
 * The text of a case file. While the editor loads, a field of the browser stands in for it. React would show a lazy
 * editor 300 ms after its stand-in at the earliest.
 */
export function SourceView() {
  const [Editor, setEditor] = useState<ComponentType>();
  useEffect(() => {
    void loadCodeEditor().then((loaded) => setEditor(() => loaded));
  }, []);
  return Editor === undefined ? <StandIn /> : <Editor />;
}

function StandIn() {
  const { text } = useCaseDocument();
  return text.length > LONGEST ? <Skeleton className="m-4 h-40" /> : <PlainSource />;
}
