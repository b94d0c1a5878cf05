import { findNearestWord, isOneTypoAway } from '../values/index.ts';

/**
 * Returns the name that was probably meant by a key. Stricter than suggestions for errors, because the key may be
 * correct: a name must have the same first letter, and must differ in more than a number, as `line1` and `line2` do.
 */
export function findNearestKey(key: string, names: readonly string[]): string | undefined {
  const candidates = names.filter((name) => getFirstLetter(name) === getFirstLetter(key) && !isNumberedName(name, key));
  return (
    findNearestWord(key, candidates) ??
    candidates.find((name) => isAbbreviationOf(name, key) || isAbbreviationOf(key, name) || isPluralOf(name, key))
  );
}

/** Returns true if two names differ only in case and separators, such as `order_id` and `orderId`. */
export function isSpellingVariant(name: string, other: string): boolean {
  return name !== other && joinWords(name) === joinWords(other);
}

function joinWords(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '');
}

/**
 * Returns true for plurals that are more than one letter longer or different, such as `cities` for `city` and `boxes`
 * for `box`.
 */
function isPluralOf(name: string, other: string): boolean {
  const [short, long] = [joinWords(name), joinWords(other)].toSorted((a, b) => a.length - b.length);
  return short !== undefined && (long === `${short}es` || long === short.replace(/y$/, 'ies'));
}

/**
 * Returns true if two tool names differ in a typo in one word. An added ending is not a typo: `get_order` and
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

/** Returns true if a name is a short form of another, such as `ok` for `okay`. */
function isAbbreviationOf(short: string, long: string): boolean {
  return short.length >= 2 && long.length - short.length <= 2 && long.toLowerCase().startsWith(short.toLowerCase());
}
