import { nearest } from '../values/index.ts';

/**
 * The name that a key was probably meant to be. Stricter than for "did you mean …?", because nothing shows yet that there is
 * a mistake: slips leave the first letter, and names that differ in a number, such as `line1` and `line2`, are two names.
 */
export function nearKey(key: string, names: readonly string[]): string | undefined {
  const candidates = names.filter((name) => firstLetter(name) === firstLetter(key) && !isOneOfSeries(name, key));
  return nearest(key, candidates) ?? candidates.find((name) => isShortFor(name, key) || isShortFor(key, name));
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
