import { blankOutComments } from '../code-text.ts';
import { formatValueForMessage } from './plain-value.ts';

/** Returns reasons why a check that passed proves nothing, although its arguments are valid. */
export function findDoubtfulValues(type: string, [actual, expected]: readonly unknown[]): string[] {
  if (typeof actual !== 'object' || actual === null) return [];
  if (type === 'Equal' && actual === expected) {
    return ['Equal compares an object with itself, which cannot differ; compare with an earlier copy'];
  }
  if (type !== 'True') return [];
  if (Array.isArray(actual) && actual.length === 0) {
    return ['True got an empty list, and every list is true in JavaScript; check its length with Len'];
  }
  const failed = Object.entries(actual).filter(([key, value]) => /^(?:ok|success)$/.test(key) && value === false);
  return failed.map(
    ([key]) => `True got ${formatValueForMessage(actual)}, and every object is true in JavaScript; check its "${key}"`,
  );
}

const alwaysTrueLengthCheckPattern = /\bassert\.GreaterOrEqual\(\s*([^;\n]{1,200}?)\.(length|size)\s*,\s*0\s*[,)]/i;

/** Finds a check that a length is at least 0, which is true of every length. */
export function findAlwaysTrueLengthCheck(source: string): string[] {
  const match = alwaysTrueLengthCheckPattern.exec(blankOutComments(source));
  return match === null ? [] : [`GreaterOrEqual allows every ${match[2]}, because none is below 0; use Greater`];
}
