import { inspect, types } from 'node:util';
import { formatValueForMessage, isSameValue } from './plain-value.ts';

/**
 * The result of a check. The failure message is `expected`, then `subject` or else the actual value, then `text`.
 * `wrong` describes an invalid use of the check.
 */
export type LocalCheckFinding =
  | { holds: boolean; text: string; subject?: string; expected?: unknown; actual?: unknown }
  | { wrong: string };

/**
 * A check that only compares its arguments and needs no host. `parameters` are the names of the parameters before the
 * optional message.
 */
export type LocalCheck = { parameters: readonly string[]; find(values: readonly unknown[]): LocalCheckFinding };

/** The checks of `t.assert` that need no host, by name. */
export const localChecks: Readonly<Record<string, LocalCheck>> = {
  True: createLocalCheck(['value'], ([value]) => {
    if (falseTexts.has(value)) {
      return { wrong: `the text ${formatValueForMessage(value)} is true in JavaScript; compare it with Equal` };
    }
    return { ...toActualResultField(value), holds: Boolean(value), text: 'to be true', expected: true };
  }),
  False: createLocalCheck(['value'], ([value]) => ({
    ...toActualResultField(value),
    holds: !value,
    text: 'to be false',
    expected: false,
  })),
  Equal: createLocalCheck(['actual', 'expected'], ([actual, expected]) => ({
    ...toActualResultField(actual),
    holds: isSameValue(actual, expected),
    text: `to equal ${formatValueForMessage(expected)}`,
    expected,
  })),
  NotEqual: createLocalCheck(['actual', 'expected'], ([actual, expected]) => ({
    ...toActualResultField(actual),
    holds: !isSameValue(actual, expected),
    text: 'to be something else',
    expected,
  })),
  Nil: createLocalCheck(['value'], ([value]) => ({
    ...toActualResultField(value),
    holds: isNil(value),
    text: 'to be null or undefined',
  })),
  NotNil: createLocalCheck(['value'], ([value]) => ({
    ...toActualResultField(value),
    holds: !isNil(value),
    text: 'not to be null or undefined',
  })),
  Contains: createLocalCheck(['value', 'part'], ([value, part]) => {
    if (part === '' && typeof value === 'string') return { wrong: 'an empty text is in every text' };
    return {
      ...toActualResultField(value),
      holds: containsValue(value, part),
      text: `to contain ${formatValueForMessage(part)}`,
      expected: part,
    };
  }),
  NotContains: createLocalCheck(['value', 'part'], ([value, part]) => {
    if (value === '' || isNil(value))
      return { wrong: `${formatValueForMessage(value)} contains nothing, so this always holds` };
    const kind = findCommonItemType(value);
    if (kind !== undefined && kind !== typeof part) {
      return { wrong: `the list has only ${kind}s, so it never has ${formatValueForMessage(part)}` };
    }
    return {
      ...toActualResultField(value),
      holds: !containsValue(value, part),
      text: `not to contain ${formatValueForMessage(part)}`,
      expected: part,
    };
  }),
  Len: createLocalCheck(['value', 'length'], ([value, length]) => checkLength(value, length)),
  Greater: createComparisonCheck('greater than', (left, right) => left > right),
  GreaterOrEqual: createComparisonCheck('at least', (left, right) => left >= right),
  Less: createComparisonCheck('less than', (left, right) => left < right),
  LessOrEqual: createComparisonCheck('at most', (left, right) => left <= right),
  Error: createLocalCheck(['error'], ([error]) => {
    if (!isNil(error) && !isErrorLike(error))
      return { wrong: `${formatValueForMessage(error)} is not an error; use NotNil if any value will do` };
    return { ...toActualResultField(error), holds: !isNil(error), text: 'to be an error' };
  }),
  NoError: createLocalCheck(['error'], ([error]) => ({
    ...toActualResultField(error),
    holds: isNil(error),
    text: 'to be no error',
  })),
  Type: createLocalCheck(['value', 'type'], ([value, type]) => checkType(value, type)),
};

