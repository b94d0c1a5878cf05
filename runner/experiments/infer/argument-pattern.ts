import { isJsonObject, type Json, type JsonObject, toCanonicalJson } from '../../values/index.ts';
import { inferTextFormat } from './text-format.ts';

/** A pattern that matches all observed values of an argument, but not every possible value. */
export type ArgumentPattern =
  | { kind: 'exact'; value: Json }
  | { kind: 'one_of'; values: Json[] }
  | { kind: 'range'; least: number; most: number; isWhole: boolean }
  | { kind: 'format'; regex: string }
  | { kind: 'type'; types: string[] }
  /** Matches a list with exactly these items, in any order. */
  | { kind: 'items'; items: Json[] }
  | { kind: 'list'; item: ArgumentPattern; least: number; most: number }
  /** Matches an object with exactly these keys. */
  | { kind: 'object'; fields: { key: string; pattern: ArgumentPattern; isOptional: boolean }[] };

const MAX_VALUES = 4;
const MAX_DEPTH = 8;

/** Returns the narrowest pattern that matches all values. At least one value is required. */
export function generalizeValues(values: readonly Json[], depth = 0): ArgumentPattern {
  const [first = null] = values;
  const distinctValues = new Map(values.map((value) => [toCanonicalJson(value), value]));
  if (distinctValues.size === 1 && !(values.length === 1 && hasProse(first))) return { kind: 'exact', value: first };
  if (depth < MAX_DEPTH) {
    if (values.every(isJsonObject)) return generalizeObjects(values, depth);
    if (values.every((value): value is Json[] => Array.isArray(value))) return generalizeLists(values, depth);
  }
  // If each value occurs more than once, probably no other values are possible. A value that occurs only once suggests
  // that there are others.
  const counts = countValues(values);
  if (distinctValues.size <= MAX_VALUES && [...counts.values()].every((count) => count > 1)) {
    return { kind: 'one_of', values: [...distinctValues.values()] };
  }
  if (values.every((value) => typeof value === 'number')) return generalizeNumbers(values);
  const regex = values.every((value) => typeof value === 'string') ? inferTextFormat(values) : undefined;
  if (regex !== undefined) return { kind: 'format', regex };
  return { kind: 'type', types: [...new Set(values.map(getTypeName))] };
}

/**
 * Returns true for a text of several words. Such texts are rarely repeated, so a single one says little about other
 * values.
 */
function hasProse(value: Json): boolean {
  if (typeof value === 'string') return value.trim().split(/\s+/u).length > 2;
  if (Array.isArray(value)) return value.some(hasProse);
  return isJsonObject(value) && Object.values(value).some(hasProse);
}

function generalizeObjects(values: readonly JsonObject[], depth: number): ArgumentPattern {
  const keys = [...new Set(values.flatMap((value) => Object.keys(value)))];
  const fields = keys.map((key) => {
    const members = values.flatMap((value) => (Object.hasOwn(value, key) ? [value[key] ?? null] : []));
    return { key, pattern: generalizeValues(members, depth + 1), isOptional: members.length < values.length };
  });
  return { kind: 'object', fields };
}

function generalizeLists(values: readonly Json[][], depth: number): ArgumentPattern {
  const [first = []] = values;
  const sets = new Set(values.map(toSortedItemsKey));
  if (sets.size === 1) return { kind: 'items', items: first };
  const lengths = values.map(({ length }) => length);
  const item = generalizeValues(values.flat(), depth + 1);
  return { kind: 'list', item, least: Math.min(...lengths), most: Math.max(...lengths) };
}

/**
 * Widens the range by the mean distance between neighbouring values, because the next value would be outside the
 * observed range in 2 of n + 1 cases. The widened range does not extend beyond zero.
 */
function generalizeNumbers(values: readonly number[]): ArgumentPattern {
  const [smallest, largest] = [Math.min(...values), Math.max(...values)];
  const areIntegers = values.every(Number.isInteger);
  const distance = (largest - smallest) / (values.length - 1);
  const slack = areIntegers ? Math.ceil(distance) : distance;
  return {
    kind: 'range',
    least: smallest >= 0 ? Math.max(0, smallest - slack) : smallest - slack,
    most: largest <= 0 ? Math.min(0, largest + slack) : largest + slack,
    isWhole: areIntegers,
  };
}

export function fitsPattern(pattern: ArgumentPattern, value: Json): boolean {
  switch (pattern.kind) {
    case 'exact':
      return toCanonicalJson(pattern.value) === toCanonicalJson(value);
    case 'one_of':
      return pattern.values.some((each) => toCanonicalJson(each) === toCanonicalJson(value));
    case 'range': {
      if (typeof value !== 'number' || (pattern.isWhole && !Number.isInteger(value))) return false;
      return pattern.least <= value && value <= pattern.most;
    }
    case 'format':
      return typeof value === 'string' && new RegExp(pattern.regex, 'u').test(value);
    case 'type':
      return pattern.types.includes(getTypeName(value));
    case 'items':
      return Array.isArray(value) && toSortedItemsKey(value) === toSortedItemsKey(pattern.items);
    case 'list': {
      if (!Array.isArray(value) || value.length < pattern.least || value.length > pattern.most) return false;
      return value.every((item) => fitsPattern(pattern.item, item));
    }
    case 'object':
      return isJsonObject(value) && fitsFields(pattern.fields, value);
    default:
      return pattern satisfies never;
  }
}

function fitsFields(fields: Extract<ArgumentPattern, { kind: 'object' }>['fields'], value: JsonObject): boolean {
  const keys = new Set(fields.map(({ key }) => key));
  if (Object.keys(value).some((key) => !keys.has(key))) return false;
  return fields.every(({ key, pattern, isOptional }) =>
    Object.hasOwn(value, key) ? fitsPattern(pattern, value[key] ?? null) : isOptional,
  );
}

/** Formats a pattern for people, for example `{"amount": 5 to 9, "order": "A-1"}`. */
export function describePattern(pattern: ArgumentPattern): string {
  switch (pattern.kind) {
    case 'exact':
      return toCanonicalJson(pattern.value);
    case 'one_of':
      return pattern.values.map((value) => toCanonicalJson(value)).join(' or ');
    case 'range':
      return `${pattern.isWhole ? 'a whole number' : 'a number'} from ${pattern.least} to ${pattern.most}`;
    case 'format':
      return `/${pattern.regex}/`;
    case 'type':
      return `any ${pattern.types.join(' or ')}`;
    case 'items':
      return `${toCanonicalJson(pattern.items)} in any order`;
    case 'list':
      return `a list of ${pattern.least} to ${pattern.most} items, each ${describePattern(pattern.item)}`;
    case 'object': {
      const fields = pattern.fields.map(
        ({ key, pattern: member, isOptional }) =>
          `${JSON.stringify(key)}${isOptional ? '?' : ''}: ${describePattern(member)}`,
      );
      return `{${fields.join(', ')}}`;
    }
    default:
      return pattern satisfies never;
  }
}

function countValues(values: readonly Json[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) {
    const key = toCanonicalJson(value);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function toSortedItemsKey(items: readonly Json[]): string {
  return items
    .map((value) => toCanonicalJson(value))
    .toSorted()
    .join('\n');
}

/** Returns the type of a value. An empty text has a type of its own, because it contains no information. */
function getTypeName(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'string') return value.trim() === '' ? 'empty text' : 'text';
  return typeof value;
}
