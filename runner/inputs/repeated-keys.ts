import { visit } from 'jsonc-parser';
import { isJsonObject, type Json, type JsonObject } from '../contract/index.ts';

export type RepeatedKey = { key: string; offset: number; length: number };

const deciding = ['input', 'expected', 'checkpoints', 'assert'];

/**
 * Finds keys that stand twice in one object of a case. JSON takes the last of them without a word, so a check could be
 * lost. `source` is the text of one object and `value` what was read from it; only where the text has more of the
 * deciding keys than the value is it read a second time.
 */
export function createRepeatedKeys(): (source: string, value: Json) => RepeatedKey[] {
  const pattern = new RegExp(`"(?:${deciding.join('|')})`, 'g');
  return (source, value) => (countIn(source, pattern) > countOf(value) ? findRepeated(source) : []);
}

/** With one pattern for all keys, and without matches: this is done for every line of a large file. */
function countIn(source: string, pattern: RegExp): number {
  let count = 0;
  pattern.lastIndex = 0;
  while (pattern.test(source)) count += 1;
  return count;
}

function countOf(value: Json): number {
  if (!isJsonObject(value)) return 0;
  let count = decidingKeysOf(value);
  if (!Array.isArray(value.checkpoints)) return count;
  for (const checkpoint of value.checkpoints) {
    if (isJsonObject(checkpoint)) count += decidingKeysOf(checkpoint);
  }
  return count;
}

function decidingKeysOf(value: JsonObject): number {
  let count = 0;
  for (const key in value) {
    if (Object.hasOwn(value, key) && deciding.some((word) => key.startsWith(word))) count += 1;
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
