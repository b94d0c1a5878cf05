import type { Json } from '../contract/index.ts';
import { describeSyntaxError } from './describe-syntax-error.ts';
import { scanObject } from './object-scanner.ts';

/** What a case file holds, in order: objects, and places where one should be. Offsets count from the text's start. */
export type SourceItem =
  | { kind: 'object'; value: Json; start: number; end: number; line: number }
  | { kind: 'problem'; offset: number; message: string };

/** Files in which everything is broken are still read in time linear in their size. */
const BROKEN_SCANS_PER_TEXT = 20;

type Cursor = { readonly text: string; position: number; line: number; budget: number };

/** The objects of JSON lines. An object may span lines; after an error, reading goes on at the next line that starts one. */
export function* sourceItems(text: string): Generator<SourceItem> {
  const cursor: Cursor = { text, position: 0, line: 1, budget: text.length * BROKEN_SCANS_PER_TEXT };
  while (cursor.position < text.length) {
    const lineEnd = endOfLine(text, cursor.position);
    const start = firstNonBlank(text, cursor.position, lineEnd);
    if (start === lineEnd || text.startsWith('//', start)) moveTo(cursor, lineEnd + 1, 1);
    else if (text[start] === '{') yield* readObject(cursor, start, lineEnd);
    else yield skipForeignText(cursor, start);
  }
}

function* readObject(cursor: Cursor, start: number, lineEnd: number): Generator<SourceItem> {
  const { text, line } = cursor;
  const value = tryParse(text.slice(start, lineEnd));
  if (value !== undefined) {
    moveTo(cursor, lineEnd + 1, 1);
    yield { kind: 'object', value, start, end: lineEnd, line };
    return;
  }
  const scan = scanObject(cursor.budget > 0 ? text : text.slice(0, lineEnd), start);
  if (scan.kind === 'broken') {
    cursor.budget -= scan.scanned - start;
    yield { kind: 'problem', offset: scan.offset, message: scan.message };
    resynchronise(cursor, start);
    return;
  }
  yield parseClosed({ text, start, end: scan.end, line });
  const restEnd = endOfLine(text, scan.end);
  const rest = firstNonBlank(text, scan.end, restEnd);
  if (rest !== restEnd) yield { kind: 'problem', offset: rest, message: describeRest(text.slice(rest, restEnd)) };
  moveTo(cursor, restEnd + 1, countLines(text, start, restEnd) + 1);
}

/** An object whose brackets match; comment lines inside are blanked, which moves nothing else. */
export function parseClosed(span: { text: string; start: number; end: number; line: number }): SourceItem {
  const source = span.text.slice(span.start, span.end).replace(/^\s*\/\/.*$/gm, '');
  const value = tryParse(source);
  if (value !== undefined) return { kind: 'object', value, start: span.start, end: span.end, line: span.line };
  const { offset, message } = describeSyntaxError(span.text.slice(span.start, span.end));
  return { kind: 'problem', offset: span.start + offset, message };
}

/** Goes to the next line that starts an object and is not indented deeper than the broken one. */
function resynchronise(cursor: Cursor, brokenStart: number): void {
  const { text } = cursor;
  const indentation = brokenStart - (text.lastIndexOf('\n', brokenStart - 1) + 1);
  let lineStart = endOfLine(text, brokenStart) + 1;
  let lines = 1;
  while (lineStart < text.length) {
    const lineEnd = endOfLine(text, lineStart);
    const first = firstNonBlank(text, lineStart, lineEnd);
    if (text[first] === '{' && first - lineStart <= indentation) break;
    lineStart = lineEnd + 1;
    lines += 1;
  }
  moveTo(cursor, lineStart, lines);
}

/** One problem for text that belongs to no object, however many lines it has. */
function skipForeignText(cursor: Cursor, start: number): SourceItem {
  const { text } = cursor;
  const firstEnd = endOfLine(text, start);
  let lineEnd = firstEnd;
  let lines = 1;
  while (lineEnd < text.length) {
    const nextEnd = endOfLine(text, lineEnd + 1);
    const next = firstNonBlank(text, lineEnd + 1, nextEnd);
    if (text[next] === '{' || text.startsWith('//', next)) break;
    lineEnd = nextEnd;
    lines += 1;
  }
  moveTo(cursor, lineEnd + 1, lines);
  return { kind: 'problem', offset: start, message: describeForeign(text.slice(start, firstEnd)) };
}

function describeForeign(line: string): string {
  const shown = JSON.stringify(line.trim().slice(0, 40));
  if (line.startsWith('[')) return `expected an object, found a list: ${shown}; a list belongs into a .json file`;
  if (line.startsWith('#') || line.startsWith('/*')) return `comments start with //, found ${shown}`;
  return `expected an object, found ${shown}`;
}

function describeRest(rest: string): string {
  if (rest.startsWith('{')) return 'a second object on the line; start each case on a line of its own';
  if (rest.startsWith('//')) return 'a comment behind an object; give it a line of its own';
  return `unexpected ${JSON.stringify(rest.trim().slice(0, 40))} behind the object`;
}

function tryParse(source: string): Json | undefined {
  try {
    const value: Json = JSON.parse(source);
    return value;
  } catch {
    return undefined;
  }
}

function moveTo(cursor: Cursor, position: number, lines: number): void {
  cursor.position = position;
  cursor.line += lines;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

export function firstNonBlank(text: string, from: number, end: number): number {
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
  for (let at = text.indexOf('\n', from); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
