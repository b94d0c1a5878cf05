import { isJsonObject, type Json, tryParseJson } from '../../values/index.ts';
import { isSpellingVariant } from '../find-nearest-key.ts';
import { jsonEquals } from '../json-equals.ts';
import { formatJsonForMessage } from '../to-plain-text.ts';

type ComparedValues = { label: string; expected: Json; actual: Json };

/** Describes two values that look the same but are different to a rule, such as 5 and "5". */
export function findKindMistake({ label, expected, actual }: ComparedValues): string | undefined {
  const difference = describeKindDifference({ label, expected, actual });
  return difference === undefined ? undefined : `a rule ${difference}`;
}

/** Does the same as `findKindMistake`, but leaves out the subject of the sentence. */
export function describeKindDifference({ label, expected, actual }: ComparedValues): string | undefined {
  if (jsonEquals(expected, actual) || !looksLikeSameValue(expected, actual)) return undefined;
  return `compares ${label} with ${formatJsonForMessage(expected)}, but it is ${describeKindOfValue(actual)} ${formatJsonForMessage(actual)}`;
}

/** Returns true for different values that look the same, such as 5 and "5". */
function looksLikeSameValue(left: Json, right: Json): boolean {
  if (jsonEquals(left, right)) return true;
  if (typeof left === 'string') return typeof right !== 'string' && isTextOfValue(left, right);
  if (typeof right === 'string') return isTextOfValue(right, left);
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    return left.every((item, index) => looksLikeSameValue(item, right[index] ?? null));
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => {
    const sameKey = Object.hasOwn(right, key) ? key : Object.keys(right).find((name) => isSpellingVariant(name, key));
    return sameKey !== undefined && looksLikeSameValue(left[key] ?? null, right[sameKey] ?? null);
  });
}

function isTextOfValue(text: string, value: Json): boolean {
  const parsed = tryParseJson(text);
  return parsed !== undefined && typeof parsed !== 'string' && looksLikeSameValue(parsed, value);
}

function describeKindOfValue(value: Json): string {
  if (value === null) return 'null:';
  if (Array.isArray(value)) return 'a list,';
  return typeof value === 'string' ? 'the text' : `the ${typeof value}`;
}
