import { useMemo } from 'react';
import { Markdown } from '@/components/conversation/markdown';
import { changedRangeClass, type DiffSide, findChangedRanges } from './find-changed-ranges';
import { type MarkdownNode, markRanges, type TextRange } from './mark-ranges';

type Props = { text: string; other: string; side: DiffSide };

/** Renders an answer as Markdown, and marks the words that the other answer does not contain. */
export function MarkedMarkdown({ text, other, side }: Props) {
  const markChanges = useMemo(() => {
    const markOptions = {
      source: text,
      ranges: findChangedRangesOfSide({ text, other, side }),
      className: changedRangeClass[side],
    };
    return () => (markdownTree: MarkdownNode) => markRanges(markdownTree, markOptions);
  }, [text, other, side]);
  return <Markdown text={text} then={markChanges} />;
}

function findChangedRangesOfSide(comparedTexts: Props): TextRange[] {
  let offset = 0;
  return findChangedRanges(comparedTexts).flatMap(({ value, own }) => {
    const start = offset;
    offset += value.length;
    return own ? [{ start, end: offset }] : [];
  });
}
