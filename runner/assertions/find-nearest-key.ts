import { findNearestWord, isOneTypoAway } from '../values/index.ts';

/**
 * Returns the name that was probably meant by a key. Stricter than for "did you mean …?", because the key may be
 * correct: typos keep the first letter, and names that differ in a number, such as `line1` and `line2`, are different
 * names.
 */
export function findNearestKey(key: string, names: readonly string[]): string | undefined {
  const candidates = names.filter((name) => getFirstLetter(name) === getFirstLetter(key) && !isNumberedName(name, key));
  return (
    findNearestWord(key, candidates) ??
    candidates.find((name) => isAbbreviationOf(name, key) || isAbbreviationOf(key, name) || isPluralOf(name, key))
  );
}

/** True if two names have the same letters and differ only in case and separators: `order_id` and `orderId`. */
export function isOtherSpelling(name: string, other: string): boolean {
  return name !== other && joinWords(name) === joinWords(other);
}

function joinWords(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '');
}

/** Matches plurals that differ in more than one letter: `city` and `cities`, `box` and `boxes`. */
function isPluralOf(name: string, other: string): boolean {
  const [short, long] = [joinWords(name), joinWords(other)].toSorted((a, b) => a.length - b.length);
  return short !== undefined && (long === `${short}es` || long === short.replace(/y$/, 'ies'));
}

/**
 * True if two tool names differ in one misspelt word. A word with an added ending is not a typo: `get_order` and
 * `get_orders` are two tools.
 */
export function isMisspeltName(writtenName: string, tool: string): boolean {
  const [words, toolWords] = [writtenName.split(/[_.-]+/), tool.split(/[_.-]+/)];
  if (words.length !== toolWords.length) return false;
  const pairs = words.map((word, index) => [word, toolWords[index] ?? ''] as const);
  const [differingPair, ...furtherPair] = pairs.filter(([word, toolWord]) => word !== toolWord);
  if (differingPair === undefined || furtherPair.length > 0) return false;
  const [word, toolWord] = differingPair;
  if (Math.min(word.length, toolWord.length) < 5 || word.startsWith(toolWord) || toolWord.startsWith(word))
    return false;
  return (
    !isNumberedName(toolWord, word) &&
    getFirstLetter(word) === getFirstLetter(toolWord) &&
    isOneTypoAway(word, toolWord)
  );
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
