import { defaultFilter } from 'cmdk';
import type { Command } from './commands';

export type PaletteItem = Command & {
  /** The key of an item in the command palette. It is unique, and stays the same when the texts of the item change. */
  key: string;
  /** A factor for the item's score in the search; 1 if absent. */
  weight?: number;
};

type PaletteGroup = { heading: string; items: readonly PaletteItem[] };

/** The score of an item whose exact id was typed. It is higher than the score of any other match. */
const EXACT_ID_SCORE = 2;

/**
 * Returns the items that match a search. Groups are sorted by their best match, and items within a group by their
 * score.
 */
export function rankPaletteItems(groups: readonly PaletteGroup[], search: string): PaletteGroup[] {
  const text = search.trim();
  if (text === '') return groups.filter(({ items }) => items.length > 0);
  return groups
    .map(({ heading, items }) => {
      const matches = items
        .map((item) => ({ item, score: scoreItem(item, text) }))
        .filter(({ score }) => score > 0)
        .toSorted((left, right) => right.score - left.score);
      return { best: matches[0]?.score ?? 0, heading, items: matches.map(({ item }) => item) };
    })
    .filter(({ items }) => items.length > 0)
    .toSorted((left, right) => right.best - left.best);
}

function scoreItem({ id, exactId, title, hint = '', weight = 1 }: PaletteItem, text: string): number {
  if (isExactIdMatch(exactId, text)) return EXACT_ID_SCORE;
  return defaultFilter(`${title} ${hint} ${id}`, text) * weight;
}

/** Returns true if the search text is this id, ignoring case. */
export function isExactIdMatch(id: string | undefined, search: string): boolean {
  return id?.toLowerCase() === search.trim().toLowerCase();
}
