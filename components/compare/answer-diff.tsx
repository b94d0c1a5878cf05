import { lazy, Suspense } from 'react';
import { looksLikeMarkdown, MessageText } from '@/components/conversation/message-text';
import { untilLoaded } from '@/components/ui/later';
import { visibleText } from '@/runner/format';
import type { Side } from './changed-words';
import { TextDiff } from './text-diff';

const MarkedMarkdown = lazy(() =>
  untilLoaded(() => import('./marked-markdown')).then(({ MarkedMarkdown: component }) => ({ default: component })),
);

/** Parsing more than this as Markdown would be felt. */
const RENDERED_UP_TO = 20_000;

type Props = { text: string; other: string | undefined; side: Side; look: 'plain' | 'rendered' };

/** What was said on one side, as the page of a run shows it, with what the other side did not say marked. */
export function AnswerDiff({ text, other, side, look }: Props) {
  if (other === undefined || text === other) return <MessageText text={text} look={look} />;
  const plain = (
    <p className="whitespace-pre-wrap break-words text-base">
      <TextDiff text={text} other={other} side={side} />
    </p>
  );
  if (look === 'plain' || !looksLikeMarkdown(text) || text.length > RENDERED_UP_TO) return plain;
  return (
    <Suspense fallback={plain}>
      <MarkedMarkdown text={visibleText(text)} other={visibleText(other)} side={side} />
    </Suspense>
  );
}
