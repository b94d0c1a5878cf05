import { createValueCache } from '../values/index.ts';
import { normalizeText } from './name-tokens.ts';
import { commonFactValues, monthNames, numberWords } from './words.ts';

const commonValueSet = new Set(commonFactValues);
/**
 * The minimum length of a value that is recognized anywhere; a shorter value counts only in the answer to the question
 * for it.
 */
const MIN_VALUE_LENGTH = 4;

/**
 * Checks whether a message contains a value as whole words. Case, spaces and hyphens are ignored, and numbers and dates
 * may be written in their usual forms. `isAnswer` is true if the agent asked for the value just before, because a short
 * or common value means something only then.
 */
export function isValueStatedIn(value: string, message: string, { isAnswer = false } = {}): boolean {
  return createCheckOfStatedValue(value)(normalizeText(message), isAnswer);
}

type StatedValueCheck = (normalizedText: string, isAnswer?: boolean) => boolean;

/**
 * The parsed forms of recently used values. They are cached, because all conversations and reports of a case look for
 * the same values.
 */
const statedValueCheckCache = createValueCache<StatedValueCheck>(500, () => 1);

/**
 * Like `isValueStatedIn`, for many messages that `normalizeText` has already normalized; analyses the value only once.
 */
export function createCheckOfStatedValue(value: string): StatedValueCheck {
  const cachedCheck = statedValueCheckCache.get(value);
  if (cachedCheck !== undefined) return cachedCheck;
  const check = createUncachedStatedValueCheck(value);
  statedValueCheckCache.keep(value, check);
  return check;
}

function createUncachedStatedValueCheck(value: string): StatedValueCheck {
  const normalizedValue = normalizeText(value).trim();
  if (normalizedValue === '') return () => false;
  const isCommon = isCommonValue(value);
  const number = parseWholeNumber(normalizedValue);
  const words =
    number === undefined || /^0\d|^\d{6,}$/.test(normalizedValue) ? buildWholeWordsPattern(normalizedValue) : undefined;
  const dates = isPossibleDate(normalizedValue) ? parseDates(normalizedValue) : [];
  const writtenNumber = new RegExp(`\\b${(number === undefined ? undefined : numberWords[number]) ?? '(?!)'}\\b`);
  return (text, isAnswer = false) => {
    if (isCommon && !isAnswer) return false;
    if (words?.test(text) === true) return true;
    if (number !== undefined && parseNumbers(text).includes(number)) return true;
    if (dates.length > 0 && parseDates(text).some((date) => dates.some((other) => isSameDay(other, date)))) return true;
    return isAnswer && number !== undefined && writtenNumber.test(text);
  };
}

/** True for a value that means nothing on its own, such as `2` or `blue`. */
export function isCommonValue(value: string): boolean {
  const normalizedValue = normalizeText(value).trim();
  return (
    normalizedValue.replaceAll(/[^\p{L}\p{N}]/gu, '').length < MIN_VALUE_LENGTH || commonValueSet.has(normalizedValue)
  );
}

/**
 * Returns a pattern that matches the letters and digits of a value in order, with any number of spaces and hyphens
 * between them.
 */
