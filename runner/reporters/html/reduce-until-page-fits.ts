import { mapStrings } from '../../values/index.ts';
import { OMITTED_PLACEHOLDER } from '../omit-report-parts.ts';
import type { PageResult } from './page-data.ts';

const dataUrlPattern = /^data:[^,]{0,200};base64,/;

type PageReductionStep = { note: string; reduce: (result: PageResult) => PageResult };

/** The parts that can be removed from a page, least important first. */
const pageReductionSteps: readonly PageReductionStep[] = [
  { note: 'the last passing conversation', reduce: ({ passed: _, ...result }) => result },
  {
    note: 'attached files',
    reduce: (result) => mapStrings(result, (text) => (dataUrlPattern.test(text) ? OMITTED_PLACEHOLDER : text)),
  },
  ...[4_000, 1_000, 250].map((length) => ({
    note: 'the ends of long texts',
    reduce: (result: PageResult) =>
      mapStrings(result, (text, parentKey) => (parentKey === undefined ? text : shortenWithNote(text, length))),
  })),
];

/**
 * Removes parts of the attempts until the attempts fit into the page, and returns the names of the removed parts. The
 * page may still be too large.
 */
export function reduceUntilPageFits(
  results: readonly PageResult[],
  fits: (results: readonly PageResult[]) => boolean,
): { results: readonly PageResult[]; missing: string[] } {
  let fitting = results;
  const missing = new Set<string>();
  for (const { note, reduce } of pageReductionSteps) {
    if (fits(fitting)) break;
    const reduced = fitting.map(reduce);
    if (JSON.stringify(reduced) !== JSON.stringify(fitting)) missing.add(note);
    fitting = reduced;
  }
  return { results: fitting, missing: [...missing] };
}

function shortenWithNote(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length).toWellFormed()}… (${text.length - length} more characters)`;
}
