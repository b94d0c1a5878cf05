import type { Json } from '../../values/index.ts';
import { shortenText, stripControls } from '../console/shorten-text.ts';

const BLOCK = 3_000;
const LINE = 200;

/**
 * Formats any text as one line that is displayed literally: nothing in it acts as markup, a cell border, a tag or a
 * mention.
 */
export function inlineCode(text: string, length = LINE): string {
  return shortenText(text, length)
    .replaceAll(/[\\`*_[\]<>|#~!&$]/g, String.raw`\$&`)
    .replaceAll(/@(?=\w)/g, '@<!-- -->');
}

/**
 * Formats any text as one line of code. Unlike `inlineCode`, which keeps the look of prose, it also stops GitHub from
 * linking addresses, issues and commits.
 */
export function codeSpan(text: string, length = LINE): string {
  const line = shortenText(text, length) || '(empty)';
  const fence = '`'.repeat(longestBacktickRun(line, 0) + 1);
  const padding = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${padding}${line}${padding}${fence}`;
}

/** A fenced block that no text can close early; a long text is cut, with a note of how much is left out. */
export function fenceValue(value: Json): string {
  const fullText = valueAsText(value);
  const omitted = fullText.length - BLOCK;
  const text = omitted > 0 ? `${fullText.slice(0, BLOCK).toWellFormed()}\n… ${omitted} more characters` : fullText;
  return fencedText(text, value);
}

/** Like `fenced`, without a length limit. */
export function fenceFullValue(value: Json): string {
  return fencedText(valueAsText(value), value);
}

function valueAsText(value: Json): string {
  return stripControls(typeof value === 'string' ? value : JSON.stringify(value, undefined, 2));
}

function fencedText(text: string, value: Json): string {
  const language = typeof value === 'string' ? '' : 'json';
  const fence = '`'.repeat(longestBacktickRun(text, 2) + 1);
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}\n`;
}

function longestBacktickRun(text: string, least: number): number {
  let longest = least;
  for (const [ticks] of text.matchAll(/`+/g)) longest = Math.max(longest, ticks.length);
  return longest;
}

/** A table whose cells are already Markdown, so they are not escaped. */
export function formatTable(headings: readonly string[], rows: Iterable<readonly string[]>): string {
  return [...tableLines(headings, rows)].join('');
}

/** Like `table`, but line by line, because a run may have many rows. */
export function* tableLines(headings: readonly string[], rows: Iterable<readonly string[]>): Generator<string> {
  const tableLine = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  yield tableLine(headings);
  yield tableLine(headings.map(() => '---'));
  for (const cells of rows) yield tableLine(cells);
}
