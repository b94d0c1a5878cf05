import { lazy, Suspense } from 'react';
import { looksLikeMarkdown, MessageText } from '@/components/conversation/message-text';
import { importWithRetry } from '@/components/ui/lazy-component';
import { replaceInvisibleCharacters } from '@/runner/format';
import type { DiffSide } from './find-changed-ranges';
import { TextDiff } from './text-diff';

const MarkedMarkdown = lazy(() =>
  importWithRetry(() => import('./marked-markdown')).then(({ MarkedMarkdown: component }) => ({ default: component })),
);

/**
 * The maximum length in characters of a text that is rendered as Markdown. Parsing longer texts would be noticeably
 * slow.
 */
const MAX_RENDERED_CHARACTERS = 20_000;

type Props = { text: string; other: string | undefined; side: DiffSide; look: 'plain' | 'rendered' };

/** Shows one of two compared messages, and marks the words that the other message does not contain. */
export function AnswerDiff({ text, other, side, look }: Props) {
  if (other === undefined || text === other) return <MessageText text={text} look={look} />;
  const plainDiff = (
    <p className="whitespace-pre-wrap break-words text-base">
      <TextDiff text={text} other={other} side={side} />
    </p>
  );
  if (look === 'plain' || !looksLikeMarkdown(text) || text.length > MAX_RENDERED_CHARACTERS) return plainDiff;
  return (
    <Suspense fallback={plainDiff}>
      <MarkedMarkdown text={replaceInvisibleCharacters(text)} other={replaceInvisibleCharacters(other)} side={side} />
    </Suspense>
  );
}
