import { fillTexts, isJsonObject, type Json } from '../values/index.ts';

/** What does not count when texts are compared: the fields that authors write. */
export type Leniency = {
  ignore_case?: boolean | undefined;
  ignore_space?: boolean | undefined;
  numbers?: boolean | undefined;
};

// A number is taken with its sign only where nothing stands before it: "3-5" is a range.
const NUMBER = /(?<![\w.,])-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\d])/g;
/** Stands around a number, so that 97 is not found in 1497. */
const EDGE = '\u0001';

/** A text without what does not count: texts that mean the same become equal, parts stay parts. */
export function lenientText(text: string, { ignore_case, ignore_space, numbers }: Leniency): string {
  let lenient = text;
  if (numbers === true) lenient = lenient.replace(NUMBER, (number) => `${EDGE}${plainNumber(number)}${EDGE}`);
  if (ignore_case === true) lenient = lenient.toLowerCase();
  if (ignore_space === true) lenient = lenient.replace(/\s+/g, '');
  return lenient;
}

/** A value with all of its texts made lenient; with `numbers`, a number equals its text. */
export function lenientValue(value: Json, leniency: Leniency): Json {
  const { ignore_case, ignore_space, numbers } = leniency;
  if (ignore_case !== true && ignore_space !== true && numbers !== true) return value;
  const texts = numbers === true ? withNumbersAsText(value) : value;
  return fillTexts(texts, (text) => lenientText(text, leniency));
}

function withNumbersAsText(value: Json): Json {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(withNumbersAsText);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withNumbersAsText(member)]));
}

/** Digits as they are, because long ones are beyond what a number holds; no separators, no zeros that say nothing. */
function plainNumber(number: string): string {
  const [whole = '', fraction = ''] = number.replaceAll(',', '').split('.');
  const decimals = fraction.replace(/(?<!0)0+$/, '');
  const digits = whole.replace(/^(-?)0+(?=\d)/, '$1');
  return decimals === '' ? digits : `${digits}.${decimals}`;
}
