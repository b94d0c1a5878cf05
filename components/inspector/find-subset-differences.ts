import { isJsonObject, type Json, toCanonicalJson } from '@/runner/values';

/**
 * A path where a value differs from the expected one. `actual` is missing if the value is. If `pattern` is true, the
 * expected value is a pattern; patterns are not evaluated here, so it may match.
 */
export type SubsetDifference = { path: string; expected: Json; actual?: Json; pattern?: true };

const REGEX_PREFIX = 'regex:';

/**
 * Returns the differences between an expected and an actual value. Objects may have additional keys at every depth;
 * lists must match item by item.
 */
export function findSubsetDifferences(expected: Json, actual: Json | undefined, path = ''): SubsetDifference[] {
  const difference: SubsetDifference = { path, expected, actual };
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return [difference];
    return expected.flatMap((item, position) => findSubsetDifferences(item, actual[position], `${path}[${position}]`));
  }
  if (isJsonObject(expected)) {
    if (!isJsonObject(actual)) return [difference];
    return Object.entries(expected).flatMap(([key, value]) =>
      findSubsetDifferences(
        value,
        Object.hasOwn(actual, key) ? actual[key] : undefined,
        path === '' ? key : `${path}.${key}`,
      ),
    );
  }
  if (actual !== undefined && toCanonicalJson(expected) === toCanonicalJson(actual)) return [];
  if (typeof expected === 'string' && expected.startsWith(REGEX_PREFIX)) return [{ ...difference, pattern: true }];
  return [difference];
}
