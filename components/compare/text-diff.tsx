import { diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';
import { cn } from '@/components/ui/cn';
import { visibleText } from '@/lib/format';

/** Comparing word by word grows with the square of what differs. */
const LONGEST = 20_000;

type Props = { text: string; other: string; side: 'before' | 'after' };

/** A text with the words marked that the other side does not have. */
export function TextDiff({ text, other, side }: Props) {
  const parts = useMemo(() => diffParts({ text, other, side }), [text, other, side]);
  return parts.map(({ value, own }, position) =>
    own ? (
      <mark
        key={position}
        className={cn(
          'rounded-xs text-inherit underline decoration-2',
          side === 'before' ? 'bg-fail-soft decoration-fail' : 'bg-pass-soft decoration-pass',
        )}
      >
        {visibleText(value)}
      </mark>
    ) : (
      <span key={position}>{visibleText(value)}</span>
    ),
  );
}

function diffParts({ text, other, side }: Props): { value: string; own: boolean }[] {
  if (text === other) return [{ value: text, own: false }];
  if (text.length + other.length > LONGEST) return [{ value: text, own: true }];
  const [before, after] = side === 'before' ? [text, other] : [other, text];
  return diffWordsWithSpace(before, after)
    .filter((part) => (side === 'before' ? !part.added : !part.removed))
    .map(({ value, added, removed }) => ({ value, own: added || removed }));
}
