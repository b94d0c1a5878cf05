/**
 * Matches characters that some programs treat as line ends. In case files, only a line feed, optionally after a
 * carriage return, ends a line.
 */
const otherLineBreakPattern = /\r(?!\n|$)|[\v\f\u0085\u2028\u2029]/;

export const AMBIGUOUS_COMMENT_MESSAGE =
  'this comment contains a line break other than a line feed, and the text after it would be ignored; end the line with a line feed';

/**
 * Returns the position of a character in a comment that only some programs treat as a line end; -1 if there is none.
 */
export function findAmbiguousLineBreak(text: string, from: number, to: number): number {
  const offset = text.slice(from, to).search(otherLineBreakPattern);
  return offset === -1 ? -1 : from + offset;
}
