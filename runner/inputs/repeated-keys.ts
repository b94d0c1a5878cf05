import { visit } from 'jsonc-parser';
import { isJsonObject, type Json } from '../contract/index.ts';

export type RepeatedKey = { key: string; offset: number };

/**
 * Keys that stand twice in one object of a case. JSON takes the last of them without a word, so a check could be lost.
 * `source` is the text of one object and `value` what was read from it; only where the text has more of the deciding
 * keys than the value is it read a second time.
 */
export function repeatedKeys(source: string, value: Json): RepeatedKey[] {
  return hasMore(source, value) ? findRepeated(source) : [];
}

function hasMore(source: string, value: Json): boolean {
  const checkpoints = isJsonObject(value) && Array.isArray(value.checkpoints) ? value.checkpoints.length : 0;
  return (
    occursMoreThan(1, source, '"input"') ||
    occursMoreThan(1, source, '"expected"') ||
    occursMoreThan(1, source, '"checkpoints"') ||
    occursMoreThan(Math.max(1, checkpoints), source, '"assert')
  );
}

function occursMoreThan(limit: number, source: string, word: string): boolean {
  let count = 0;
  for (let at = source.indexOf(word); at !== -1; at = source.indexOf(word, at + word.length)) {
    count += 1;
    if (count > limit) return true;
  }
  return false;
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
    onObjectProperty: (key, offset) => {
      const keys = open.at(-1);
      if (keys?.has(key) === true) repeated.push({ key, offset });
      keys?.add(key);
    },
  });
  return repeated;
}
