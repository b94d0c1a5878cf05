import { useMemo } from 'react';
import { Markdown } from '@/components/conversation/markdown';
import { changedRangeLook, type DiffSide, findChangedRanges } from './find-changed-ranges';
import { type MarkdownNode, markRanges, type TextRange } from './mark-ranges';

type Props = { text: string; other: string; side: DiffSide };

/** An answer as Markdown, with the words marked that the other side does not have. */
export function MarkedMarkdown({ text, other, side }: Props) {
  const mark = useMemo(() => {
    const marking = {
      source: text,
      ranges: findChangedRangesOfSide({ text, other, side }),
      className: changedRangeLook[side],
    };
    return () => (tree: MarkdownNode) => markRanges(tree, marking);
  }, [text, other, side]);
  return <Markdown text={text} then={mark} />;
}

function findChangedRangesOfSide(compared: Props): TextRange[] {
  let at = 0;
  return findChangedRanges(compared).flatMap(({ value, own }) => {
    const start = at;
    at += value.length;
    return own ? [{ start, end: at }] : [];
  });
}
