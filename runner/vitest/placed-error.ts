/** Where the reader should look: a file and a position in it, from 1. */
type TextPosition = { file: string; line: number; column: number };

/**
 * An error whose place is a line of a case file. Vitest shows the place of an error as its stack says, so the stack
 * has that line, and not the code of this package.
 */
export function placedError(message: string, { file, line, column }: TextPosition, name = 'Error'): Error {
  const error = new Error(message);
  error.name = name;
  error.stack = `${name}: ${message}\n    at ${file}:${line}:${column}`;
  return error;
}
