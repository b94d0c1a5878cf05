import { isJsonObject, type Json, type JsonObject, jsonIn } from '../../../values/index.ts';
import type { DocumentPath } from './document-path.ts';
import { createJsonLines, INDEXED_LEVELS } from './json-lines.ts';
import { type JsonPlace, jsonPlaces } from './json-places.ts';

/** An object with a long list in it. Its items are read when they are wanted, so that one is in memory. */
export type JsonList = {
  /** The object, with null in the place of each item. */
  frame: JsonObject;
  items(): Generator<Json>;
  lineOf(path: DocumentPath): number;
};

/** Returns undefined where the text is not valid JSON, or has no list under the key. */
export function readJsonList(text: string, key: string): JsonList | undefined {
  const content = text.replace(/^\uFEFF/, '');
  if (!/^\s*\{/.test(content)) return undefined;
  const places = jsonPlaces(content, INDEXED_LEVELS);
  const items = placesOfItems(places, key);
  const frame = jsonIn(withNulls(content, items));
  const nulls = isJsonObject(frame) ? frame[key] : undefined;
  const readItem = ({ offset, end }: JsonPlace) => jsonIn(content.slice(offset, end));
  // A frame that is valid with nulls, and items that are valid alone: the whole text is.
  if (!isJsonObject(frame) || !Array.isArray(nulls) || nulls.length !== items.length) return undefined;
  if (items.some((item) => readItem(item) === undefined)) return undefined;
  return {
    frame,
    *items() {
      for (const item of items) yield readItem(item) ?? null;
    },
    lineOf: createJsonLines(content, places),
  };
}

function placesOfItems(places: ReadonlyMap<string, JsonPlace>, key: string): JsonPlace[] {
  const items: JsonPlace[] = [];
  for (let item = places.get(JSON.stringify([key, 0])); item !== undefined; ) {
    items.push(item);
    item = places.get(JSON.stringify([key, items.length]));
  }
  return items;
}

/** Unlike a number, null makes nothing valid of what is in front of it, or behind it. */
function withNulls(text: string, items: readonly JsonPlace[]): string {
  const ends = [0, ...items.map(({ end }) => end)];
  return ends.map((end, index) => text.slice(end, items[index]?.offset)).join('null');
}
