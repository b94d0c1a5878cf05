import { isJsonObject, type Json } from '../values/index.ts';

/** Compares two JSON values. The order of keys does not matter, and a number is never equal to a string. */
export function jsonEquals(left: Json, right: Json): boolean {
  if (left === right) return true;
  if (Array.isArray(left)) return Array.isArray(right) && arraysEqual(left, right);
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && jsonEquals(left[key] ?? null, right[key] ?? null));
}

function arraysEqual(left: readonly Json[], right: readonly Json[]): boolean {
  return left.length === right.length && left.every((item, index) => jsonEquals(item, right[index] ?? null));
}
