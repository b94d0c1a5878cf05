import type { SearchMatch } from './find-matches';

const ALL_MATCHES_HIGHLIGHT = 'found';
const CURRENT_MATCH_HIGHLIGHT = 'found-now';

/** Highlights all matches without changing the DOM (CSS Custom Highlights). Returns the range of the current match. */
export function highlightMatches(
  root: Element,
  words: string,
  currentMatch: SearchMatch | undefined,
): Range | undefined {
  clearHighlights();
  const query = words.toLowerCase();
  if (query === '') return undefined;
  const all: Range[] = [];
  let now: Range | undefined;
  for (const element of root.querySelectorAll('[data-part]')) {
    const ranges = findOccurrenceRanges(element, query);
    all.push(...ranges);
    // The source text can contain Markdown that is not displayed, so the DOM may have fewer matches than the text.
    if (element.getAttribute('data-part') === currentMatch?.part)
      now = findMatchRange(currentMatch, { part: element, ranges, searchText: query });
  }
  if (!('highlights' in CSS)) return now;
  CSS.highlights.set(ALL_MATCHES_HIGHLIGHT, new Highlight(...all));
  if (now !== undefined) CSS.highlights.set(CURRENT_MATCH_HIGHLIGHT, new Highlight(now));
  return now;
}

type HighlightedMatch = { part: Element; ranges: Range[]; searchText: string };

/**
 * Returns the DOM range of a match. An expanded long text contains all its matches; a collapsed one shows only the
 * excerpt of the current match.
 */
function findMatchRange(
  { nth, inside }: SearchMatch,
  { part, ranges, searchText }: HighlightedMatch,
): Range | undefined {
  if (inside === undefined) return ranges[Math.min(nth, ranges.length - 1)];
  const body = part.querySelector(`[data-at="${CSS.escape(inside.at)}"]`);
  const occurrences = body === null ? [] : findOccurrenceRanges(body, searchText);
  return occurrences[Math.min(body?.hasAttribute('data-whole') === true ? inside.place : nth, occurrences.length - 1)];
}

export function clearHighlights(): void {
  if (!('highlights' in CSS)) return;
  CSS.highlights.delete(ALL_MATCHES_HIGHLIGHT);
  CSS.highlights.delete(CURRENT_MATCH_HIGHLIGHT);
}

/** Returns the ranges of all occurrences of a text in an element, including those that span several elements. */
function findOccurrenceRanges(element: Element, query: string): Range[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes: { node: Node; start: number }[] = [];
  let text = '';
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    nodes.push({ node, start: text.length });
    text += node.nodeValue ?? '';
  }
  const lowerCaseText = text.toLowerCase();
  const ranges: Range[] = [];
  for (
    let position = lowerCaseText.indexOf(query);
    position >= 0;
    position = lowerCaseText.indexOf(query, position + query.length)
  ) {
    const range = document.createRange();
    const first = nodes.findLast(({ start }) => start <= position);
    const last = nodes.findLast(({ start }) => start < position + query.length);
    if (first === undefined || last === undefined) break;
    range.setStart(first.node, position - first.start);
    range.setEnd(last.node, position + query.length - last.start);
    ranges.push(range);
  }
  return ranges;
}
