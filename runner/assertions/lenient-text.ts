import { isJsonObject, type Json, replaceStringValues } from '../values/index.ts';

/** Which differences between texts are ignored. The keys are those of assertions. */
export type LeniencyOptions = {
  ignore_case?: boolean | undefined;
  ignore_space?: boolean | undefined;
  numbers?: boolean | undefined;
};

// A minus is a sign only if no character stands directly before it, because "3-5" is a range.
const NUMBER_PATTERN = /(?<![\w.,])-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\d])/g;
/** Inserted before and after each number, so that a search for 97 does not find it in 1497. */
const WORD_BOUNDARY_MARK = '\u0001';

/**
 * Normalizes a text, so that texts that differ only in ignored ways become equal. If one text contains another, the
 * same holds for the normalized texts.
 */
export function normalizeTextLeniently(text: string, { ignore_case, ignore_space, numbers }: LeniencyOptions): string {
  let normalized = text;
  if (numbers === true)
    normalized = normalized.replace(
      NUMBER_PATTERN,
      (number) => `${WORD_BOUNDARY_MARK}${normalizeNumberText(number)}${WORD_BOUNDARY_MARK}`,
    );
  if (ignore_case === true) normalized = normalized.toLowerCase();
  if (ignore_space === true) normalized = normalized.replace(/\s+/g, '');
  return normalized;
}

/**
 * Normalizes all texts in a value. With `numbers`, numbers become texts, so that they equal the same number in a text.
 */
export function normalizeValueLeniently(value: Json, leniency: LeniencyOptions): Json {
  const { ignore_case, ignore_space, numbers } = leniency;
  if (ignore_case !== true && ignore_space !== true && numbers !== true) return value;
  const texts = numbers === true ? numbersToText(value) : value;
  return replaceStringValues(texts, (text) => normalizeTextLeniently(text, leniency));
}

function numbersToText(value: Json): Json {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(numbersToText);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, numbersToText(member)]));
}

/**
 * Removes separators and meaningless zeros from a number. Works on text, because long numbers exceed the precision of
 * JavaScript numbers.
 */
function normalizeNumberText(number: string): string {
  const [match = '', fraction = ''] = number.replaceAll(',', '').split('.');
  const decimals = fraction.replace(/(?<!0)0+$/, '');
  const digits = match.replace(/^(-?)0+(?=\d)/, '$1');
  return decimals === '' ? digits : `${digits}.${decimals}`;
}
