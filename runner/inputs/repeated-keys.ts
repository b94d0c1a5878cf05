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
  return (source, value) => (countIn(source, behindKey) > keysIn(value) ? findRepeated(source) : []);
}

/** With one pattern for all, and without matches: this is done for every line of a large file. */
function countIn(source: string, pattern: RegExp): number {
  let count = 0;
  pattern.lastIndex = 0;
  while (pattern.test(source)) count += 1;
  return count;
}

/** Of all objects in a value; it may be nested deeper than calls may. */
function keysIn(value: Json): number {
  let count = 0;
  const open: Json[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const members = Object.values(next);
    if (!Array.isArray(next)) count += members.length;
    for (const member of members) if (typeof member === 'object' && member !== null) open.push(member);
  }
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
