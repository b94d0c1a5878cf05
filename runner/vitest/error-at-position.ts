/** The position that the reader should look at: a file, with line and column from 1. */
type TextPosition = { file: string; line: number; column: number };

/**
 * Creates an error located at a line of a case file. Vitest takes the location from the stack, so the stack contains
 * this line instead of the code of this package.
 */
export function createErrorAtPosition(message: string, { file, line, column }: TextPosition, name = 'Error'): Error {
  const error = new Error(message);
  error.name = name;
  error.stack = `${name}: ${message}\n    at ${file}:${line}:${column}`;
  return error;
}
