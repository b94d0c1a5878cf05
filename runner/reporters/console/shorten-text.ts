import { stripVTControlCharacters } from 'node:util';

const printableAsciiPattern = /^[ -~]*$/;

/**
 * Returns a text as one line of at most `length` characters (not bytes): runs of whitespace become one space, and an
 * ellipsis marks where the text was cut.
 */
export function shortenText(text: string, length: number): string {
  const folded = stripControlCharacters(text.slice(0, length * 4))
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (folded.length <= length && text.length <= length * 4) return folded;
  const characters = [...folded];
  if (characters.length <= length && text.length <= length * 4) return folded;
  return `${characters.slice(0, length - 3).join('')}...`;
}

/**
 * Removes what could move the cursor, change colours, ring the bell or change the text direction, because the output of
 * agents must not do this.
 */
export function stripControlCharacters(text: string): string {
  if (printableAsciiPattern.test(text)) return text;
  return stripVTControlCharacters(text).replaceAll(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '');
}
