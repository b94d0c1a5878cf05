import { isJsonObject, type Json, type JsonObject, tryParseJson } from '../../../values/index.ts';
import type { DocumentPath } from './document-path.ts';
import { createJsonLineFinder, INDEXED_LEVELS } from './json-lines.ts';
import { findJsonPositions, type JsonPosition } from './json-positions.ts';

/** An object with a long list. The items of the list are parsed on demand, so that only one is in memory. */
export type JsonList = {
  /** The object in which each item of the list is replaced by null. */
  frame: JsonObject;
  items(): Generator<Json>;
  lineOf(path: DocumentPath): number;
};

/** Returns undefined if the text is not valid JSON, or if the value of `key` is not a list. */
export function parseJsonList(text: string, key: string): JsonList | undefined {
  const content = text.replace(/^\uFEFF/, '');
  if (!/^\s*\{/.test(content)) return undefined;
  const places = findJsonPositions(content, INDEXED_LEVELS);
  const items = listItemPositionsUnderKey(places, key);
  const frame = tryParseJson(replaceItemsWithNull(content, items));
  const nullItems = isJsonObject(frame) ? frame[key] : undefined;
  const parseJsonItem = ({ offset, end }: JsonPosition) => tryParseJson(content.slice(offset, end));
  // Validates the text in parts: it is valid JSON if it is valid with null for each item, and if each item is valid.
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
 * The replacement is null and not a number, because digits next to it could turn an invalid text into a valid number.
 */
function replaceItemsWithNull(text: string, items: readonly JsonPosition[]): string {
  const ends = [0, ...items.map(({ end }) => end)];
  return ends.map((end, index) => text.slice(end, items[index]?.offset)).join('null');
}
