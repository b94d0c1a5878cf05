/** A position in a JSON path that is being read. */
export type PathReader = { readonly source: string; position: number };

/** A path that cannot be parsed; the message says which part. */
export class PathSyntaxError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PathSyntaxError';
  }
}

export function createPathReader(source: string): PathReader {
  return { source, position: 0 };
}

/** Returns the text that a sticky pattern matches at the current position; it may be empty. */
export function takeMatchingText(reader: PathReader, pattern: RegExp): string {
  pattern.lastIndex = reader.position;
  const text = pattern.exec(reader.source)?.[0] ?? '';
  reader.position += text.length;
  return text;
}

/** Reads a string in single or double quotes; a backslash escapes the next character. */
export function parseQuotedString(reader: PathReader): string {
  const text = takeMatchingText(reader, /(["'])(?:\\.|(?!\1)[^\\])*\1/sy);
  if (text === '') throw new PathSyntaxError(`the closing ${reader.source.charAt(reader.position)} is missing`);
  return text.slice(1, -1).replaceAll(/\\(.)/gs, '$1');
}

/** Skips blanks, and `token` if it comes next. Returns whether `token` was skipped. */
export function takeToken(reader: PathReader, token: string): boolean {
  skipBlanks(reader);
  if (!reader.source.startsWith(token, reader.position)) return false;
  reader.position += token.length;
  return true;
}

export function skipBlanks(reader: PathReader): void {
  takeMatchingText(reader, /[ \t]*/y);
}
