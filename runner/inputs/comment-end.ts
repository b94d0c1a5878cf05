/** Some programs end a line with these; here only a line feed does, perhaps behind a carriage return. */
const otherEnd = /\r(?!\n|$)|[\v\f\u0085\u2028\u2029]/;

export const STRANGE_COMMENT =
  'a line break that is no line feed stands in this comment, and what follows would be left out; end the line with a line feed';

/** Where a comment from one place of a text to another has a line break that does not end it; -1 without one. */
export function strangeEnd(text: string, from: number, to: number): number {
  const at = text.slice(from, to).search(otherEnd);
  return at === -1 ? -1 : from + at;
}
