import { compilePattern } from '../compile-pattern.ts';
import type { AssertionOf } from '../subject.ts';
import { formatJsonForMessage } from '../to-plain-text.ts';
import { containsWord } from './text-mistake.ts';

/** Reports an answer that a forbidding pattern does not match only because of its anchors. */
export function findAnchorMistake({ value, pattern }: AssertionOf<'regex'>, answer: string): string | undefined {
  const source = value ?? pattern ?? '';
  const [, flags, body = ''] = /^(\(\?i\))?\^(.+)\$$/u.exec(source) ?? [];
  return (
    findWholeAnswerPatternMistake({ source, body, ignoresCase: flags !== undefined }, answer) ??
    findLineAnchorMistake(source, answer)
  );
}

/**
 * Reports an answer that contains a forbidden text among other text, although the rule forbids only an answer that
 * equals the text.
 */
export function findForbiddenTextWithinAnswer({ value }: AssertionOf<'equals'>, answer: string): string | undefined {
  return typeof value === 'string'
    ? findWholeAnswerPatternMistake({ source: value, body: value, ignoresCase: false }, answer)
    : undefined;
}

type WholeAnswerPattern = { source: string; body: string; ignoresCase: boolean };

function findWholeAnswerPatternMistake(
  { source, body, ignoresCase }: WholeAnswerPattern,
  answer: string,
): string | undefined {
  if (!/^[\p{L}\p{N} ,:'-]{4,}$/u.test(body)) return undefined;
  const isFound = ignoresCase ? containsWord(body.toLowerCase(), answer.toLowerCase()) : containsWord(body, answer);
  return isFound
    ? `a rule forbids ${formatJsonForMessage(source)}, which matches only a whole answer; this answer has more than ${formatJsonForMessage(body)}`
    : undefined;
}

/**
 * The beginning that a pattern must have to be examined: several letters. A pattern with fewer letters, or with a sign
 * such as `#`, may intentionally forbid something only at the start of an answer.
 */
const wordStartPattern = /^(?:\(\?i\))?\^\p{L}{4}/u;

function findLineAnchorMistake(source: string, answer: string): string | undefined {
  if (!answer.includes('\n') || !wordStartPattern.test(source)) return undefined;
  const compiled = compilePattern(`(?m)${source}`);
  return compiled.kind === 'pattern' && compiled.pattern.matches(answer)
    ? `a rule forbids ${formatJsonForMessage(source)}, which looks only at the start of the answer, but a later line matches; (?m) makes ^ the start of every line`
    : undefined;
}

const dotInNumberPattern = /(?<=\d)\.(?=\d)/g;

/**
 * Reports a required pattern such as `v1.2`, if the answer matches it only with a letter or a digit at the position of
 * the dot.
 */
export function findUnescapedDotMistake({ value, pattern }: AssertionOf<'regex'>, answer: string): string | undefined {
  const source = value ?? pattern ?? '';
  const strictPattern = source.replace(dotInNumberPattern, '[^\\pL\\pN]');
  if (strictPattern === source) return undefined;
  const compiled = compilePattern(strictPattern);
  return compiled.kind === 'pattern' && !compiled.pattern.matches(answer)
    ? `a rule requires ${formatJsonForMessage(source)}, where the dot matches any character, and the answer has no dot there; write \\. for the dot itself`
    : undefined;
}

const countedDigitsPattern = String.raw`(?:\\d|\[0-9\])\{(?:[2-9]|\d\d)(?:,\d+)?\}`;
const leadingCountPattern = new RegExp(`^(?:\\(\\?[a-z]+\\))?${countedDigitsPattern}`);
const trailingCountPattern = new RegExp(`${countedDigitsPattern}$`);

/** Reports a required number of digits, such as `\\d{4}`, that the answer contains only inside a longer number. */
export function findLongerNumberMistake({ value, pattern }: AssertionOf<'regex'>, answer: string): string | undefined {
  const source = value ?? pattern ?? '';
  const [isCountFirst, isCountLast] = [leadingCountPattern.test(source), trailingCountPattern.test(source)];
  if (!isCountFirst && !isCountLast) return undefined;
  const strictPattern = compilePattern(
    `${isCountFirst ? '(?:^|[^0-9])' : ''}(?:${source})${isCountLast ? '(?:[^0-9]|$)' : ''}`,
  );
  return strictPattern.kind === 'pattern' && !strictPattern.pattern.matches(answer)
    ? `a rule requires ${formatJsonForMessage(source)}, but the answer has it only inside a longer number; \\b marks the edge of a word`
    : undefined;
}

const literalPattern = /^(\(\?i\))?([\p{L}\p{N} ,:'’%€£-]+)$/u;

/** Returns the literal text that a pattern without special characters searches for. */
export function toContainsAssertion({ value, pattern }: AssertionOf<'regex'>): AssertionOf<'contains'> | undefined {
  const [, flags, text] = literalPattern.exec(value ?? pattern ?? '') ?? [];
  return text === undefined ? undefined : { type: 'contains', value: text, ignore_case: flags !== undefined };
}
