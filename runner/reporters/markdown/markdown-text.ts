import type { Json } from '../../values/index.ts';
import { shortenText, stripControlCharacters } from '../console/shorten-text.ts';

const MAX_BLOCK_LENGTH = 3_000;
const MAX_LINE_LENGTH = 200;

/**
 * Formats any text as one line that is displayed literally: nothing in it acts as markup, a cell border, a tag or a
 * mention.
 */
export function formatInlineCode(text: string, length = MAX_LINE_LENGTH): string {
  return shortenText(text, length)
    .replaceAll(/[\\`*_[\]<>|#~!&$]/g, String.raw`\$&`)
    .replaceAll(/@(?=\w)/g, '@<!-- -->');
}

/**
 * Formats any text as one line of code. Unlike `formatInlineCode`, which keeps the look of prose, it also stops GitHub from
 * linking addresses, issues and commits.
 */
export function formatCodeSpan(text: string, length = MAX_LINE_LENGTH): string {
  const line = shortenText(text, length) || '(empty)';
  const fence = '`'.repeat(measureLongestBacktickRun(line, 0) + 1);
  const padding = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${padding}${line}${padding}${fence}`;
}

/** Returns a fenced block that no text can close early; a long text is cut, with a note of how much is left out. */
export function formatFencedValue(value: Json): string {
  const fullText = toValueText(value);
  const omitted = fullText.length - MAX_BLOCK_LENGTH;
  const text =
    omitted > 0 ? `${fullText.slice(0, MAX_BLOCK_LENGTH).toWellFormed()}\n… ${omitted} more characters` : fullText;
  return formatFencedText(text, value);
}

/** Returns a fenced block like `formatFencedValue`, but without a length limit. */
export function formatFencedFullValue(value: Json): string {
  return formatFencedText(toValueText(value), value);
}

function toValueText(value: Json): string {
  return stripControlCharacters(typeof value === 'string' ? value : JSON.stringify(value, undefined, 2));
}

function formatFencedText(text: string, value: Json): string {
  const language = typeof value === 'string' ? '' : 'json';
  const fence = '`'.repeat(measureLongestBacktickRun(text, 2) + 1);
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}\n`;
}

function measureLongestBacktickRun(text: string, least: number): number {
  let longest = least;
  for (const [ticks] of text.matchAll(/`+/g)) longest = Math.max(longest, ticks.length);
  return longest;
}

/** Formats a table. Its cells are already Markdown, so they are not escaped. */
export function formatTable(headings: readonly string[], rows: Iterable<readonly string[]>): string {
  return [...formatTableLines(headings, rows)].join('');
}

/** Yields a table line by line instead of as a whole, because a run may have many rows. */
export function* formatTableLines(headings: readonly string[], rows: Iterable<readonly string[]>): Generator<string> {
  const formatTableLine = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  yield formatTableLine(headings);
  yield formatTableLine(headings.map(() => '---'));
  for (const cells of rows) yield formatTableLine(cells);
}
