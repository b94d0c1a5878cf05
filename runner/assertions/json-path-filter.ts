import { isInexactNumber, isJsonObject, type Json } from '../values/index.ts';
import { findNearestKey } from './find-nearest-key.ts';
import { jsonEquals } from './json-equals.ts';
import {
  type PathReader,
  PathSyntaxError,
  parseQuotedString,
  skipBlanks,
  takeMatchingText,
  takeToken,
} from './path-reader.ts';

const comparators = ['===', '!==', '==', '!=', '<=', '>=', '<', '>'] as const;
type Comparator = (typeof comparators)[number];

type FilterOperand = { kind: 'literal'; value: Json } | { kind: 'member'; keys: (string | number)[] };

/** The parsed condition of a filter `?(…)`, which is evaluated on each element. */
export type Filter =
  | { kind: 'every' | 'some'; parts: Filter[] }
  | { kind: 'not'; part: Filter }
  | { kind: 'truthy'; operand: FilterOperand }
  | ({ kind: 'compare' } & FilterComparison);
type FilterComparison = { comparator: Comparator; left: FilterOperand; right: FilterOperand };

// The parser is written by hand: in the JSONPath library, `"7" > 5` is true, a missing member may be an error, and
// `?@.a > 1` silently finds nothing.

/** Parses a filter `?(…)`: comparisons of `@` paths and literals, combined with `&&`, `||`, `!` and parentheses. */
export function parseFilter(reader: PathReader): Filter {
  if (!takeToken(reader, '?(')) throw new PathSyntaxError('a filter is written ?(…), with parentheses');
  const filter = parseDisjunction(reader);
  if (!takeToken(reader, ')'))
    throw new PathSyntaxError(`the filter has a syntax error at ${formatRemainingText(reader)}`);
  return filter;
}

/**
 * Returns true if an element satisfies a filter. A missing member counts as null. Values of different types are neither
 * less nor greater than each other.
 */
export function satisfiesFilter(filter: Filter, element: Json): boolean {
  switch (filter.kind) {
    case 'every':
      return filter.parts.every((part) => satisfiesFilter(part, element));
    case 'some':
      return filter.parts.some((part) => satisfiesFilter(part, element));
    case 'not':
      return !satisfiesFilter(filter.part, element);
    case 'truthy':
      return Boolean(getOperandValue(filter.operand, element));
    case 'compare':
      return compareOperands(
        filter.comparator,
        getOperandValue(filter.left, element),
        getOperandValue(filter.right, element),
      );
    default:
      filter satisfies never;
      return false;
  }
}

/**
 * Returns the probable mistake in a filter that no element satisfies: a misspelt member, a value that is in another
 * member or spelt differently, or a comparison of different types.
 */
export function findFilterMistake(filter: Filter, elements: readonly Json[]): string | undefined {
  switch (filter.kind) {
    case 'every':
    case 'some':
      return filter.parts.map((part) => findFilterMistake(part, elements)).find((mistake) => mistake !== undefined);
    case 'not':
      return findFilterMistake(filter.part, elements);
    case 'truthy':
      return findMisspeltProperty(filter.operand, elements);
    case 'compare':
      return (
        findMisspeltProperty(filter.left, elements) ??
        findMisspeltProperty(filter.right, elements) ??
        findValueInOtherProperty(filter, elements) ??
        findOtherSpelling(filter, elements) ??
        findUnorderedOperandKinds(filter, elements)
      );
    default:
      return filter satisfies never;
  }
}

function findMisspeltProperty(operand: FilterOperand, elements: readonly Json[]): string | undefined {
  const [key] = operand.kind === 'member' ? operand.keys : [];
  const objects = elements.filter(isJsonObject);
  if (typeof key !== 'string' || objects.some((element) => Object.hasOwn(element, key))) return undefined;
  const nearestKey = findNearestKey(key, objects.flatMap(Object.keys));
  return nearestKey === undefined
    ? undefined
    : `no item has ${JSON.stringify(key)}, but they have ${JSON.stringify(nearestKey)}`;
}

