import { compilePattern } from '../compile-pattern.ts';
import type { AssertionOf } from '../subject.ts';
import { formatJsonForMessage } from '../to-plain-text.ts';
import { containsWord } from './text-mistake.ts';

/** Finds an answer that a forbidding pattern misses only because of the pattern's anchors. */
export function findAnchorMistake({ value, pattern }: AssertionOf<'regex'>, answer: string): string | undefined {
  const source = value ?? pattern ?? '';
  const [, flags, body = ''] = /^(\(\?i\))?\^(.+)\$$/u.exec(source) ?? [];
  return (
    findWholeAnswerPatternMistake({ source, body, ignoresCase: flags !== undefined }, answer) ??
    findLineAnchorMistake(source, answer)
  );
}

/**
 * Finds an answer that contains a forbidden text and other text, although the rule forbids only an answer that equals
 * the text.
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
 * Matches patterns that begin with an anchor and several letters. Other patterns, such as one for `#`, may be meant to
 * forbid something only at the start of an answer.
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

/** Finds a required pattern such as `v1.2` that the answer matches only because the dot matches a letter or a digit. */
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

/** Finds a pattern for some number of digits, such as `\\d{4}`, that the answer matches only inside a longer number. */
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

/** Returns the text that a pattern without special characters matches. */
export function toContainsAssertion({ value, pattern }: AssertionOf<'regex'>): AssertionOf<'contains'> | undefined {
  const [, flags, text] = literalPattern.exec(value ?? pattern ?? '') ?? [];
  return text === undefined ? undefined : { type: 'contains', value: text, ignore_case: flags !== undefined };
}
