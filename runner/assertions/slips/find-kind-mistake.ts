import { isJsonObject, type Json, jsonIn } from '../../values/index.ts';
import { jsonEquals } from '../json-equals.ts';
import { showJson } from '../to-plain-text.ts';

type ComparedValues = { about: string; expected: Json; actual: Json };

/** Returns how two values look the same although a rule treats them as different. */
export function findKindMistake({ about, expected, actual }: ComparedValues): string | undefined {
  if (jsonEquals(expected, actual) || !looksEqual(expected, actual)) return undefined;
  return `a rule compares ${about} with ${showJson(expected)}, but it is ${kindName(actual)} ${showJson(actual)}`;
}

/** True for values that look the same, such as 5 and "5". */
function looksEqual(left: Json, right: Json): boolean {
  if (jsonEquals(left, right)) return true;
  if (typeof left === 'string') return typeof right !== 'string' && parsesAs(left, right);
  if (typeof right === 'string') return parsesAs(right, left);
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => looksEqual(item, right[index] ?? null));
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && looksEqual(left[key] ?? null, right[key] ?? null));
}

function parsesAs(text: string, value: Json): boolean {
  const parsed = jsonIn(text);
  return parsed !== undefined && typeof parsed !== 'string' && looksEqual(parsed, value);
}

function kindName(value: Json): string {
  if (value === null) return 'null:';
  if (Array.isArray(value)) return 'a list,';
  return typeof value === 'string' ? 'the text' : `the ${typeof value}`;
}
