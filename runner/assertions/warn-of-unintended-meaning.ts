import type { Assertion } from '../contract/index.ts';
import type { Json } from '../values/index.ts';
import type { AssertionProblem } from './assertion-rules.ts';
import { parseJsonPath } from './json-path.ts';
import type { AssertionOf } from './subject.ts';
import { parseExpectedCall } from './tool-called.ts';

/** Warns about a rule that is valid, but probably means something else than its author intended. */
export function warnOfUnintendedMeaning(assertion: Assertion): AssertionProblem[] {
  switch (assertion.type) {
    case 'not_contains':
      return assertion.negate === true
        ? [createUnintendedMeaningWarning('negate', '"not_contains" with "negate" requires the text; write "contains"')]
        : [];
    case 'tool_called':
      return assertion.negate === true && assertion.times === 0
        ? [createUnintendedMeaningWarning('negate', '"times": 0 with "negate" requires a call; leave out both')]
        : warnOfNoArguments(assertion);
    case 'type':
      return assertion.value === 'array' &&
        assertion.negate !== true &&
        canSelectSeveralPathValues(assertion.path ?? '$')
        ? [
            createUnintendedMeaningWarning(
              'path',
              'a path with * or ?() always finds a list; name the list itself, such as $.items',
            ),
          ]
        : [];
    case 'equals':
      return assertion.negate === true && isNaturalLanguagePhrase(assertion.value)
        ? [
            createUnintendedMeaningWarning(
              'value',
              'this forbids only an answer that is exactly this text; write "not_contains" to forbid it anywhere',
            ),
          ]
        : [];
    case 'tools':
      return assertion.match === 'in_order' && assertion.calls.length === 1 && assertion.negate !== true
        ? [
            createUnintendedMeaningWarning(
              'match',
              'one call is always in order, whatever is called before it; name the call that must come first, too',
            ),
          ]
        : [];
    case 'regex':
      return warnOfDoubtfulPattern(assertion);
    default:
      return [];
  }
}

function createUnintendedMeaningWarning(field: string, message: string): AssertionProblem {
  return { field, message, isWarning: true };
}

