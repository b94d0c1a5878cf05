'use client';

import dynamic from 'next/dynamic';
import { PlainSource } from './plain-source';

const CodeEditor = dynamic(() => import('./source/code-editor').then((module) => module.CodeEditor), {
  ssr: false,
  loading: () => <PlainSource />,
});

/** The text of a case file. While the editor loads, a field of the browser stands in for it. */
export function SourceView() {
  return <CodeEditor />;
}
