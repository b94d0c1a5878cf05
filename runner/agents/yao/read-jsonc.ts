import { readFileSync } from 'node:fs';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { AgentError } from '../../engine/ports.ts';

/** JSON with comments and trailing commas; broken JSON is a configuration error with file and line. */
export function readJsonc(file: string): unknown {
  const text = readFileSync(file, 'utf8');
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first === undefined) return value;
  const line = text.slice(0, first.offset).split('\n').length;
  throw new AgentError(`${file}:${line}: ${printParseErrorCode(first.error)}`, 'configuration');
}
