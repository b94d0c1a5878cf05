import { visit } from 'jsonc-parser';
import type { Json } from '../values/index.ts';

export type RepeatedKey = { key: string; offset: number; length: number };

/**
 * Finds duplicate keys in the objects of a case. JSON.parse silently keeps the last of them, so a check could be lost.
 * `source` is the text of one object and `value` its parsed form. Searches the text only if it may contain more keys
 * than the value.
 */
export function createRepeatedKeyFinder(): (source: string, value: Json) => RepeatedKey[] {
  // Matches the end of a key: an unescaped quote before a colon.
  const behindKey = /(?=")(?<![^\\](?:\\\\)*\\)"\s*:/g;
  return (source, value) => {
    const keys = countKeys(value);
    // A key is always followed by a colon, so an object without more colons than keys has no duplicate. Colons inside
    // strings make the first count too high, so a second, slower count includes only colons after a quote.
    if (countColons(source) <= keys || countMatches(source, behindKey) <= keys) return [];
    return findRepeatedKeys(source);
  };
}

function countColons(source: string): number {
  let count = 0;
  for (let colonIndex = source.indexOf(':'); colonIndex !== -1; colonIndex = source.indexOf(':', colonIndex + 1))
    count += 1;
  return count;
}

/**
 * Uses one pattern for all lines and creates no match arrays, because this function runs for many lines of a large
 * file.
 */
function countMatches(source: string, pattern: RegExp): number {
  let count = 0;
  pattern.lastIndex = 0;
  while (pattern.test(source)) count += 1;
  return count;
}

/** Counts the keys of all objects in a value. Recursion is safe, because the depth of the value was already limited. */
function countKeys(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += countKeys(item);
    return count;
  }
  for (const key in value) count += 1 + countKeys(value[key] ?? null);
  return count;
}

function findRepeatedKeys(source: string): RepeatedKey[] {
  const foundKeys: RepeatedKey[] = [];
  const open: Set<string>[] = [];
  visit(source, {
    onObjectBegin: () => {
      open.push(new Set());
    },
    onObjectEnd: () => {
      open.pop();
    },
    onObjectProperty: (key, offset, length) => {
      const keys = open.at(-1);
      if (keys?.has(key) === true) foundKeys.push({ key, offset, length });
      keys?.add(key);
    },
  });
  return foundKeys;
}
