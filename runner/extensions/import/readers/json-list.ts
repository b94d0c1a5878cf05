import { isJsonObject, type Json, type JsonObject, tryParseJson } from '../../../values/index.ts';
import type { DocumentPath } from './document-path.ts';
import { createJsonLineFinder, INDEXED_LEVELS } from './json-lines.ts';
import { findJsonPositions, type JsonPosition } from './json-positions.ts';

/** An object that contains a long list. The list items are parsed on demand, so that only one is in memory. */
export type JsonList = {
  /** The object, with each item of the list replaced by null. */
  frame: JsonObject;
  items(): Generator<Json>;
  lineOf(path: DocumentPath): number;
};

/** Returns undefined if the text is not valid JSON, or if the key holds no list. */
export function parseJsonList(text: string, key: string): JsonList | undefined {
  const content = text.replace(/^\uFEFF/, '');
  if (!/^\s*\{/.test(content)) return undefined;
  const places = findJsonPositions(content, INDEXED_LEVELS);
  const items = listItemPositionsUnderKey(places, key);
  const frame = tryParseJson(replaceItemsWithNull(content, items));
  const nullItems = isJsonObject(frame) ? frame[key] : undefined;
  const parseJsonItem = ({ offset, end }: JsonPosition) => tryParseJson(content.slice(offset, end));
  // The text is valid JSON if it is valid with its items replaced by null, and if every item is valid JSON.
  if (!isJsonObject(frame) || !Array.isArray(nullItems) || nullItems.length !== items.length) return undefined;
  if (items.some((item) => parseJsonItem(item) === undefined)) return undefined;
  return {
    frame,
    *items() {
      for (const item of items) yield parseJsonItem(item) ?? null;
    },
    lineOf: createJsonLineFinder(content, places),
  };
}

function listItemPositionsUnderKey(places: ReadonlyMap<string, JsonPosition>, key: string): JsonPosition[] {
  const items: JsonPosition[] = [];
  for (let item = places.get(JSON.stringify([key, 0])); item !== undefined; ) {
    items.push(item);
    item = places.get(JSON.stringify([key, items.length]));
  }
  return items;
}

/**
 * Items are replaced by null and not by a number, because adjacent characters could form another valid number with it.
 */
function replaceItemsWithNull(text: string, items: readonly JsonPosition[]): string {
  const ends = [0, ...items.map(({ end }) => end)];
  return ends.map((end, index) => text.slice(end, items[index]?.offset)).join('null');
}
