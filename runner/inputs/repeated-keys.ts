import { visit } from 'jsonc-parser';
import type { Json } from '../values/index.ts';

export type RepeatedKey = { key: string; offset: number; length: number };

/**
 * Finds keys that stand twice in one object of a case. JSON takes the last of them without a word, so a check could be
 * lost. `source` is the text of one object and `value` what was read from it; only where the text may have more keys than
 * the value is it read a second time.
 */
export function createRepeatedKeys(): (source: string, value: Json) => RepeatedKey[] {
  // A quote behind an odd number of backslashes is part of a text.
  const behindKey = /(?=")(?<![^\\](?:\\\\)*\\)"\s*:/g;
  return (source, value) => {
    const keys = keysIn(value);
    // Each key has a colon. Texts may have more, and they are counted with more care then.
    if (countColons(source) <= keys || countMatches(source, behindKey) <= keys) return [];
    return findRepeated(source);
  };
}

function countColons(source: string): number {
  let count = 0;
  for (let at = source.indexOf(':'); at !== -1; at = source.indexOf(':', at + 1)) count += 1;
  return count;
}

/** With one pattern for all, and without matches: this is done for many lines of a large file. */
function countMatches(source: string, pattern: RegExp): number {
  let count = 0;
  pattern.lastIndex = 0;
  while (pattern.test(source)) count += 1;
  return count;
}

/** Of all objects in a value, which is not nested too deep for calls. */
function keysIn(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += keysIn(item);
    return count;
  }
  for (const key in value) count += 1 + keysIn(value[key] ?? null);
  return count;
}

function findRepeated(source: string): RepeatedKey[] {
  const repeated: RepeatedKey[] = [];
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
      if (keys?.has(key) === true) repeated.push({ key, offset, length });
      keys?.add(key);
    },
  });
  return repeated;
}
