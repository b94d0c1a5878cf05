import { replaceInvisibleCharacters } from './visible-text.ts';

/**
 * Formats an id or a name for a single line: characters that would end the line or change the display of the text
 * become symbols.
 */
export function formatAsSingleLine(text: string): string {
  return replaceInvisibleCharacters(text).replaceAll(/[\n\r\u2028\u2029\u0085]/g, toLineBreakSymbol);
}

function toLineBreakSymbol(character: string): string {
  if (character === '\n') return '\u240a';
  return character === '\r' ? '\u240d' : '\u2424';
}
