/**
 * Replaces invisible or misleading characters with symbols: terminal escapes and other control characters, text
 * direction overrides, lone surrogates.
 */
export function replaceInvisibleCharacters(text: string): string {
  return invisibleCharacterPattern.test(text) ? text.replace(everyInvisibleCharacterPattern, toControlSymbol) : text;
}

const invisibleCharacterPattern =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for control characters
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\p{Surrogate}]/u;
const everyInvisibleCharacterPattern = new RegExp(invisibleCharacterPattern.source, 'gu');

const CONTROL_PICTURES_START = 0x2400;

function toControlSymbol(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(CONTROL_PICTURES_START + code);
  if (code === 0x7f) return '\u2421';
  return `\u27e6U+${code.toString(16).toUpperCase().padStart(4, '0')}\u27e7`;
}
