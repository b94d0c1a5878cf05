import { AMBIGUOUS_COMMENT_MESSAGE, findAmbiguousLineBreak } from './ambiguous-line-break.ts';

/**
 * The end of the object that starts at an offset, or the reason why there is none. `scanned` is the offset up to which
 * the text was scanned.
 */
export type ObjectScan =
  | { kind: 'closed'; end: number; scanned: number }
  | { kind: 'broken'; offset: number; length: number; message: string; scanned: number };

type ScanState = {
  readonly text: string;
  readonly start: number;
  position: number;
  open: string[];
  /** The last character before the current position that is not blank. */
  previous: string;
  /** True if only blanks have been read since the start of the current line. */
  isLineStart: boolean;
};

const UNCLOSED_OBJECT_MESSAGE = 'the object that starts here is never closed';

/**
 * Finds the end of an object, which may span several lines, by matching brackets. Does not check whether the content is
 * valid JSON. Skips lines that start with `//`, which cannot be inside a string, because JSON strings cannot span
 * lines.
 */
export function scanObject(text: string, start: number): ObjectScan {
  const scan: ScanState = { text, start, position: start, open: [], previous: '', isLineStart: false };
  while (scan.position < text.length) {
    const message = scanCharacter(scan);
    if (message !== undefined) return { kind: 'broken', ...message, scanned: scan.position };
    if (scan.open.length === 0) return { kind: 'closed', end: scan.position, scanned: scan.position };
  }
  return { kind: 'broken', offset: start, length: 1, message: UNCLOSED_OBJECT_MESSAGE, scanned: scan.position };
}

type ScanError = { offset: number; length: number; message: string };

function scanCharacter(scan: ScanState): ScanError | undefined {
  const character = scan.text.charAt(scan.position);
  switch (character) {
    case '"':
      return skipString(scan);
    case '{':
    case '[':
      return scanOpeningBracket(scan, character);
    case '}':
    case ']':
      return scanClosingBracket(scan, character);
    case '/':
      return skipCommentLine(scan);
    default:
      if (character === '\n') scan.isLineStart = true;
      else if (character.trim() !== '') recordToken(scan, character);
      scan.position += 1;
      return undefined;
  }
}

function skipString(scan: ScanState): ScanError | undefined {
  const { text, position } = scan;
  let index = position + 1;
  for (; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '"') {
      scan.position = index + 1;
      recordToken(scan, character);
      return undefined;
    }
    if (character === '\n') break;
    if (character === '\\') index += 1;
  }
  scan.position = Math.min(index, text.length);
  const length = text.slice(position, scan.position).trimEnd().length;
  return { offset: position, length, message: 'the text that starts here is not closed before the end of its line' };
}

function scanOpeningBracket(scan: ScanState, character: string): ScanError | undefined {
  if (character === '{' && scan.isLineStart && !canObjectStartHere(scan)) {
    const message = 'the object that starts here is not closed before the next one starts';
    return { offset: scan.start, length: 1, message };
  }
  scan.open.push(character);
  recordToken(scan, character);
  scan.position += 1;
  return undefined;
}

function canObjectStartHere(scan: ScanState): boolean {
  if (scan.open.length === 0 || scan.previous === ':') return true;
  return scan.open.at(-1) === '[' && (scan.previous === '[' || scan.previous === ',');
}

function scanClosingBracket(scan: ScanState, character: string): ScanError | undefined {
  const closer = scan.open.pop() === '{' ? '}' : ']';
  if (closer !== character) {
    return { offset: scan.position, length: 1, message: `found "${character}" where "${closer}" was expected` };
  }
  recordToken(scan, character);
  scan.position += 1;
  return undefined;
}

function skipCommentLine(scan: ScanState): ScanError | undefined {
  if (scan.isLineStart && scan.text.startsWith('//', scan.position)) {
    const lineEnd = scan.text.indexOf('\n', scan.position);
    const end = lineEnd === -1 ? scan.text.length : lineEnd;
    const strange = findAmbiguousLineBreak(scan.text, scan.position, end);
    scan.position = end;
    return strange === -1 ? undefined : { offset: strange, length: 1, message: AMBIGUOUS_COMMENT_MESSAGE };
  }
  recordToken(scan, '/');
  scan.position += 1;
  return undefined;
}

function recordToken(scan: ScanState, character: string): void {
  scan.previous = character;
  scan.isLineStart = false;
}
