/** The number of characters that are kept before the difference. */
const CONTEXT_LENGTH = 40;
const MAX_EXCERPT_LENGTH = 240;

/** Returns the line of a text in which the text first differs from another one; empty if both are the same. */
export function findDifferingLine(text: string, other: string): string {
  if (text === other) return '';
  const index = indexOfNextNonBlank(text, indexOfFirstDifference(text, other));
  const start = text.lastIndexOf('\n', index - 1) + 1;
  const end = text.indexOf('\n', index);
  return cutLineAround(text.slice(start, end === -1 ? undefined : end), index - start);
}

function indexOfFirstDifference(text: string, other: string): number {
  let index = 0;
  while (index < text.length && text[index] === other[index]) index += 1;
  return index;
}

/**
 * Returns the index of the next character that is not white space, starting at `index`. If only white space follows,
 * returns the position after the last visible character, so that the last line with text is shown.
 */
function indexOfNextNonBlank(text: string, index: number): number {
  const blank = text.slice(index).search(/\S/);
  return blank === -1 ? text.trimEnd().length : index + blank;
}

/** Shortens a long line to the text around the first difference. */
function cutLineAround(line: string, index: number): string {
  const from = index <= CONTEXT_LENGTH * 2 ? 0 : indexOfWordStart(line, index - CONTEXT_LENGTH);
  // A cut may fall within an emoji, which consists of two units.
  const excerpt = line.slice(from, from + MAX_EXCERPT_LENGTH).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
  return `${from > 0 ? '…' : ''}${excerpt.trim()}${from + MAX_EXCERPT_LENGTH < line.length ? '…' : ''}`;
}

function indexOfWordStart(line: string, index: number): number {
  const spaceIndex = line.indexOf(' ', index);
  return spaceIndex === -1 || spaceIndex > index + CONTEXT_LENGTH ? index : spaceIndex + 1;
}
