/** A JSON path and the position up to which it has been parsed. */
export type PathReader = { readonly source: string; position: number };

/** Thrown if a path cannot be parsed. The message names the invalid part. */
export class PathSyntaxError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PathSyntaxError';
  }
}

export function createPathReader(source: string): PathReader {
  return { source, position: 0 };
}

/**
 * Returns the text that a sticky pattern matches at the current position, and moves behind it. The text may be empty.
 */
export function takeMatchingText(reader: PathReader, pattern: RegExp): string {
  pattern.lastIndex = reader.position;
  const text = pattern.exec(reader.source)?.[0] ?? '';
  reader.position += text.length;
  return text;
}

/** Parses a string in single or double quotes. A backslash escapes the next character. */
export function parseQuotedString(reader: PathReader): string {
  const text = takeMatchingText(reader, /(["'])(?:\\.|(?!\1)[^\\])*\1/sy);
  if (text === '') throw new PathSyntaxError(`the closing ${reader.source.charAt(reader.position)} is missing`);
  return text.slice(1, -1).replaceAll(/\\(.)/gs, '$1');
}

/** Skips blanks. If `token` is next, skips it, too, and returns true. */
export function takeToken(reader: PathReader, token: string): boolean {
  skipBlanks(reader);
  if (!reader.source.startsWith(token, reader.position)) return false;
  reader.position += token.length;
  return true;
}

export function skipBlanks(reader: PathReader): void {
  takeMatchingText(reader, /[ \t]*/y);
}
