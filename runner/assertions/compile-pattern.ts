import { RE2JS } from 're2js';
import { toErrorMessage } from '../values/index.ts';
import type { AssertionProblem } from './assertion-rules.ts';
import { matchesNothing } from './matches-nothing.ts';
import { createTextMatchingPattern, matchesWithDigitSeparators, type NumberInText } from './text-from-pattern.ts';

export type CompiledRegex = {
  matches: (text: string) => boolean;
  isEmpty: () => boolean;
  /** Returns a short text that the pattern matches, if one can be constructed. */
  example: () => string | undefined;
  /**
   * Returns true if the pattern still matches when a number in the text has spaces, dashes or dots between its digits.
   */
  matchesWithDigitSeparators: (number: NumberInText) => boolean;
};
export type CompiledPattern = { kind: 'pattern'; pattern: CompiledRegex } | { kind: 'invalid'; reason: string };

/**
 * Matches constructs because of which a pattern may match no text: an anchor inside the pattern, a word boundary inside
 * a word, or a negated class.
 */
const unmatchableHintPattern = /(?<!^|[(|[\\)])\^|\$(?!$|[)|])|[^^]\\A|\\z.|\\B|\w\\b\w|\[\^/;

/** Compiles a pattern in the syntax of Go's RE2. It takes time linear in the text; look-around is not supported. */
export function compilePattern(source: string): CompiledPattern {
  try {
    const compiled = RE2JS.compile(source);
    return {
      kind: 'pattern',
      pattern: {
        matches: (text) => compiled.test(text),
        isEmpty: () => unmatchableHintPattern.test(source) && matchesNothing(compiled),
        example: () => createTextMatchingPattern(compiled),
        matchesWithDigitSeparators: (number) => matchesWithDigitSeparators(compiled, number),
      },
    };
  } catch (error) {
    return { kind: 'invalid', reason: `invalid regex ${JSON.stringify(source)}: ${describeSyntaxError(error)}` };
  }
}

/** Returns the problems of the patterns in one key of an assertion. */
export function findPatternProblems(field: string, sources: readonly string[]): AssertionProblem[] {
  return sources.flatMap((source) => findCompiledPatternProblems(field, source, compilePattern(source)));
}

export function findCompiledPatternProblems(
  field: string,
  source: string,
  compiled: CompiledPattern,
): AssertionProblem[] {
  if (compiled.kind === 'invalid') return [{ field, message: compiled.reason }];
  return compiled.pattern.isEmpty() ? [{ field, message: describeUnmatchablePattern(source) }] : [];
}

function describeUnmatchablePattern(source: string): string {
  return `no text matches ${JSON.stringify(source)}; write \\^ and \\$ for the characters themselves`;
}

function describeSyntaxError(error: unknown): string {
  const message = toErrorMessage(error);
  return message.replace(/^error parsing regexp: /, '');
}
