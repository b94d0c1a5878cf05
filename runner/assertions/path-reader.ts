/** A position in a JSON path that is being read. */
export type PathReader = { readonly source: string; position: number };

/** A path that is not understood; the message says which part. */
export class PathSyntaxError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PathSyntaxError';
  }
}

export function createReader(source: string): PathReader {
  return { source, position: 0 };
}

/** Reads what a sticky pattern matches here, which may be nothing. */
export function read(reader: PathReader, pattern: RegExp): string {
  pattern.lastIndex = reader.position;
  const text = pattern.exec(reader.source)?.[0] ?? '';
  reader.position += text.length;
  return text;
}

/** Reads a text in single or double quotes; a backslash takes the next character as it is. */
export function readQuoted(reader: PathReader): string {
  const text = read(reader, /(["'])(?:\\.|(?!\1)[^\\])*\1/sy);
  if (text === '') throw new PathSyntaxError(`the closing ${reader.source.charAt(reader.position)} is missing`);
  return text.slice(1, -1).replaceAll(/\\(.)/gs, '$1');
}

/** Moves past `token`, and blanks before it, when that is what comes next. */
export function take(reader: PathReader, token: string): boolean {
  skipBlanks(reader);
  if (!reader.source.startsWith(token, reader.position)) return false;
  reader.position += token.length;
  return true;
}

export function skipBlanks(reader: PathReader): void {
  read(reader, /[ \t]*/y);
}
