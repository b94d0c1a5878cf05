import { type Json, tryParseJson } from '../values/index.ts';
import { AMBIGUOUS_COMMENT_MESSAGE, findAmbiguousLineBreak } from './ambiguous-line-break.ts';
import { describeTooLong, MAX_CASE_LENGTH } from './case-size.ts';
import { describeSyntaxError } from './describe-syntax-error.ts';
import type { LineTemplate } from './line-template.ts';
import { scanObject } from './object-scanner.ts';

/**
 * An item of a case file, in order: an object, or text at a position where an object should be. Offsets count from the
 * start of the file's text.
 */
export type SourceItem = ObjectItem | ProblemItem;

export type ObjectItem = {
  kind: 'object';
  value: Json;
  start: number;
  end: number;
  line: number;
  /** The canonical JSON of the value, if it was parsed with a template. Then it contains no duplicate keys. */
  canonical?: string;
};

export type ProblemItem = {
  kind: 'problem';
  /** The kind of problem: a broken object, text after an object, or text outside of any object. */
  about: 'object' | 'rest' | 'foreign';
  /** The item spans `start` to `end`; its problem starts at `offset`. */
  start: number;
  end: number;
  offset: number;
  length: number;
  message: string;
  line: number;
};

/**
 * The maximum number of characters, relative to the length of the text, that are scanned without finding an object. So
 * even a completely broken file is read in linear time.
 */
const MAX_BROKEN_SCANS_PER_TEXT = 20;

/** A position at the start of a line of a text, and how far the text has been examined. */
export type ItemCursor = {
  readonly text: string;
  /** The offset of the start of a line. */
  position: number;
  line: number;
  /** The number of characters that may still be scanned without finding a complete object. */
  budget: number;
  /**
   * The offset up to which the text was examined to read the items so far, including one position after the end of the
   * text if it was reached. A change of the text after this offset does not change these items.
   */
  reach: number;
  /** A template that speeds up the parsing of lines that resemble earlier ones. */
  template?: LineTemplate | undefined;
};

export function createItemCursor(text: string): ItemCursor {
  return { text, position: 0, line: 1, budget: computeScanBudget(text), reach: 0 };
}

export function computeScanBudget(text: string): number {
  return text.length * MAX_BROKEN_SCANS_PER_TEXT;
}

/**
 * Yields the objects of JSON Lines. An object may span lines; after an error, reading continues at the next line that
 * starts an object. With a template, parts that several lines share are one frozen value.
 */
export function* parseSourceItems(text: string, template?: LineTemplate): Generator<SourceItem> {
  const cursor: ItemCursor = { ...createItemCursor(text), template };
  while (cursor.position < text.length) for (const item of parseNextSourceItems(cursor)) yield item;
}

/**
 * Reads at least one more line. The result depends only on the text from the cursor to its new `reach`, and on whether
 * the budget is used up, so it can be cached while these are unchanged.
 */
export function parseNextSourceItems(cursor: ItemCursor): SourceItem[] {
  const { text } = cursor;
  const lineEnd = findEndOfLine(text, cursor.position);
  const start = findFirstNonBlank(text, cursor.position, lineEnd);
  if (start === lineEnd || text.startsWith('//', start)) {
    const strange = findAmbiguousLineBreak(text, start, lineEnd);
    const range = { start, end: lineEnd, offset: strange, length: 1, line: cursor.line };
    moveCursor(cursor, lineEnd + 1, 1);
    return strange === -1 ? [] : [{ kind: 'problem', about: 'foreign', ...range, message: AMBIGUOUS_COMMENT_MESSAGE }];
  }
  return text[start] === '{' ? parseObjectItem(cursor, start, lineEnd) : [skipTextBetweenObjects(cursor, start)];
}

function parseObjectItem(cursor: ItemCursor, start: number, lineEnd: number): SourceItem[] {
  const { text, line } = cursor;
  const item = parseOneLineObject(cursor, start, lineEnd);
  if (item !== undefined) {
    moveCursor(cursor, lineEnd + 1, 1);
    return [item];
  }
  const scan = scanObject(cursor.budget > 0 ? text : text.slice(0, lineEnd), start);
  if (scan.kind === 'broken') {
    const { offset, length, message, scanned } = scan;
    cursor.budget -= scanned - start;
    cursor.reach = Math.max(cursor.reach, scanned + 1);
    skipBrokenObject(cursor, start);
    const end = Math.min(cursor.position, text.length);
    return [{ kind: 'problem', about: 'object', start, end, offset, length, message, line }];
  }
  const closed = parseClosedObject({ text, start, end: scan.end, line });
  const restEnd = findEndOfLine(text, scan.end);
  const textEnd = findFirstNonBlank(text, scan.end, restEnd);
  moveCursor(cursor, restEnd + 1, countLines(text, start, restEnd) + 1);
  if (textEnd === restEnd) return [closed];
  const message = describeTextAfterObject(text.slice(textEnd, restEnd));
  const length = text.slice(textEnd, restEnd).trimEnd().length;
  const range = { start: textEnd, end: restEnd, offset: textEnd, length, line: cursor.line - 1 };
  return [closed, { kind: 'problem', about: 'rest', ...range, message }];
}

