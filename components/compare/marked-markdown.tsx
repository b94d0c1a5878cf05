import { useMemo } from 'react';
import { Markdown } from '@/components/conversation/markdown';
import { changedLook, changedWords, type Side } from './changed-words';
import { type MarkdownNode, markRanges, type TextRange } from './mark-ranges';

type Props = { text: string; other: string; side: Side };

/** An answer as Markdown, with the words marked that the other side does not have. */
export function MarkedMarkdown({ text, other, side }: Props) {
  const mark = useMemo(() => {
    const marking = { source: text, ranges: ownRanges({ text, other, side }), className: changedLook[side] };
    return () => (tree: MarkdownNode) => markRanges(tree, marking);
  }, [text, other, side]);
  return <Markdown text={text} then={mark} />;
}

function ownRanges(compared: Props): TextRange[] {
  let at = 0;
  return changedWords(compared).flatMap(({ value, own }) => {
    const start = at;
    at += value.length;
    return own ? [{ start, end: at }] : [];
  });
}
