import { existsSync, readFileSync } from 'node:fs';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { AgentError, BrokenFiles } from '../ports/index.ts';

/** JSON with comments and trailing commas; a missing or broken file is a configuration error with file and line. */
export function readJsonc(file: string): unknown {
  if (!existsSync(file)) throw new AgentError(`${file} does not exist`, 'configuration');
  const text = readFileSync(file, 'utf8');
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first === undefined) return value;
  const before = text.slice(0, first.offset).split('\n');
  const place = { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  throw new BrokenFiles([{ ...place, message: inWords(printParseErrorCode(first.error)) }]);
}

/** `PropertyNameExpected` → `property name expected` */
function inWords(code: string): string {
  return code.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}
