import type { ReactNode } from 'react';
import { JsonView } from '@/components/json/json-view';
import { cn } from '@/components/ui/cn';
import { createLazyPartHook } from '@/components/ui/create-lazy-part-hook';
import { importWithRetry } from '@/components/ui/lazy-component';
import { LinkButton } from '@/components/ui/links';
import { LongTextView } from '@/components/ui/long-text-view';
import { ShowMoreText } from '@/components/ui/show-more-text';
import { useStoredState } from '@/components/ui/stored-state';
import { formatCount, replaceInvisibleCharacters } from '@/runner/format';
import { parseLongText, tryParseJson } from '@/runner/values';
import { expandedStateKey } from './expanded-state-key';

const useMarkdown = createLazyPartHook(
  async () => (await importWithRetry(() => import('@/components/conversation/markdown'))).Markdown,
);

/**
 * The maximum length in characters of a text that is parsed as Markdown or JSON. Parsing longer texts would be
 * noticeably slow.
 */
const MAX_RENDERED_CHARACTERS = 60_000;

type Props = { text: string; look: 'plain' | 'rendered' };

/** Shows a message as formatted JSON or rendered Markdown, or as raw text on request. */
export function MessageText({ text, look }: Props) {
  if (text === '') return <p className="text-ink-faint italic">(empty)</p>;
  const longText = parseLongText(text);
  if (longText !== undefined)
    return (
      <LongTextView longText={longText}>
        {(fullText) => <PlainOrMarkdownText text={fullText} look={look} />}
      </LongTextView>
    );
  return (
    <ExpandableText text={text}>
      <PlainOrMarkdownText text={text} look={look} />
    </ExpandableText>
  );
}

function PlainOrMarkdownText({ text, look }: Props) {
  return look === 'plain' || text.length > MAX_RENDERED_CHARACTERS ? (
    <PlainText text={text} />
  ) : (
    <RenderedMarkdown text={text} />
  );
}

function PlainText({ text }: { text: string }) {
  return <ShowMoreText text={text} className="whitespace-pre-wrap break-words text-base" />;
}

function RenderedMarkdown({ text }: { text: string }) {
  const json = /^\s*[{[]/.test(text) ? tryParseJson(text.trim()) : undefined;
  if (json !== undefined) return <JsonView value={json} />;
  return looksLikeMarkdown(text) ? <HighlightedText text={text} /> : <PlainText text={text} />;
}

/** Shows the raw text until the Markdown renderer has loaded. */
function HighlightedText({ text }: { text: string }) {
  const Markdown = useMarkdown();
  return Markdown === undefined ? <PlainText text={text} /> : <Markdown text={replaceInvisibleCharacters(text)} />;
}

/**
 * A cheap test whether a text may contain Markdown. Most answers are plain text, for which the Markdown parser need not
 * be loaded.
 */
export function looksLikeMarkdown(text: string): boolean {
  return /[*_`#[\]|~<>]|^[^\S\n\r\u2028\u2029]*(?:[-+]|\d+[.)])\s|https?:/m.test(text);
}

const LONG_CHARACTERS = 1_600;
const LONG_LINES = 24;

/** Shows the beginning of a long text; the user can load the rest. */
function ExpandableText({ text, children }: { text: string; children: ReactNode }) {
  const [open, setOpen] = useStoredState(expandedStateKey(text));
  if (!isLong(text)) return children;
  return (
    <div>
      <div className={cn(!open && 'max-h-72 overflow-hidden [mask-image:linear-gradient(black_75%,transparent)]')}>
        {children}
      </div>
      <LinkButton aria-expanded={open} onClick={() => setOpen(!open)} className="mt-1 text-xs">
        {open ? 'Show less' : `Show all ${formatCount(text.length)} characters`}
      </LinkButton>
    </div>
  );
}

function isLong(text: string): boolean {
  return text.length > LONG_CHARACTERS || text.split('\n', LONG_LINES + 1).length > LONG_LINES;
}
