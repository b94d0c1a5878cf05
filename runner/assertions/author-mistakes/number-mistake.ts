import { toAsciiDigits } from '../missed-digits.ts';
import type { AssertionOf } from '../subject.ts';
import { formatJsonForMessage } from '../to-plain-text.ts';

/** Matches a number without words. It may be the fraction of a longer number, as `05` in `2.05`. */
const loneNumberPattern = /^[$€£¥]?\d+(?:[.,:]\d+)*%?$/;
/**
 * Matches a number with its unit, such as `5 EUR`. Numbers that begin with 0 are excluded, because they may be the end
 * of a longer number.
 */
const numberWithUnitPattern = /^[1-9]\d*(?:[.,]\d+)*\s?\p{L}/u;
/**
 * Matches words with a number after them, such as `costs $5`. Excludes a number after a sign, as in `ORD-20`, because
 * it may be the beginning of an id.
 */
const wordsWithNumberPattern = /^[^+]*\p{L}[:=]?\s[$€£¥]?\d+(?:[.,]\d+)*%?$/u;

/** Ignores a longer number after words, because it may be an id of which the rule requires only the beginning. */
const MAX_DIGITS = 6;

/**
 * Finds a required number that the answer contains only as a part of longer numbers, such as `42` in `1420`, or `5 EUR`
 * in `15 EUR`.
 */
export function findPartialNumberMistake(
  {
    value: writtenValue,
    numbers: comparesNumbers = false,
    ignore_case: ignoresCase = false,
  }: AssertionOf<'contains' | 'not_contains'>,
  writtenAnswer: string,
): string | undefined {
  if (typeof writtenValue !== 'string' || comparesNumbers) return undefined;
  const [value, answer] = [toAsciiDigits(writtenValue), toAsciiDigits(writtenAnswer)];
  const isAlone = loneNumberPattern.test(value);
  const hasUnit = numberWithUnitPattern.test(value);
  const hasWords = wordsWithNumberPattern.test(value);
  if (!isAlone && !hasUnit && !hasWords) return undefined;
  const [written, within] = ignoresCase ? [value.toLowerCase(), answer.toLowerCase()] : [value, answer];
  const texts = listLongerTexts(written, { answer: within, separators: hasUnit && !isAlone ? '.,' : '' });
  const [longer] = texts;
  if (longer === undefined || texts.includes(written)) return undefined;
  if (!isAlone && (longer.match(/\d/g)?.length ?? 0) > MAX_DIGITS) return undefined;
  return `a rule requires ${formatJsonForMessage(value)}, but the answer has it only inside ${formatJsonForMessage(longer)}`;
}

type NumberSearch = { answer: string; separators: '.,' | '' };

/** Finds each occurrence of a text in an answer, extended by the digits directly before and after it. */
function listLongerTexts(value: string, { answer, separators }: NumberSearch): string[] {
  const texts: string[] = [];
  for (let at = answer.indexOf(value); at !== -1; at = answer.indexOf(value, at + 1)) {
    let start = at;
    let end = at + value.length;
    if (isDigit(value[0])) {
      while (
        isDigit(answer[start - 1]) ||
        (containsCharacter(separators, answer[start - 1]) && isDigit(answer[start - 2]))
      )
        start -= 1;
    }
    if (isDigit(value.at(-1))) {
      while (isDigit(answer[end])) end += 1;
    }
    texts.push(answer.slice(start, end));
  }
  return texts;
}

function isDigit(character = ''): boolean {
  return character >= '0' && character <= '9';
}

function containsCharacter(characters: string, character = ''): boolean {
  return character !== '' && characters.includes(character);
}
