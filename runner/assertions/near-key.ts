import { isOneTypoAway, nearest } from '../values/index.ts';

/**
 * The name that a key was probably meant to be. Stricter than for "did you mean …?", because nothing shows yet that there is
 * a mistake: slips leave the first letter, and names that differ in a number, such as `line1` and `line2`, are two names.
 */
export function nearKey(key: string, names: readonly string[]): string | undefined {
  const candidates = names.filter((name) => firstLetter(name) === firstLetter(key) && !isOneOfSeries(name, key));
  return nearest(key, candidates) ?? candidates.find((name) => isShortFor(name, key) || isShortFor(key, name));
}

/**
 * The name of a tool with one word of it misspelt. A word that is another one with an ending is no slip: `get_order` and
 * `get_orders` are two tools.
 */
export function isSlipOfName(writtenName: string, tool: string): boolean {
  const [words, others] = [writtenName.split(/[_.-]+/), tool.split(/[_.-]+/)];
  if (words.length !== others.length) return false;
  const pairs = words.map((word, index) => [word, others[index] ?? ''] as const);
  const [differing, ...more] = pairs.filter(([word, other]) => word !== other);
  if (differing === undefined || more.length > 0) return false;
  const [word, other] = differing;
  if (Math.min(word.length, other.length) < 5 || word.startsWith(other) || other.startsWith(word)) return false;
  return !isOneOfSeries(other, word) && firstLetter(word) === firstLetter(other) && isOneTypoAway(word, other);
}

function firstLetter(name: string): string {
  return name
    .replace(/^[^\p{L}]+/u, '')
    .charAt(0)
    .toLowerCase();
}

function isOneOfSeries(name: string, key: string): boolean {
  return name !== key && name.replace(/\d+/g, '') === key.replace(/\d+/g, '');
}

/** `ok` and `okay`. */
function isShortFor(short: string, long: string): boolean {
  return short.length >= 2 && long.length - short.length <= 2 && long.toLowerCase().startsWith(short.toLowerCase());
}
