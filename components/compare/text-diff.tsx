import { useMemo } from 'react';
import { visibleText } from '@/runner/format';
import { changedLook, changedWords, type Side } from './changed-words';

type Props = { text: string; other: string; side: Side };

/** Shows a text and marks the words that the other side does not have. */
export function TextDiff({ text, other, side }: Props) {
  const parts = useMemo(() => changedWords({ text, other, side }), [text, other, side]);
  return parts.map(({ value, own }, position) =>
    own ? (
      <mark key={position} className={changedLook[side]}>
        {visibleText(value)}
      </mark>
    ) : (
      <span key={position}>{visibleText(value)}</span>
    ),
  );
}
