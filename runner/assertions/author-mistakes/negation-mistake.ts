import type { AssertionOf } from '../subject.ts';
import { formatJsonForMessage } from '../to-plain-text.ts';

/**
 * Matches texts of several words. Together with the verb pattern, these are statements such as `can be refunded`, which
 * an answer can deny.
 */
const claimPattern = /\S\s+\S/;
const verbPattern = /\b(?:can|could|will|would|is|are|was|were|has|have|had|does|do)\b/i;
const negationPattern = /\b(?:not|never|cannot|unable|doubt|unlikely|false)\b|n['’]t\b/i;
const denialPattern =
  /(?:\b(?:not|never|cannot|unable)|n['’]t)\s+(?:\w+\s+){0,2}(?:think|believe|say|confirm|promise|guarantee|sure|certain|true|agree|mean)(?:\s+\w+){0,4}\s+$/i;

/**
 * Words for properties that an answer can affirm or deny. A rule that requires one of them means that it is affirmed.
 */
const affirmablePropertyWords: ReadonlySet<string> = new Set(
  'available possible included allowed refundable open disponible posible incluido abierto gratis possible inclus ouvert gratuit verfügbar möglich enthalten geöffnet kostenlos disponibile possibile incluso aperto gratuito'.split(
    ' ',
  ),
);
const negationBeforeWordPattern =
  /(?:(?<!\p{L})(?:not|never|no longer|nicht|nie|pas|no (?:está|es|están|son)|non (?:è|sono))|n['’]t)(?:\s+(?:yet|currently|longer|mehr|plus|encore|ancora|todavía))?\s+$/iu;

/** Finds a required property that the answer only denies, such as "available" in "is not available". */
export function findDeniedPropertyMistake(
  { value }: AssertionOf<'contains' | 'not_contains'>,
  answer: string,
): string | undefined {
  if (typeof value !== 'string' || !isProperty(value.toLowerCase())) return undefined;
  const wordsBefore = answer.split(value).slice(0, -1).map(getWordsBeforeClaim);
  const denials = wordsBefore.map((text) => negationBeforeWordPattern.exec(text)?.[0].trim());
  const [first] = denials;
  return first === undefined || denials.includes(undefined)
    ? undefined
    : `a rule requires ${formatJsonForMessage(value)}, but the answer has it only behind ${formatJsonForMessage(first)}`;
}

function isProperty(word: string): boolean {
  return affirmablePropertyWords.has(word) || /^[a-z]{4,}[ai]ble$/.test(word);
}

const negativePrefixPattern = /(?<!\p{L})(?:non-?|un|in|im|dis)$/iu;

/** Finds a required word that the answer contains only with a negating prefix, as in "non-refundable". */
export function findNegatedWordMistake(
  { value, ignore_case: ignoresCase = false }: AssertionOf<'contains' | 'not_contains'>,
  answer: string,
): string | undefined {
  if (typeof value !== 'string' || !/^\p{L}{5}/u.test(value)) return undefined;
  const [written, within] = ignoresCase ? [value.toLowerCase(), answer.toLowerCase()] : [value, answer];
  const prefixes = within
    .split(written)
    .slice(0, -1)
    .map((before) => negativePrefixPattern.exec(before.slice(-MAX_PREFIX_LENGTH))?.[0]);
  const [first] = prefixes;
  return first === undefined || prefixes.includes(undefined)
    ? undefined
    : `a rule requires ${formatJsonForMessage(value)}, but the answer has it only inside ${formatJsonForMessage(first + written)}`;
}

/**
 * The number of letters that are read before a word to find a negating prefix such as "un" or "non". It is one more than
 * the longest prefix has, to see whether the prefix begins a word.
 */
const MAX_PREFIX_LENGTH = 5;

/**
 * Finds a required text that the answer contains only in negated sentences, such as "I do not think that it can be
 * refunded".
 */
export function findDeniedClaimMistake(
  { value }: AssertionOf<'contains' | 'not_contains'>,
  answer: string,
): string | undefined {
  if (typeof value !== 'string' || !claimPattern.test(value) || !verbPattern.test(value) || negationPattern.test(value))
    return undefined;
  const wordsBefore = answer.split(value).slice(0, -1);
  const deniedTexts = wordsBefore.map((text) => denialPattern.exec(getWordsBeforeClaim(text))?.[0].trim());
  const [first] = deniedTexts;
  return first === undefined || deniedTexts.includes(undefined)
    ? undefined
    : `a rule requires ${formatJsonForMessage(value)}, but the answer has it only behind ${formatJsonForMessage(first)}`;
}

/**
 * How many characters before the text are searched for a negation. Limited, so that a long answer does not take longer.
 */
const MAX_CHARACTERS_BEFORE = 120;

function getWordsBeforeClaim(text: string): string {
  return (
    text
      .slice(-MAX_CHARACTERS_BEFORE)
      .split(/[.!?;:\n]/)
      .at(-1) ?? ''
  );
}