/** Returns true for several words. A forbidden answer of one word or a number is not suspicious. */
function isNaturalLanguagePhrase(value: Json): boolean {
  return typeof value === 'string' && /^\p{L}+(?:[ ,'’-]+\p{L}+)+[.!?]?$/u.test(value);
}

function canSelectSeveralPathValues(path: string): boolean {
  const parsed = parseJsonPath(path);
  return parsed.kind === 'path' && parsed.steps.some(({ kind }) => kind === 'wildcard' || kind === 'filter');
}

const anchoredWordsPattern = /^(\(\?[a-z]+\))?\^([\p{L}\p{N} '-]+(?:\|[\p{L}\p{N} '-]+)+)\$$/u;

/** Warns about expected arguments that are an empty object, because this matches every call. */
function warnOfNoArguments(assertion: AssertionOf<'tool_called'>): AssertionProblem[] {
  const { arguments: args } = parseExpectedCall(assertion);
  if (args === undefined || Object.keys(args).length > 0 || assertion.arguments_match === 'exact') return [];
  const advice = 'fits every call; leave it out, or add "arguments_match": "exact" for a call without arguments';
  const field = assertion.arguments === undefined ? 'value' : 'arguments';
  return [createUnintendedMeaningWarning(field, `an empty "arguments" ${advice}`)];
}

function warnOfDoubtfulPattern({ value, pattern, negate }: AssertionOf<'regex'>): AssertionProblem[] {
  const field = value === undefined ? 'pattern' : 'value';
  const source = value ?? pattern ?? '';
  return [
    ...warnOfUngroupedAnchors(field, source),
    ...warnOfUnescapedDot(field, source),
    ...warnOfWideRange(field, source),
    ...warnOfWordsInClass(field, source),
    ...warnOfSplitByNumbers(field, source),
    ...warnOfSplitAfterVerb(field, source),
    ...(negate === true ? [] : warnOfMissingNumber(field, source)),
  ];
}

const splitByNumbersPattern = /^(\(\?[a-z]+\))?([^|()[\]{}^$\d]*)(\d+)\|(\d+)([^|()[\]{}^$\d]*)$/;

/**
 * Warns about `|` between two numbers with words around them, as in `after 5|7 days`. The words probably belong to both
 * numbers, but `|` separates the whole pattern.
 */
function warnOfSplitByNumbers(field: string, source: string): AssertionProblem[] {
  const [, flags = '', before = '', first, second, after = ''] = splitByNumbersPattern.exec(source) ?? [];
  if (!/\p{L}{2}/u.test(before) || !/\p{L}{2}/u.test(after)) return [];
  const secondAlternative = JSON.stringify(`${second}${after}`);
  const correctedPattern = JSON.stringify(`${flags}${before}(${first}|${second})${after}`);
  return [
    createUnintendedMeaningWarning(
      field,
      `the bar splits the whole pattern, so ${secondAlternative} alone is enough; write ${correctedPattern}`,
    ),
  ];
}

const verbBeforeWordPattern = /\b(?:is|are|was|were|be|been) (\p{L}+)$/iu;

/**
 * Warns about `|` after a verb and a word, as in `order A17 is cancelled|refunded`. The text before the verb probably
 * belongs to both alternatives, because it contains a number.
 */
function warnOfSplitAfterVerb(field: string, source: string): AssertionProblem[] {
  const [left = '', ...others] = source.split('|');
  const flags = /^\(\?[a-z]+\)/.exec(left)?.[0] ?? '';
  const words = left.slice(flags.length);
  const [, first] = verbBeforeWordPattern.exec(words) ?? [];
  if (first === undefined || others.length === 0 || /[()[\]{}^$\\]/.test(words) || !/\d/.test(words)) return [];
  // Words with the same ending, such as two participles, are probably meant as alternatives.
  const isOther = (word: string): boolean =>
    /^\p{L}+$/u.test(word) && word !== first && word.slice(-2) === first.slice(-2);
  if (!others.every(isOther)) return [];
  const alone = JSON.stringify(others[0]);
  const text = JSON.stringify(`${flags}${words.slice(0, -first.length)}(${[first, ...others].join('|')})`);
  return [
    createUnintendedMeaningWarning(
      field,
      `the bar splits the whole pattern, so ${alone} alone is enough; write ${text}`,
    ),
  ];
}

/** Matches optional parts with digits at the end of a pattern, after a required space, colon or equals sign. */
const optionalNumberPattern =
  /[ :=](?:\\?[$€£#]\??)?(?:(?:\\d|\[0-9\])\*|\((?:\?:)?(?:\\d|\[0-9\])[+*]\)\?)(?:\([^()]*\)\?)*$/;

const MAX_PATTERN_TAIL_LENGTH = 100;

/** Warns about a pattern whose only number is optional and at its end, because it also matches without the number. */
function warnOfMissingNumber(field: string, source: string): AssertionProblem[] {
  const [end] = optionalNumberPattern.exec(source.slice(-MAX_PATTERN_TAIL_LENGTH)) ?? [];
  if (end === undefined || /\\d|\[0-9\]/.test(source.slice(0, -end.length)) || !/\p{L}{2}/u.test(source)) return [];
  return [
    createUnintendedMeaningWarning(
      field,
      'the number at the end may be missing, so the words before it are enough; write \\d+',
    ),
  ];
}

/** Warns about the range `A-z`, which also contains the six characters between `Z` and `a`. */
function warnOfWideRange(field: string, source: string): AssertionProblem[] {
  if (!/\[[^[\]]*A-z/.test(source)) return [];
  return [
    createUnintendedMeaningWarning(field, 'A-z also matches the signs [ \\ ] ^ _ and `; write A-Za-z for letters'),
  ];
}

const characterClassPattern = /(?<!\\)\[(\^?)([^[\]\\]{2,80})\]/gu;

/** Warns about words in square brackets, as in `[EUR|USD]`, because they match only a single character. */
function warnOfWordsInClass(field: string, source: string): AssertionProblem[] {
  for (const [written, negation, characters = ''] of source.matchAll(characterClassPattern)) {
    const areWords = /^[\p{L} ]{2,}(?:\|[\p{L} ]{2,})+$/u.test(characters);
    const isWord = /^\p{L}{4,}$/u.test(characters) && new Set(characters).size < characters.length;
    if (!areWords && !isWord) continue;
    const advice = negation === '^' ? '' : `; write (${characters}) for ${areWords ? 'the words' : 'the word'}`;
    return [createUnintendedMeaningWarning(field, `${written} matches one character, not a word${advice}`)];
  }
  return [];
}

/** Warns about an unescaped dot between two digits. It matches any character, but probably only a dot was meant. */
function warnOfUnescapedDot(field: string, source: string): AssertionProblem[] {
  const [number] = /\d\.\d/.exec(source.replace(/\[[^[\]]*\]|\\./g, ' ')) ?? [];
  if (number === undefined) return [];
  const escapedNumber = number.replace('.', '\\.');
  return [
    createUnintendedMeaningWarning(
      field,
      `the dot in ${number} matches any character; write ${escapedNumber} for the dot itself`,
    ),
  ];
}

/**
 * Warns about `^` and `$` around alternatives that are plain words, where each anchor applies to one alternative only.
 * In other patterns, such as `^\s+|\s+$`, that may be intended.
 */
function warnOfUngroupedAnchors(field: string, source: string): AssertionProblem[] {
  const [, flags = '', words] = anchoredWordsPattern.exec(source) ?? [];
  if (words === undefined) return [];
  const correctedPattern = JSON.stringify(`${flags}^(?:${words})$`);
  return [
    createUnintendedMeaningWarning(
      field,
      `^ belongs to the first alternative only, and $ to the last; write ${correctedPattern} to match the whole answer`,
    ),
  ];
}
