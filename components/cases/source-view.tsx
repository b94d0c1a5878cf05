'use client';

import dynamic from 'next/dynamic';
import { Skeleton } from '@/components/ui/skeleton';
import { useCaseDocument } from './case-document';
import { PlainSource } from './plain-source';

const CodeEditor = dynamic(() => import('./source/code-editor').then((module) => module.CodeEditor), {
  ssr: false,
  loading: () => <StandIn />,
});

/** A field of the browser takes long to lay out a long text. */
const LONGEST = 500_000;

function StandIn() {
  const { text } = useCaseDocument();
  return text.length > LONGEST ? <Skeleton className="m-4 h-40" /> : <PlainSource />;
}

/** The text of a case file. While the editor loads, a field of the browser stands in for it. */
export function SourceView() {
  return <CodeEditor />;
}
