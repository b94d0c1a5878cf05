import escapeStringRegexp from 'escape-string-regexp';
import { toAsciiDigits } from '../missed-digits.ts';
import type { AssertionOf } from '../subject.ts';
import { formatJsonForMessage } from '../to-plain-text.ts';
import { listContractionVariants } from './contractions.ts';

/** Describes how an answer contains a forbidden text in a slightly different spelling. */
export function findForbiddenSpellingVariant(
  { value }: AssertionOf<'contains' | 'not_contains'>,
  answer: string,
): string | undefined {
  if (typeof value !== 'string' || !/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(value)) return undefined;
  // If the answer contains the text exactly, the rule has found it, and there is no mistake.
  if (answer.includes(value)) return undefined;
  const spelling = listSpellingVariants(value, answer).find(({ written, within }) => containsWord(written, within));
  return spelling === undefined
    ? undefined
    : `a rule forbids ${formatJsonForMessage(value)}, but the answer has it ${spelling.how}`;
}

type SpellingVariant = { written: string; within: string; how: string };

/**
 * Lists variants of the text, each with the variant of the answer in which to search for it. Leaves out the unchanged
 * pair, because the answer is known not to contain the text.
 */
function listSpellingVariants(value: string, answer: string): SpellingVariant[] {
  const decoded = codeAmongLettersPattern.test(value) ? decodeCharacterCodes(value) : value;
  const plain = normalizePunctuation(answer);
  const composed = { written: value.normalize('NFC'), within: answer.normalize('NFC') };
  return [
    { written: normalizePunctuation(value), within: plain, how: 'with different quotation marks, dashes or spaces' },
    { written: normalizePunctuation(decoded), within: plain, how: `as ${formatJsonForMessage(decoded)}` },
    { written: normalizePunctuation(value.trim()), within: plain, how: 'without the space at its start or end' },
    { ...composed, how: 'with its accents encoded differently' },
    { ...describeDigits(value, answer), how: 'with digits of another script' },
    { written: toPlainEmoji(value), within: toPlainEmoji(answer), how: 'with another form of its emoji' },
    ...listSeparatedDigits(value, answer),
    ...listContractionVariants(normalizePunctuation(value)).map((form) => ({
      written: form,
      within: plain,
      how: `as ${formatJsonForMessage(form)}`,
    })),
    ...(isOrdinaryWording(value) || isOrdinaryWord(value, answer) ? [createLowercaseVariant(value, answer)] : []),
  ].filter(({ written, within }) => written !== value || within !== answer);
}

/**
 * Returns false for short words and words in capitals, whose meaning may depend on their case, such as `US`, `Bill` and
 * `ERROR`.
 */
