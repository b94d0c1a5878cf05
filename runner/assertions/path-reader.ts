/** A position in a JSON path that is being read. */
export type PathReader = { readonly source: string; position: number };

/** A path that is not understood; the message says which part. */
export class PathSyntaxError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PathSyntaxError';
  }
}

export function readerOf(source: string): PathReader {
  return { source, position: 0 };
}

export function readWhile(reader: PathReader, accepts: (character: string) => boolean): string {
  const start = reader.position;
  while (reader.position < reader.source.length && accepts(reader.source.charAt(reader.position))) reader.position += 1;
  return reader.source.slice(start, reader.position);
}

/** Reads a text in single or double quotes; a backslash takes the next character as it is. */
export function readQuoted(reader: PathReader): string {
  const quote = reader.source.charAt(reader.position);
  let text = '';
  for (let index = reader.position + 1; index < reader.source.length; index += 1) {
    const character = reader.source.charAt(index);
    if (character === quote) {
      reader.position = index + 1;
      return text;
    }
    if (character === '\\') index += 1;
    text += reader.source.charAt(index);
  }
  throw new PathSyntaxError(`the closing ${quote} is missing`);
}

/** Moves past `token`, and blanks before it, when that is what comes next. */
export function take(reader: PathReader, token: string): boolean {
  readWhile(reader, isBlank);
  if (!reader.source.startsWith(token, reader.position)) return false;
  reader.position += token.length;
  return true;
}

export function isBlank(character: string): boolean {
  return character === ' ' || character === '\t';
}
