import { findNearestWord, isOneTypoAway } from '../values/index.ts';

/**
 * The name that a key was probably meant to be. Stricter than for "did you mean …?", because nothing proves a mistake
 * yet: typos keep the first letter, and names that differ in a number, such as `line1` and `line2`, are different
 * names.
 */
export function findNearestKey(key: string, names: readonly string[]): string | undefined {
  const candidates = names.filter((name) => getFirstLetter(name) === getFirstLetter(key) && !isNumberedName(name, key));
  return (
    findNearestWord(key, candidates) ??
    candidates.find((name) => isAbbreviationOf(name, key) || isAbbreviationOf(key, name))
  );
}

/**
 * Whether a tool name has one misspelt word. A word with an added ending is not a typo: `get_order` and `get_orders`
 * are two tools.
 */
export function isMisspeltName(writtenName: string, tool: string): boolean {
  const [words, others] = [writtenName.split(/[_.-]+/), tool.split(/[_.-]+/)];
  if (words.length !== others.length) return false;
  const pairs = words.map((word, index) => [word, others[index] ?? ''] as const);
  const [differing, ...more] = pairs.filter(([word, other]) => word !== other);
  if (differing === undefined || more.length > 0) return false;
  const [word, other] = differing;
  if (Math.min(word.length, other.length) < 5 || word.startsWith(other) || other.startsWith(word)) return false;
  return !isNumberedName(other, word) && getFirstLetter(word) === getFirstLetter(other) && isOneTypoAway(word, other);
}

function getFirstLetter(name: string): string {
  return name
    .replace(/^[^\p{L}]+/u, '')
    .charAt(0)
    .toLowerCase();
}

function isNumberedName(name: string, key: string): boolean {
  return name !== key && name.replace(/\d+/g, '') === key.replace(/\d+/g, '');
}

/** Matches short forms, such as `ok` for `okay`. */
function isAbbreviationOf(short: string, long: string): boolean {
  return short.length >= 2 && long.length - short.length <= 2 && long.toLowerCase().startsWith(short.toLowerCase());
}
