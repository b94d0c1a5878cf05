import { formatJsonPath, isJsonObject, type Json, toCanonicalJson } from '../../values/index.ts';

/**
 * A path at which two values differ, and what each of them has there; undefined for a value that has nothing at the
 * path.
 */
export type JsonDifference = { path: string; left: Json | undefined; right: Json | undefined };

/** Returns the first differences between two values, in the order of their keys and items. */
export function findFirstDifferences(left: Json, right: Json, maxDifferences: number): JsonDifference[] {
  return [...listDifferences(left, right, [])].slice(0, maxDifferences);
}

function* listDifferences(
  left: Json | undefined,
  right: Json | undefined,
  path: (string | number)[],
): Generator<JsonDifference> {
  if (left !== undefined && right !== undefined && toCanonicalJson(left) === toCanonicalJson(right)) return;
  if (Array.isArray(left) && Array.isArray(right)) {
    const length = Math.max(left.length, right.length);
    for (let index = 0; index < length; index += 1)
      yield* listDifferencesAtPath(left[index], right[index], [...path, index]);
    return;
  }
  if (isJsonObject(left) && isJsonObject(right)) {
    const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
    for (const key of keys) yield* listDifferencesAtPath(left[key], right[key], [...path, key]);
    return;
  }
  yield { path: formatJsonPath(path), left, right };
}

function listDifferencesAtPath(
  left: Json | undefined,
  right: Json | undefined,
  path: (string | number)[],
): Iterable<JsonDifference> {
  return left === undefined && right === undefined ? [] : listDifferences(left, right, path);
}