/** Texts that authors use for false, although JavaScript treats them as true. */
const falseTexts: ReadonlySet<unknown> = new Set(['false', '0', 'null', 'undefined', 'NaN']);

/** The common `typeof` of all items; undefined for mixed or empty lists. */
function findCommonItemType(list: unknown): string | undefined {
  if (!Array.isArray(list) || list.length === 0 || list.includes(null)) return undefined;
  const [kind, ...others] = new Set(list.map((item: unknown) => typeof item));
  return others.length === 0 && kind !== 'undefined' ? kind : undefined;
}

function createLocalCheck(parameters: readonly string[], find: LocalCheck['find']): LocalCheck {
  return { parameters, find };
}

function toActualResultField(actual: unknown): { actual: unknown } {
  return { actual };
}

const errorFieldPattern = /(?:\bok|err|message|code|reason|exception|fail|status|success)\w{0,40}'?:/i;

/**
 * True for values that report errors: texts, native errors, and objects as other languages and services use them for
 * errors.
 */
function isErrorLike(value: unknown): boolean {
  if (typeof value === 'string' || types.isNativeError(value)) return true;
  if (typeof value !== 'object' || value === null) return false;
  return 'message' in value || errorFieldPattern.test(inspect(value, { depth: 4 }));
}

function isNil(value: unknown): boolean {
  return value === null || value === undefined;
}

/**
 * True if a value contains a part: texts contain substrings, lists equal items, objects substrings of their JSON; null
 * and undefined contain nothing.
 */
function containsValue(value: unknown, part: unknown): boolean {
  if (isNil(value)) return false;
  if (Array.isArray(value)) return value.some((item) => isSameValue(item, part));
  const text = typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value);
  return text.includes(typeof part === 'object' ? (JSON.stringify(part) ?? '') : String(part));
}

function checkLength(value: unknown, length: unknown): LocalCheckFinding {
  if (typeof length !== 'number') return { wrong: `the length must be a number, got ${formatValueForMessage(length)}` };
  const actual = measureLength(value);
  const text = `to have length ${length}`;
  if (actual === undefined) return { holds: false, text, expected: length, actual: value };
  return { holds: actual === length, text: `${text}, not ${actual}`, expected: length, actual: value };
}

function measureLength(value: unknown): number | undefined {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  if (types.isMap(value) || types.isSet(value)) return value.size;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
}

function createComparisonCheck(words: string, holds: (left: number, right: number) => boolean): LocalCheck {
  return createLocalCheck(['actual', 'bound'], ([actual, bound]) => {
    const [left, right] = [toNumber(actual), toNumber(bound)];
    if (right === undefined) return { wrong: `the bound must be a number, got ${formatValueForMessage(bound)}` };
    const text = `to be ${words} ${formatValueForMessage(bound)}`;
    return { holds: left !== undefined && holds(left, right), text, expected: bound, actual };
  });
}

/**
 * Returns the number that a number or numeric string stands for. `Number()` alone would turn null and an empty string
 * into 0.
 */
function toNumber(value: unknown): number | undefined {
  const isNumeric = typeof value === 'number' || typeof value === 'bigint' || types.isDate(value);
  if (!isNumeric && (typeof value !== 'string' || value.trim() === '')) return undefined;
  const number = Number(value);
  return Number.isNaN(number) ? undefined : number;
}

const typeNames = ['null', 'undefined', 'string', 'number', 'integer', 'boolean', 'array', 'function', 'object'];

function checkType(value: unknown, type: unknown): LocalCheckFinding {
  if (typeof type !== 'string' || !typeNames.includes(type)) {
    return { wrong: `the type must be one of ${typeNames.join(', ')}, got ${formatValueForMessage(type)}` };
  }
  const holds = type === 'integer' ? Number.isInteger(value) : getTypeName(value) === type;
  return { holds, text: `to be of type ${type}, not ${getTypeName(value)}`, expected: type, actual: value };
}

function getTypeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
