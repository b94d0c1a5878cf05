import { useMemo } from 'react';
import { replaceInvisibleCharacters } from '@/runner/format';
import { changedRangeClass, type DiffSide, findChangedRanges } from './find-changed-ranges';

type Props = { text: string; other: string; side: DiffSide };

/** Shows one of two compared texts, and marks the words that the other text does not contain. */
export function TextDiff({ text, other, side }: Props) {
  const parts = useMemo(() => findChangedRanges({ text, other, side }), [text, other, side]);
  return parts.map(({ value, own }, position) =>
    own ? (
      <mark key={position} className={changedRangeClass[side]}>
        {replaceInvisibleCharacters(value)}
      </mark>
    ) : (
      <span key={position}>{replaceInvisibleCharacters(value)}</span>
    ),
  );
}