/** Parses a line that contains only one object. */
function parseOneLineObject(
  { text, line, template }: ItemCursor,
  start: number,
  lineEnd: number,
): ObjectItem | undefined {
  if (lineEnd - start > MAX_CASE_LENGTH) return undefined;
  const match = template?.match(text, start, lineEnd);
  if (match !== undefined && findFirstNonBlank(text, match.end, lineEnd) === lineEnd) {
    return { kind: 'object', value: match.value, canonical: match.canonical, start, end: match.end, line };
  }
  const value = tryParseJson(text.slice(start, lineEnd));
  if (value === undefined) return undefined;
  const end = text.lastIndexOf('}', lineEnd) + 1;
  template?.addExample(text.slice(start, end), value);
  return { kind: 'object', value, start, end, line };
}

/**
 * Parses an object that ends where its brackets match. Comment lines in it are replaced by blanks, so offsets stay the
 * same.
 */
export function parseClosedObject(span: { text: string; start: number; end: number; line: number }): SourceItem {
  const { text, ...range } = span;
  if (span.end - span.start > MAX_CASE_LENGTH) {
    return {
      kind: 'problem',
      about: 'object',
      ...range,
      offset: span.start,
      length: 1,
      message: describeTooLong('case'),
    };
  }
  const source = text.slice(span.start, span.end);
  const value = parseObjectText(source);
  if (value !== undefined) return { kind: 'object', value, ...range };
  const { offset, length, message } = describeSyntaxError(source);
  return { kind: 'problem', about: 'object', ...range, offset: span.start + offset, length, message };
}

/** Parses an object that may contain comment lines; undefined when it is not valid JSON. */
export function parseObjectText(source: string): Json | undefined {
  return tryParseJson(source) ?? tryParseJson(blankOutComments(source));
}

/** Replaces each character of comment lines by a blank, so that offsets stay the same. */
export function blankOutComments(source: string): string {
  return source.replace(/^[^\S\n\r\u2028\u2029]*\/\/.*$/gm, (comment) => ' '.repeat(comment.length));
}

/** Moves the cursor to the next line that starts an object and is indented no further than the broken object. */
function skipBrokenObject(cursor: ItemCursor, brokenStart: number): void {
  const { text } = cursor;
  const indentation = brokenStart - (text.lastIndexOf('\n', brokenStart - 1) + 1);
  let lineStart = findEndOfLine(text, brokenStart) + 1;
  let lines = 1;
  while (lineStart < text.length) {
    const lineEnd = findEndOfLine(text, lineStart);
    const first = findFirstNonBlank(text, lineStart, lineEnd);
    if (text[first] === '{' && first - lineStart <= indentation) break;
    lineStart = lineEnd + 1;
    lines += 1;
  }
  moveCursor(cursor, lineStart, lines);
  cursor.reach = Math.max(cursor.reach, findEndOfLine(text, lineStart) + 1);
}

/** Returns one problem for consecutive text outside of any object, even if the text has several lines. */
function skipTextBetweenObjects(cursor: ItemCursor, start: number): SourceItem {
  const { text, line } = cursor;
  const firstEnd = findEndOfLine(text, start);
  let lineEnd = firstEnd;
  let lines = 1;
  while (lineEnd < text.length) {
    const nextEnd = findEndOfLine(text, lineEnd + 1);
    cursor.reach = nextEnd + 1;
    const next = findFirstNonBlank(text, lineEnd + 1, nextEnd);
    if (text[next] === '{' || text.startsWith('//', next)) break;
    lineEnd = nextEnd;
    lines += 1;
  }
  moveCursor(cursor, lineEnd + 1, lines);
  const firstLine = text.slice(start, firstEnd);
  const message = describeNonObjectLine(firstLine);
  const length = firstLine.trimEnd().length;
  return { kind: 'problem', about: 'foreign', start, end: lineEnd, offset: start, length, message, line };
}

function describeNonObjectLine(line: string): string {
  const excerpt = JSON.stringify(line.trim().slice(0, 40));
  if (line.startsWith('[')) return `expected an object, found a list: ${excerpt}; put a list into a .json file`;
  if (line.startsWith('#') || line.startsWith('/*')) return `comments start with //, found ${excerpt}`;
  return `expected an object, found ${excerpt}`;
}

function describeTextAfterObject(remainingText: string): string {
  if (remainingText.startsWith('{')) return 'a second object on the line; start each case on a line of its own';
  if (remainingText.startsWith('//')) return 'a comment after an object; give it a line of its own';
  return `unexpected ${JSON.stringify(remainingText.trim().slice(0, 40))} after the object`;
}

/**
 * Moves the cursor. `reach` becomes at least the new position, because everything before that position was read to find
 * the end of the item.
 */
function moveCursor(cursor: ItemCursor, position: number, lines: number): void {
  cursor.position = position;
  cursor.line += lines;
  cursor.reach = Math.max(cursor.reach, position);
}

function findEndOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

export function findFirstNonBlank(text: string, from: number, end: number): number {
  let index = from;
  while (index < end && isBlank(text.charCodeAt(index))) index += 1;
  return index;
}

function isBlank(code: number): boolean {
  if (code <= 32) return true;
  return code >= 128 && String.fromCharCode(code).trim() === '';
}

export function countLines(text: string, from: number, end: number): number {
  let lines = 0;
  for (
    let lineBreak = text.indexOf('\n', from);
    lineBreak !== -1 && lineBreak < end;
    lineBreak = text.indexOf('\n', lineBreak + 1)
  )
    lines += 1;
  return lines;
}
