const MOST_BEFORE = 40;
const MOST_CHARACTERS = 240;

/** Returns the line of a text in which it first differs from another; empty if they are the same. */
export function findDifferingLine(text: string, other: string): string {
  if (text === other) return '';
  const index = indexOfNextNonBlank(text, indexOfFirstDifference(text, other));
  const start = text.lastIndexOf('\n', index - 1) + 1;
  const end = text.indexOf('\n', index);
  return cutLineAround(text.slice(start, end === -1 ? undefined : end), index - start);
}

function indexOfFirstDifference(text: string, other: string): number {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at += 1;
  return at;
}

/** Skips blank lines; a text that ends where the other goes on differs in its last line. */
function indexOfNextNonBlank(text: string, at: number): number {
  const blank = text.slice(at).search(/\S/);
  return blank === -1 ? text.trimEnd().length : at + blank;
}

/** Shortens a long line, keeping the surroundings of the difference. */
function cutLineAround(line: string, at: number): string {
  const from = at <= MOST_BEFORE * 2 ? 0 : indexOfWordStart(line, at - MOST_BEFORE);
  // A cut may fall within an emoji, which consists of two units.
  const part = line.slice(from, from + MOST_CHARACTERS).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
  return `${from > 0 ? '…' : ''}${part.trim()}${from + MOST_CHARACTERS < line.length ? '…' : ''}`;
}

function indexOfWordStart(line: string, at: number): number {
  const space = line.indexOf(' ', at);
  return space === -1 || space > at + MOST_BEFORE ? at : space + 1;
}
