import { existsSync } from 'node:fs';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { readBounded } from '../host/bounded-file.ts';
import { AgentError, BrokenFilesError } from '../ports/index.ts';
import { findTooDeepOffset, TOO_DEEP_TEXT } from '../values/index.ts';

/**
 * Reads JSON with comments and trailing commas. A missing or broken file is a configuration error with file and line.
 */
export function loadJsonc(file: string): unknown {
  if (!existsSync(file)) throw new AgentError(`${file} does not exist`, 'configuration');
  const text = readBounded(file);
  const deep = findTooDeepOffset(text);
  if (deep !== undefined) throw createSyntaxError({ file, text, offset: deep, message: TOO_DEEP_TEXT });
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first === undefined) return value;
  throw createSyntaxError({
    file,
    text,
    offset: first.offset,
    message: describeErrorCode(printParseErrorCode(first.error)),
  });
}

type SyntaxErrorLocation = { file: string; text: string; offset: number; message: string };

function createSyntaxError({ file, text, offset, message }: SyntaxErrorLocation): BrokenFilesError {
  const before = text.slice(0, offset).split('\n');
  return new BrokenFilesError([{ file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1, message }]);
}

/** Converts an error code to words: `PropertyNameExpected` becomes `property name expected`. */
function describeErrorCode(code: string): string {
  return code.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}
