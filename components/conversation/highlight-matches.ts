import type { SearchMatch } from './find-matches';

const ALL = 'found';
const CURRENT = 'found-now';

/**
 * Highlights the words in the DOM without changing it (CSS Custom Highlights). Returns the range of the current match.
 */
export function highlightMatches(root: Element, words: string, current: SearchMatch | undefined): Range | undefined {
  clearHighlights();
  const query = words.toLowerCase();
  if (query === '') return undefined;
  const all: Range[] = [];
  let now: Range | undefined;
  for (const part of root.querySelectorAll('[data-part]')) {
    const ranges = findOccurrenceRanges(part, query);
    all.push(...ranges);
    // The source text can contain Markdown that is not displayed, so the DOM may have fewer matches than the text.
    if (part.getAttribute('data-part') === current?.part)
      now = findMatchRange(current, { part, ranges, wanted: query });
  }
  if (!('highlights' in CSS)) return now;
  CSS.highlights.set(ALL, new Highlight(...all));
  if (now !== undefined) CSS.highlights.set(CURRENT, new Highlight(now));
  return now;
}

type HighlightedMatch = { part: Element; ranges: Range[]; wanted: string };

/** An open long text contains all its matches, as far as it is rendered; a closed one shows only one excerpt. */
function findMatchRange({ nth, inside }: SearchMatch, { part, ranges, wanted }: HighlightedMatch): Range | undefined {
  if (inside === undefined) return ranges[Math.min(nth, ranges.length - 1)];
  const body = part.querySelector(`[data-at="${CSS.escape(inside.at)}"]`);
  const there = body === null ? [] : findOccurrenceRanges(body, wanted);
  return there[Math.min(body?.hasAttribute('data-whole') === true ? inside.place : nth, there.length - 1)];
}

export function clearHighlights(): void {
  if (!('highlights' in CSS)) return;
  CSS.highlights.delete(ALL);
  CSS.highlights.delete(CURRENT);
}

/** Also finds matches that span several elements. */
function findOccurrenceRanges(part: Element, query: string): Range[] {
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  const nodes: { node: Node; start: number }[] = [];
  let text = '';
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    nodes.push({ node, start: text.length });
    text += node.nodeValue ?? '';
  }
  const lower = text.toLowerCase();
  const ranges: Range[] = [];
  for (let at = lower.indexOf(query); at >= 0; at = lower.indexOf(query, at + query.length)) {
    const range = document.createRange();
    const first = nodes.findLast(({ start }) => start <= at);
    const last = nodes.findLast(({ start }) => start < at + query.length);
    if (first === undefined || last === undefined) break;
    range.setStart(first.node, at - first.start);
    range.setEnd(last.node, at + query.length - last.start);
    ranges.push(range);
  }
  return ranges;
}
