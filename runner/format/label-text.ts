import { visibleText } from './visible-text.ts';

/** An id or a name for a single line: characters that would end the line or change how it reads become symbols. */
export function labelText(text: string): string {
  return visibleText(text).replaceAll(/[\n\r\u2028\u2029\u0085]/g, lineBreakSymbol);
}

function lineBreakSymbol(character: string): string {
  if (character === '\n') return '\u240a';
  return character === '\r' ? '\u240d' : '\u2424';
}
