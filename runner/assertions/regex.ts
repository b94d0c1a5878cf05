import { type AssertionOutcome, createOutcomeOfExpectation, createUncheckableOutcome } from './assertion-outcome.ts';
import type { AssertionRules } from './assertion-rules.ts';
import { type CompiledPattern, compilePattern, findCompiledPatternProblems } from './compile-pattern.ts';
import { isBlankAnswer } from './contains.ts';
import type { AssertionOf, Subject } from './subject.ts';
import { truncateStoredText } from './to-plain-text.ts';

export const regex: AssertionRules<'regex'> = {
  judge: ({ assertion, subject }) => judgeRegex(assertion, subject),
  problems: (assertion) => {
    const field = assertion.value === undefined ? 'pattern' : 'value';
    const source = getPatternSource(assertion);
    const problem = findPatternMistake(source);
    if (problem !== undefined) return [{ field, message: problem }];
    return findCompiledPatternProblems(field, source, compilePatternOfAssertion(assertion));
  },
  describeExpectation: getPatternSource,
  readsOutput: true,
  readsText: true,
  isForbidding: () => false,
};

function findPatternMistake(source: string): string | undefined {
  if (source === '') return 'an empty pattern matches every answer, so this checks nothing';
  const slashedPattern = /^\/(.+)\/([a-z]*)$/s.exec(source);
  if (slashedPattern === null) return undefined;
  const [, innerPattern = '', flags = ''] = slashedPattern;
  // Keeps only the flags that RE2 also has; `(?)` without any flags would be invalid.
  const inlineFlags = flags.replace(/[^ims]/g, '');
  const inlinePattern = inlineFlags === '' ? innerPattern : `(?${inlineFlags})${innerPattern}`;
  return `slashes are a part of the pattern here; write ${JSON.stringify(inlinePattern)}`;
}

function judgeRegex(assertion: AssertionOf<'regex'>, subject: Subject): AssertionOutcome {
  const source = getPatternSource(assertion);
  const actual = truncateStoredText(subject.text);
  const compiled = compilePatternOfAssertion(assertion);
  if (compiled.kind === 'invalid') return createUncheckableOutcome(compiled.reason, source, actual);
  return createOutcomeOfExpectation({
    holds: compiled.pattern.matches(subject.text),
    isAbsent: isBlankAnswer(subject),
    about: 'output',
    verb: `to match /${source}/`,
    expected: source,
    actual,
  });
}

/**
 * Caches compiled patterns, because compiling takes ten times as long as matching, and a pattern may be checked in
 * every turn.
 */
const compiledPatterns = new WeakMap<AssertionOf<'regex'>, CompiledPattern>();

export function compilePatternOfAssertion(assertion: AssertionOf<'regex'>): CompiledPattern {
  const cachedPattern = compiledPatterns.get(assertion);
  if (cachedPattern !== undefined) return cachedPattern;
  const compiled = compilePattern(getPatternSource(assertion));
  compiledPatterns.set(assertion, compiled);
  return compiled;
}

function getPatternSource({ value, pattern = '' }: AssertionOf<'regex'>): string {
  return value ?? pattern;
}