/** Finds a text that is not in the filtered member of any item, but in another member. */
function findValueInOtherProperty({ left, right }: FilterComparison, elements: readonly Json[]): string | undefined {
  const [member, literal] = left.kind === 'member' ? [left, right] : [right, left];
  if (member.kind !== 'member' || literal.kind !== 'literal') return undefined;
  const [key] = member.keys;
  const { value } = literal;
  const objects = elements.filter(isJsonObject);
  if (typeof key !== 'string' || typeof value !== 'string' || value.length < 2) return undefined;
  if (objects.some((element) => Object.hasOwn(element, key))) return undefined;
  const otherProperty = objects
    .flatMap((element) => Object.entries(element))
    .find(([, propertyValue]) => propertyValue === value);
  return (
    otherProperty &&
    `no item has ${JSON.stringify(key)}, but one has ${JSON.stringify(value)} as ${JSON.stringify(otherProperty[0])}`
  );
}

/** Finds a text that no item contains, but that is spelt differently in one, such as `canceled` for `cancelled`. */
function findOtherSpelling(
  { comparator, left, right }: FilterComparison,
  elements: readonly Json[],
): string | undefined {
  const [member, literal] = left.kind === 'member' ? [left, right] : [right, left];
  if (!/^={2,3}$/.test(comparator) || literal.kind !== 'literal' || typeof literal.value !== 'string') return undefined;
  const { value } = literal;
  const values = elements.map((element) => getOperandValue(member, element));
  if (!lettersOnlyPattern.test(value) || values.includes(value)) return undefined;
  const otherSpelling = values.find((each) => typeof each === 'string' && spellingKey(each) === spellingKey(value));
  return otherSpelling === undefined
    ? undefined
    : `no item has ${JSON.stringify(value)}, but one has ${JSON.stringify(otherSpelling)}`;
}

const lettersOnlyPattern = /^[a-z _-]{4,}$/i;

function spellingKey(text: string): string {
  return text.toLowerCase().replaceAll(/[ _-]/g, '').replaceAll(/(.)\1/g, '$1').replaceAll('s', 'z');
}

/** Finds a comparison of a string with a number. Such a comparison is never true. */
function findUnorderedOperandKinds(
  { comparator, left, right }: FilterComparison,
  elements: readonly Json[],
): string | undefined {
  if (!comparator.startsWith('<') && !comparator.startsWith('>')) return undefined;
  const pairs = elements
    .map((element) => [left, right].map((operand) => typeof getOperandValue(operand, element)))
    .filter((kinds) => kinds.every((kind) => kind === 'number' || kind === 'string'));
  if (pairs.length === 0 || pairs.some(([leftKind, rightKind]) => leftKind === rightKind)) return undefined;
  return `the filter compares a text with a number (${comparator}), which no item satisfies`;
}

function parseDisjunction(reader: PathReader): Filter {
  const parts = [parseConjunction(reader)];
  while (takeToken(reader, '||')) parts.push(parseConjunction(reader));
  return combineFilters('some', parts);
}

function parseConjunction(reader: PathReader): Filter {
  const parts = [parseTerm(reader)];
  while (takeToken(reader, '&&')) parts.push(parseTerm(reader));
  return combineFilters('every', parts);
}

function combineFilters(kind: 'some' | 'every', parts: Filter[]): Filter {
  const [singleFilter] = parts;
  return singleFilter !== undefined && parts.length === 1 ? singleFilter : { kind, parts };
}

function parseTerm(reader: PathReader): Filter {
  if (takeToken(reader, '!')) return { kind: 'not', part: parseTerm(reader) };
  if (takeToken(reader, '(')) {
    const inner = parseDisjunction(reader);
    if (!takeToken(reader, ')')) throw new PathSyntaxError(`")" is missing at ${formatRemainingText(reader)}`);
    return inner;
  }
  const left = parseOperand(reader);
  const comparator = comparators.find((candidate) => takeToken(reader, candidate));
  if (comparator === undefined) return { kind: 'truthy', operand: left };
  return { kind: 'compare', comparator, left, right: parseOperand(reader) };
}

