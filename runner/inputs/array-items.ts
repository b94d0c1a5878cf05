import { scanObject } from './object-scanner.ts';
import { countLines, findFirstNonBlank, parseClosedObject, type SourceItem } from './source-items.ts';

/** Returns true if a file contains its cases as one JSON list. */
export function isCaseList(text: string, file: string): boolean {
  return file.endsWith('.json') && text[findFirstNonBlank(text, 0, text.length)] === '[';
}

/**
 * Yields the objects of a `.json` file that contains a single list. Positions are relative to the start of the file.
 */
export function* parseArrayItems(text: string): Generator<SourceItem> {
  let position = findNextToken(text, findFirstNonBlank(text, 0, text.length) + 1);
  let line = 1;
  let countedItems = 0;
  let isFirst = true;
  for (;;) {
    if (text[position] === ']' && isFirst) break;
    if (text[position] !== '{') {
      yield createListProblem({
        text,
        offset: Math.min(position, text.length),
        message: 'expected an object in the list',
      });
      return;
    }
    line += countLines(text, countedItems, position);
    countedItems = position;
    const scan = scanObject(text, position);
    if (scan.kind === 'broken') {
      const { offset, length, message } = scan;
      yield { kind: 'problem', about: 'object', start: position, end: text.length, offset, length, message, line };
      return;
    }
    yield parseClosedObject({ text, start: position, end: scan.end, line });
    isFirst = false;
    position = findNextToken(text, scan.end);
    if (text[position] !== ',') break;
    position = findNextToken(text, position + 1);
  }
  yield* checkEndOfList(text, position);
}

function* checkEndOfList(text: string, position: number): Generator<SourceItem> {
  if (text[position] !== ']') {
    yield createListProblem({ text, offset: position, message: 'expected "," or "]" in the list' });
    return;
  }
  const nextToken = findNextToken(text, position + 1);
  if (nextToken < text.length)
    yield createListProblem({ text, offset: nextToken, message: 'unexpected text after the list' });
}

function createListProblem({ text, offset, message }: { text: string; offset: number; message: string }): SourceItem {
  const line = countLines(text, 0, offset) + 1;
  return { kind: 'problem', about: 'foreign', start: offset, end: text.length, offset, length: 1, message, line };
}

/** Returns the next character that is neither blank nor in a line that starts with `//`. */
function findNextToken(text: string, from: number): number {
  let position = findFirstNonBlank(text, from, text.length);
  while (text.startsWith('//', position)) {
    const lineEnd = text.indexOf('\n', position);
    if (lineEnd === -1) return text.length;
    position = findFirstNonBlank(text, lineEnd, text.length);
  }
  return position;
}
