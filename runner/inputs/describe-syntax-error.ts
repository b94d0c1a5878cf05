import { type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { TOO_DEEP, tooDeepAt } from '../values/index.ts';

/** Returns the place and reason of a JSON syntax error. */
export function describeSyntaxError(source: string): { offset: number; length: number; message: string } {
  const deep = tooDeepAt(source);
  if (deep !== undefined) return { offset: deep, length: 1, message: TOO_DEEP };
  const errors: ParseError[] = [];
  parseTree(source, errors, { allowTrailingComma: false });
  const [first] = errors;
  if (first === undefined) return { offset: 0, length: 1, message: 'this is not JSON' };
  return { offset: first.offset, length: first.length, message: describeParseError(first, source) };
}

function describeParseError({ error, offset, length }: ParseError, source: string): string {
  const found = source.slice(offset, offset + Math.max(1, length)).slice(0, 30);
  const shown = found === '' ? 'the end' : JSON.stringify(found);
  if (found.startsWith("'")) return `found ${shown}; keys and texts need double quotes`;
  const code = printParseErrorCode(error);
  if (isTrailingComma(code, source, offset)) return `found ${shown} behind a comma; remove the comma`;
  switch (code) {
    case 'CommaExpected':
      return `a comma is missing before ${shown}`;
    case 'ColonExpected':
      return `a colon is missing before ${shown}`;
    case 'PropertyNameExpected':
      return `expected a key in double quotes, found ${shown}`;
    case 'ValueExpected':
      return `expected a value, found ${shown}`;
    case 'InvalidSymbol':
      return `found ${shown}; keys and texts need double quotes, other values are numbers, true, false and null`;
    case 'InvalidNumberFormat':
      return `${shown} is not a JSON number`;
    case 'InvalidEscapeCharacter':
    case 'InvalidUnicode':
      return `${shown} has an escape that JSON does not know`;
    case 'InvalidCharacter':
      return 'control characters in a text must be escaped';
    default:
      return `found ${shown}, which is not JSON`;
  }
}

function isTrailingComma(code: string, source: string, offset: number): boolean {
  if (code !== 'PropertyNameExpected' && code !== 'ValueExpected') return false;
  return source[offset] !== undefined && '}]'.includes(source.charAt(offset)) && /,\s*$/.test(source.slice(0, offset));
}