function isOrdinaryWording(value: string): boolean {
  const wording = value.trim();
  if (wording.length <= 3 || !/^[\p{L}\p{N}\p{M} ,.;:!?'’%$€£-]+$/u.test(wording)) return false;
  const words = wording.split(/ +/);
  const isOfLowerCase = wording === wording.toLowerCase();
  return (
    isOfLowerCase || (words.length > 1 && words.every((word) => /^\P{Lu}?[^\p{Lu}]*$|^\p{Lu}[^\p{Lu}]*$/u.test(word)))
  );
}

/**
 * Words that are no names. If a rule writes them with a capital letter, its author only imagined them at the start of a
 * sentence.
 */
const ordinaryWords: ReadonlySet<string> = new Set(
  'sorry apologies apologise apologize unfortunately regrettably sadly please thanks hello certainly absolutely definitely obviously maybe perhaps probably cannot however impossible'.split(
    ' ',
  ),
);

/** Matches words that are often names of plans or products. */
const productNamePattern = /^(?:un)?limited$|^advanced$|^preferred$/;

/**
 * Returns true for a capitalized word that is no name, such as `Sorry`. Such a word is also `Refunded` if the answer
 * contains it as a verb, as in "was refunded".
 */
function isOrdinaryWord(value: string, answer: string): boolean {
  if (!/^\p{Lu}\p{Ll}{3,}[,.!]?$/u.test(value)) return false;
  const word = value.toLowerCase().replace(/[,.!]$/, '');
  if (ordinaryWords.has(word)) return true;
  if (!word.endsWith('ed') || productNamePattern.test(word)) return false;
  return new RegExp(`\\b(?:is|are|was|were|be|been)\\s+(?:[a-z]+\\s+)?${word}\\b`).test(answer);
}

function createLowercaseVariant(value: string, answer: string): SpellingVariant {
  const lowercase = value.toLowerCase();
  const within = answer.toLowerCase();
  const at = within.length === answer.length ? within.indexOf(lowercase) : -1;
  const occurrence = at === -1 ? value : answer.slice(at, at + value.length);
  return { written: lowercase, within, how: `as ${formatJsonForMessage(occurrence)}` };
}

/** Matches HTML character codes between letters. A code on its own, such as `&amp;`, may be forbidden literally. */
const codeAmongLettersPattern =
  /[\p{L}\p{N}]\s*(?:&(?:amp|lt|gt|quot|apos|nbsp|#39);|%[0-9A-F]{2}|\\u[0-9a-f]{4})\s*[\p{L}\p{N}]/iu;

const namedCharacterReferences: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
};

function decodeCharacterCodes(text: string): string {
  return text
    .replace(
      /&(amp|lt|gt|quot|apos|nbsp|#39);/gi,
      (match, name: string) => namedCharacterReferences[name.toLowerCase()] ?? match,
    )
    .replace(/%[2-7][0-9A-F]/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
    .replace(/\\u[0-9a-f]{4}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(2), 16)));
}

function normalizePunctuation(text: string): string {
  return text
    .replace(/[‘’‚‛′`´]/g, "'")
    .replace(/[“”„‟″]/g, '"')
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/[\u00a0\u2007\u202f]/g, ' ')
    .replaceAll('…', '...');
}

/**
 * Converts digits of all writing systems to 0-9. Also removes endings of the last word, such as that of `ريالاً` for
 * `ريال`, because the number before the word makes the match certain.
 */
function describeDigits(value: string, answer: string): Pick<SpellingVariant, 'written' | 'within'> {
  const [written, within] = [toAsciiDigits(value), toAsciiDigits(answer)];
  const isSame = written === value && within === answer;
  const endings = new RegExp(`(?<=${escapeStringRegexp(written)})\\p{L}{1,3}`, 'gu');
  return { written, within: isSame || !/\d/.test(written) ? within : within.replace(endings, '') };
}

/** The minimum length of a number that is compared without its separators: 1-234 and 12-34 may be different numbers. */
const MIN_SEPARATED_DIGITS = 8;
const digitSeparatorPattern = /(?<=\d)[ \u00a0.‐‑–/-](?=\d)/g;

/** Finds a long number, such as that of a card, whose digits the answer separates differently. */
function listSeparatedDigits(value: string, answer: string): SpellingVariant[] {
  const digits = value.trim().replace(digitSeparatorPattern, '');
  if (!/^\d+$/.test(digits) || digits.length < MIN_SEPARATED_DIGITS) return [];
  return [
    {
      written: digits,
      within: answer.replace(digitSeparatorPattern, ''),
      how: 'with other separators between its digits',
    },
  ];
}

/** Removes the characters that only change the look of an emoji, such as its skin tone. */
function toPlainEmoji(text: string): string {
  return text.replace(/[\u{fe0e}\u{fe0f}\u{1f3fb}-\u{1f3ff}]/gu, '');
}

/** Returns true if the answer contains a text with no word characters directly before or after it. */
export function containsWord(text: string, answer: string): boolean {
  for (let at = answer.indexOf(text); at !== -1; at = answer.indexOf(text, at + 1)) {
    const [before, after] = [answer.charAt(at - 1), answer.charAt(at + text.length)];
    if (!areWordCharacters(before, text.charAt(0)) && !areWordCharacters(text.charAt(text.length - 1), after))
      return true;
  }
  return false;
}

/**
 * Finds a required short word that the answer contains only inside other words, such as `no` in `now`. Plurals are not
 * reported; neither are words that begin with a required word of three letters.
 */
export function findShortWordMistake(
  { value, ignore_case: ignoresCase = false, ignore_space: ignoresSpace }: AssertionOf<'contains' | 'not_contains'>,
  answer: string,
): string | undefined {
  const isShort = typeof value === 'string' && (/^\p{Script=Latin}{2,3}$/u.test(value) || yesAndNoWords.has(value));
  if (!isShort || ignoresSpace === true) return undefined;
  const within = answer.matchAll(
    new RegExp(`(?<![\\p{L}\\p{N}])[\\p{L}\\p{N}]*${value}[\\p{L}\\p{N}]*`, ignoresCase ? 'giu' : 'gu'),
  );
  const words = [...within].map(([word]) => word);
  const [first] = words;
  if (first === undefined || words.some((word) => isInflectedForm(value.toLowerCase(), word.toLowerCase())))
    return undefined;
  return `a rule requires ${formatJsonForMessage(value)}, but the answer has it only inside ${formatJsonForMessage(first)}`;
}

/** Words for yes and no in other writing systems. Other short words of these languages have too many forms. */
const yesAndNoWords: ReadonlySet<string> = new Set([
  'نعم',
  'لا',
  'כן',
  'לא',
  'да',
  'Да',
  'нет',
  'Нет',
  'не',
  'ναι',
  'όχι',
]);

/**
 * Allows a letter before the word, because in Arabic and Hebrew, words such as "and" are written as a letter at the
 * beginning of the next word.
 */
const wordPrefixLetterPattern = /^[وفبלו]/u;

function isInflectedForm(value: string, word: string): boolean {
  if (yesAndNoWords.has(value)) return word.replace(wordPrefixLetterPattern, '') === value || word === value;
  return word === value || word === `${value}s` || (value.length === 3 && word.startsWith(value));
}

function areWordCharacters(left: string, right: string): boolean {
  return /[\p{L}\p{N}]/u.test(left) && /[\p{L}\p{N}]/u.test(right);
}