function parseOperand(reader: PathReader): FilterOperand {
  if (takeToken(reader, '@')) return { kind: 'member', keys: parseKeys(reader) };
  skipBlanks(reader);
  const next = reader.source.charAt(reader.position);
  if (next === '"' || next === "'") return { kind: 'literal', value: parseQuotedString(reader) };
  const start = reader.position;
  const word = takeMatchingText(reader, /[\w.+-]*/y);
  if (word === 'true' || word === 'false') return { kind: 'literal', value: word === 'true' };
  if (word === 'null') return { kind: 'literal', value: null };
  if (/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(word)) {
    return { kind: 'literal', value: isInexactNumber(word) ? word : Number(word) };
  }
  reader.position = start;
  throw new PathSyntaxError(
    `expected @, a number, a quoted text, true, false or null at ${formatRemainingText(reader)}`,
  );
}

function parseKeys(reader: PathReader): (string | number)[] {
  const keys: (string | number)[] = [];
  for (;;) {
    const next = reader.source.charAt(reader.position);
    if (next !== '.' && next !== '[') return keys;
    reader.position += 1;
    keys.push(next === '.' ? parseName(reader) : parseIndex(reader));
  }
}

function parseName(reader: PathReader): string {
  const name = takeMatchingText(reader, /[\w$\u0080-\uffff]*/y);
  if (name === '') throw new PathSyntaxError(`a key is missing at ${formatRemainingText(reader)}`);
  return name;
}

function parseIndex(reader: PathReader): string | number {
  const next = reader.source.charAt(reader.position);
  const isQuoted = next === '"' || next === "'";
  const key = isQuoted ? parseQuotedString(reader) : takeMatchingText(reader, /\d*/y);
  if (key === '' && !isQuoted)
    throw new PathSyntaxError(`an index or a quoted key is missing at ${formatRemainingText(reader)}`);
  if (!takeToken(reader, ']')) throw new PathSyntaxError(`"]" is missing at ${formatRemainingText(reader)}`);
  return isQuoted ? key : Number(key);
}

function getOperandValue(operand: FilterOperand, element: Json): Json {
  if (operand.kind === 'literal') return operand.value;
  let value: Json = element;
  for (const key of operand.keys) value = getPropertyOrElement(value, key);
  return value;
}

function getPropertyOrElement(value: Json, key: string | number): Json {
  if (typeof key === 'number') return Array.isArray(value) ? (value[key] ?? null) : null;
  if (isJsonObject(value)) return Object.hasOwn(value, key) ? (value[key] ?? null) : null;
  const isIndex = key === 'length' && (Array.isArray(value) || typeof value === 'string');
  return isIndex ? value.length : null;
}

function compareOperands(comparator: Comparator, left: Json, right: Json): boolean {
  switch (comparator) {
    case '==':
    case '===':
      return jsonEquals(left, right);
    case '!=':
    case '!==':
      return !jsonEquals(left, right);
    case '<':
      return compareValues(left, right) < 0;
    case '<=':
      return compareValues(left, right) <= 0;
    case '>':
      return compareValues(left, right) > 0;
    case '>=':
      return compareValues(left, right) >= 0;
    default:
      comparator satisfies never;
      return false;
  }
}

/**
 * Compares two values like the callback of a sort. Returns NaN, for which every comparison is false, unless both are
 * numbers or both are strings.
 */
function compareValues(left: Json, right: Json): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (typeof left !== 'string' || typeof right !== 'string') return Number.NaN;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function formatRemainingText(reader: PathReader): string {
  const text = reader.source.slice(reader.position, reader.position + 30);
  return text === '' ? 'its end' : JSON.stringify(text);
}
