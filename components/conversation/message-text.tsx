'use client';

import { lazy, Suspense } from 'react';
import { useMounted } from '@/components/layout/use-mounted';
import { CappedText } from '@/components/ui/capped-text';
import { JsonView } from '@/components/ui/json-view';
import { LongBody } from '@/components/ui/long-body';
import { untilLoaded } from '@/components/ui/until-loaded';
import { visibleText } from '@/lib/format';
import { type Json, longTextOf } from '@/runner/values';
import { Foldable } from './foldable';

const Markdown = lazy(() =>
  untilLoaded(() => import('./markdown')).then(({ Markdown: component }) => ({ default: component })),
);

/** Parsing more than this as Markdown or JSON would be felt. */
const RENDERED_UP_TO = 60_000;

type Props = { text: string; look: 'plain' | 'rendered' };

/** Shows a message: JSON laid out, Markdown rendered, or exactly as it came. */
export function MessageText({ text, look }: Props) {
  if (text === '') return <p className="text-ink-faint italic">(empty)</p>;
  const long = longTextOf(text);
  if (long !== undefined) return <LongBody long={long}>{(whole) => <Said text={whole} look={look} />}</LongBody>;
  return (
    <Foldable text={text}>
      <Said text={text} look={look} />
    </Foldable>
  );
}

function Said({ text, look }: Props) {
  return look === 'plain' || text.length > RENDERED_UP_TO ? <Plain text={text} /> : <Rendered text={text} />;
}

function Plain({ text }: { text: string }) {
  return <CappedText text={text} className="whitespace-pre-wrap break-words text-base" />;
}

function Rendered({ text }: { text: string }) {
  const mounted = useMounted();
  const json = jsonIn(text);
  if (json !== undefined) return <JsonView value={json} />;
  if (!mounted || !looksLikeMarkdown(text)) return <Plain text={text} />;
  return (
    <Suspense fallback={<Plain text={text} />}>
      <Markdown text={visibleText(text)} />
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
