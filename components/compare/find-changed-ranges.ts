import { diffWordsWithSpace } from 'diff';

/**
 * The maximum total length, in characters, of two texts that are compared word by word. Longer texts would take too
 * long: the time grows with the square of the number of differences.
 */
const MAX_COMPARED_LENGTH = 20_000;

export type DiffSide = 'before' | 'after';
type ComparedText = { text: string; other: string; side: DiffSide };

/** Splits a text into parts; `own` is true for parts that the other text does not contain. */
export function findChangedRanges({ text, other, side }: ComparedText): { value: string; own: boolean }[] {
  if (text === other) return [{ value: text, own: false }];
  if (text.length + other.length > MAX_COMPARED_LENGTH) return [{ value: text, own: true }];
  const [before, after] = side === 'before' ? [text, other] : [other, text];
  return diffWordsWithSpace(before, after)
    .filter((part) => (side === 'before' ? !part.added : !part.removed))
    .map(({ value, added, removed }) => ({ value, own: added || removed }));
}

export const changedRangeClass: Readonly<Record<DiffSide, string>> = {
  before: 'rounded-xs text-inherit underline decoration-2 bg-fail-soft decoration-fail',
  after: 'rounded-xs text-inherit underline decoration-2 bg-pass-soft decoration-pass',
};
