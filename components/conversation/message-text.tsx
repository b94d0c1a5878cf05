'use client';

import { lazy, Suspense } from 'react';
import { useMounted } from '@/components/layout/use-mounted';
import { JsonView } from '@/components/ui/json-view';
import type { Json } from '@/runner/contract';
import { Foldable } from './foldable';

const Markdown = lazy(() => import('./markdown').then(({ Markdown: component }) => ({ default: component })));

type Props = { text: string; look: 'plain' | 'rendered' };

/** What somebody said: JSON laid out, Markdown rendered, or exactly as it came. */
export function MessageText({ text, look }: Props) {
  if (text === '') return <p className="text-ink-faint italic">(empty)</p>;
  return <Foldable text={text}>{look === 'plain' ? <Plain text={text} /> : <Rendered text={text} />}</Foldable>;
}

function Plain({ text }: { text: string }) {
  return <p className="whitespace-pre-wrap break-words text-base">{text}</p>;
}

function Rendered({ text }: { text: string }) {
  const mounted = useMounted();
  const json = jsonIn(text);
  if (json !== undefined) return <JsonView value={json} />;
  if (!mounted || !looksLikeMarkdown(text)) return <Plain text={text} />;
  return (
    <Suspense fallback={<Plain text={text} />}>
      <Markdown text={text} />
    </Suspense>
  );
}

/** Most answers are plain sentences, which need no parser. */
function looksLikeMarkdown(text: string): boolean {
  return /[*_`#[\]|~<>]|^\s*(?:[-+]|\d+[.)])\s|https?:/m.test(text);
}

function jsonIn(text: string): Json | undefined {
  const trimmed = text.trim();
  if (!/^[{[]/.test(trimmed)) return undefined;
  try {
    return JSON.parse(trimmed);
  } catch {
    return undefined;
  }
}
