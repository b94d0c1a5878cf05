import { type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { findTooDeepOffset, TOO_DEEP_TEXT } from '../values/index.ts';

/** Returns the position and the reason of a JSON syntax error. */
export function describeSyntaxError(source: string): { offset: number; length: number; message: string } {
  const deep = findTooDeepOffset(source);
  if (deep !== undefined) return { offset: deep, length: 1, message: TOO_DEEP_TEXT };
  const errors: ParseError[] = [];
  parseTree(source, errors, { allowTrailingComma: false });
  const [first] = errors;
  if (first === undefined) return { offset: 0, length: 1, message: 'this is not JSON' };
  return { offset: first.offset, length: first.length, message: describeParseError(first, source) };
}

function describeParseError({ error, offset, length }: ParseError, source: string): string {
  const excerpt = source.slice(offset, offset + Math.max(1, length)).slice(0, 30);
  const token = excerpt === '' ? 'the end' : JSON.stringify(excerpt);
  if (excerpt.startsWith("'")) return `found ${token}; keys and texts need double quotes`;
  const code = printParseErrorCode(error);
  if (isTrailingComma(code, source, offset)) return `found ${token} after a comma; remove the comma`;
  switch (code) {
    case 'CommaExpected':
      return `a comma is missing before ${token}`;
    case 'ColonExpected':
      return `a colon is missing before ${token}`;
    case 'PropertyNameExpected':
      return `expected a key in double quotes, found ${token}`;
    case 'ValueExpected':
      return `expected a value, found ${token}`;
    case 'InvalidSymbol':
      return `found ${token}; keys and texts need double quotes, other values are numbers, true, false and null`;
    case 'InvalidNumberFormat':
      return `${token} is not a JSON number`;
    case 'InvalidEscapeCharacter':
    case 'InvalidUnicode':
      return `${token} has an escape that JSON does not know`;
    case 'InvalidCharacter':
      return 'control characters in a text must be escaped';
    default:
      return `found ${token}, which is not JSON`;
  }
}

function isTrailingComma(code: string, source: string, offset: number): boolean {
  if (code !== 'PropertyNameExpected' && code !== 'ValueExpected') return false;
  return source[offset] !== undefined && '}]'.includes(source.charAt(offset)) && /,\s*$/.test(source.slice(0, offset));
}