function buildWholeWordsPattern(normalizedText: string): RegExp {
  // Telephone numbers are written in many ways, so only their digits are compared.
  const isPhone = /^[\d\s().+/-]{7,}$/.test(normalizedText);
  const separators = isPhone ? '[\\s().+/-]*' : '[\\s-]*';
  const characters = [...normalizedText].filter((character) => !(isPhone ? /\D/ : /[\s-]/).test(character));
  const edge = '[\\p{L}\\p{N}]';
  const pattern = characters.map((character) => character.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join(separators);
  return new RegExp(`(?<!${edge})${pattern}(?!${edge})`, 'u');
}

/** Patterns for groups of three digits with the same separator between all of them. */
const groupedDigitsSource = [',', String.raw`\.`, "'", ' ', String.raw`\u00a0`, String.raw`\u202f`]
  .map((sign) => String.raw`\d{1,3}(?:${sign}\d{3})+`)
  .join('|');
const numberPattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,])-?(?:${groupedDigitsSource}|\d+)(?:[.,]\d{1,2})?(?![\p{L}\p{N}]|[.,]\d)|(?<![\p{L}\p{N}.,])-?\d+[.,]\d+(?![\p{L}\p{N}]|[.,]\d)`,
  'gu',
);

/** Parses a value that is a single number, such as 1,497.65 or $1497.65. */
function parseWholeNumber(normalizedText: string): number | undefined {
  const bare = normalizedText
    .replace(/^[$€£¥]\s*/, '')
    .replace(/[$€£¥%]$/, '')
    .trimEnd();
  const [onlyNumber] = bare.match(numberPattern) ?? [];
  return onlyNumber === bare ? parseNumbers(bare)[0] : undefined;
}

/** Returns all possible readings of the numbers in a text: `1.497` may be 1.497 or 1497. */
function parseNumbers(text: string): number[] {
  if (!/\d/.test(text)) return [];
  return (text.match(numberPattern) ?? []).flatMap((numberText) => {
    const plainNumber = numberText.replaceAll(/[' \u00a0\u202f]/g, '');
    const point = /^(.*)[.,](\d{1,2})$/.exec(plainNumber);
    const integer = Number(plainNumber.replaceAll(/[.,]/g, ''));
    if (point !== null) return [Number(`${point[1]?.replaceAll(/[.,]/g, '')}.${point[2]}`)];
    const isGrouped = /^-?\d{1,3}(?:[.,]\d{3})+$/.test(plainNumber);
    return isGrouped || !/[.,]/.test(plainNumber) ? [integer] : [Number(plainNumber.replace(',', '.'))];
  });
}

const monthPattern = monthNames
  .map((name) => (name.length > 4 ? `${name.slice(0, 3)}(?:${name.slice(3)}|t)?` : name))
  .join('|');
const isoDatePattern = /\b(\d{4})-(\d{1,2})-(\d{1,2})\b/g;
const shortDatePattern = /\b(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})\b/g;
const dayFirstDatePattern = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${monthPattern})\\b\\.?,?(?: (\\d{4}))?`,
  'g',
);
const monthFirstDatePattern = new RegExp(
  `\\b(${monthPattern})\\b\\.? (\\d{1,2})(?:st|nd|rd|th)?\\b(?:,? (\\d{4}))?`,
  'g',
);

/** Returns the dates of a text as `year-month-day`, in every possible reading; dates without a year as `-month-day`. */
export function parseDates(message: string): string[] {
  const text = normalizeText(message);
  if (!/\d/.test(text)) return [];
  return [
    ...[...text.matchAll(isoDatePattern)].flatMap(([, year, month, day]) => formatValidDate(year, month, day)),
    ...[...text.matchAll(shortDatePattern)].flatMap(([, first, second, year = '']) => {
      const full = year.length === 2 ? `20${year}` : year;
      return [...formatValidDate(full, second, first), ...formatValidDate(full, first, second)];
    }),
    ...[...text.matchAll(dayFirstDatePattern)].flatMap(([, day, month, year]) =>
      formatValidDate(year, findMonthNumber(month), day),
    ),
    ...[...text.matchAll(monthFirstDatePattern)].flatMap(([, month, day, year]) =>
      formatValidDate(year, findMonthNumber(month), day),
    ),
  ];
}

function formatValidDate(year = '', month = '', day = ''): string[] {
  const isDate = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
  return isDate ? [`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`] : [];
}

function findMonthNumber(month = ''): string {
  return `${monthNames.findIndex((name) => name.startsWith(month.slice(0, 3))) + 1}`;
}

function isPossibleDate(normalizedText: string): boolean {
  return normalizedText.length <= 24 && /^[\p{L}\d\s.,/-]+$/u.test(normalizedText);
}

function isSameDay(date: string, otherDate: string): boolean {
  return (
    date === otherDate ||
    (otherDate.startsWith('-') && date.endsWith(otherDate)) ||
    (date.startsWith('-') && otherDate.endsWith(date))
  );
}
