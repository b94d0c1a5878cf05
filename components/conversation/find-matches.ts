import type { AttemptTextMatches } from '@/lib/queries';
import { type Json, type LongText, parseLongText } from '@/runner/values';
import type { HistoryMessage, TurnView } from './conversation-model';
import { expandedStateKey } from './expanded-state-key';

/**
 * A searchable part of a conversation: its name in the DOM, its texts, and the collapsed elements that must be expanded
 * to make it visible.
 */
type SearchableMessagePart = { name: string; pieces: (string | LongText)[]; opens?: string[] };

/**
 * A match: occurrence number `nth` (from 0) of the search text in a part of an item. `inside` is the position in a long
 * text, of which the page loads only the excerpt around the match.
 */
export type SearchMatch = {
  item: number;
  part: string;
  nth: number;
  opens: readonly string[];
  inside?: { at: string; size: number; excerpt: string; place: number };
};

export type SearchItem =
  | { type: 'past'; key: string; message: HistoryMessage }
  | { type: 'turn'; key: string; view: TurnView };

/**
 * Finds the search text in a conversation, ignoring case. `farMatches` contains the matches in long texts, which the
 * server has found.
 */
export function findMatches(
  items: readonly SearchItem[],
  words: string,
  farMatches: AttemptTextMatches['found'] = {},
): SearchMatch[] {
  const query = words.toLowerCase();
  if (query === '') return [];
  return items.flatMap((item, index) =>
    listSearchableParts(item).flatMap((part) =>
      findMatchesInPart(part, { index, searchText: query, found: farMatches }),
    ),
  );
}

type SearchOptions = { index: number; searchText: string; found: AttemptTextMatches['found'] };

function findMatchesInPart(
  { name, pieces, opens = [] }: SearchableMessagePart,
  { index, searchText, found }: SearchOptions,
): SearchMatch[] {
  const matches: SearchMatch[] = [];
  let before = 0;
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      const count = countOccurrences(piece, searchText);
      for (let nth = before; nth < before + count; nth += 1) matches.push({ item: index, part: name, nth, opens });
      before += count;
      continue;
    }
    const { at, size, preview } = piece;
    for (const [position, entry] of (found[at] ?? []).entries()) {
      const matchLocation = { at, size, excerpt: entry.excerpt, place: position };
      matches.push({ item: index, part: name, nth: entry.before, opens, inside: matchLocation });
    }
    before += countOccurrences(preview, searchText);
  }
  return matches;
}

/** Returns true if the page contains only the beginning of some text, so that the server must search it. */
export function hasLongTexts(items: readonly SearchItem[]): boolean {
  return items.some((item) => listSearchItemTexts(item).some((text) => parseLongText(text) !== undefined));
}

function listSearchableParts(item: SearchItem): SearchableMessagePart[] {
  if (item.type === 'past') return [toSearchableMessagePart(item.key, item.message.text)];
  const { turn, user, toolCalls, interrupts, answer, error } = item.view;
  return [
    ...(user === undefined ? [] : [toSearchableMessagePart(`turn ${turn} user`, user.text)]),
    ...toolCalls.map((call, position) => {
      const name = `turn ${turn} tool ${position}`;
      const callPieces = [call.tool, call.arguments, call.result, call.error].flatMap(toSearchableTexts);
      return { name, pieces: callPieces, opens: [name] };
    }),
    ...interrupts.map(({ message, tool, arguments: toolArguments, answeredBy }, position) => ({
      name: `turn ${turn} interrupt ${position}`,
      pieces: [answeredBy === undefined ? undefined : message, tool, toolArguments].flatMap(toSearchableTexts),
    })),
    ...(answer === undefined ? [] : [toSearchableMessagePart(`turn ${turn} agent`, answer.text)]),
    ...(answer?.next === undefined ? [] : [{ name: `turn ${turn} next`, pieces: toSearchableTexts(answer.next) }]),
    ...(error === undefined ? [] : [{ name: `turn ${turn} error`, pieces: toSearchableTexts(error) }]),
  ];
}

function toSearchableMessagePart(name: string, text: string): SearchableMessagePart {
  return { name, pieces: toSearchableTexts(text), opens: [expandedStateKey(text)] };
}

function listSearchItemTexts(item: SearchItem): Json[] {
  if (item.type === 'past') return [item.message.text];
  const { user, toolCalls, answer } = item.view;
  const values = [
    user?.text,
    ...toolCalls.flatMap((call) => [call.arguments, call.result]),
    answer?.text,
    answer?.next,
  ];
  return values.filter((value) => value !== undefined);
}

function toSearchableTexts(value: Json | undefined): [] | [string | LongText] {
  if (value === undefined) return [];
  return [parseLongText(value) ?? (typeof value === 'string' ? value : JSON.stringify(value, undefined, 2))];
}

function countOccurrences(text: string, query: string): number {
  return text.toLowerCase().split(query).length - 1;
}
