import { diffWordsWithSpace } from 'diff';

/** In characters. The time of a diff by words grows with the square of what differs. */
const LONGEST = 20_000;

export type Side = 'before' | 'after';
type ComparedText = { text: string; other: string; side: Side };

/** Splits a text into parts; `own` marks those that the other side lacks. */
export function changedWords({ text, other, side }: ComparedText): { value: string; own: boolean }[] {
  if (text === other) return [{ value: text, own: false }];
  if (text.length + other.length > LONGEST) return [{ value: text, own: true }];
  const [before, after] = side === 'before' ? [text, other] : [other, text];
  return diffWordsWithSpace(before, after)
    .filter((part) => (side === 'before' ? !part.added : !part.removed))
    .map(({ value, added, removed }) => ({ value, own: added || removed }));
}

export const changedLook: Readonly<Record<Side, string>> = {
  before: 'rounded-xs text-inherit underline decoration-2 bg-fail-soft decoration-fail',
  after: 'rounded-xs text-inherit underline decoration-2 bg-pass-soft decoration-pass',
};
