import type { AssertionRules } from './assertion-rules.ts';
import { compilePattern, patternProblems } from './compile-pattern.ts';
import { broken, judge, type Outcome } from './outcome.ts';
import type { AssertionOf, Subject } from './subject.ts';
import { keptText } from './text-form.ts';

export const regex: AssertionRules<'regex'> = {
  judge: ({ assertion, subject }) => judgeRegex(assertion, subject),
  problems: (assertion) => patternProblems(assertion.value === undefined ? 'pattern' : 'value', [patternOf(assertion)]),
  wanted: patternOf,
};

function judgeRegex(assertion: AssertionOf<'regex'>, subject: Subject): Outcome {
  const source = patternOf(assertion);
  const actual = keptText(subject.text);
  const compiled = compilePattern(source);
  if (compiled.kind === 'invalid') return broken(compiled.reason, source, actual);
  return judge({
    holds: compiled.pattern.found(subject.text),
    about: 'output',
    verb: `to match /${source}/`,
    expected: source,
    actual,
  });
}

function patternOf({ value, pattern = '' }: AssertionOf<'regex'>): string {
  return value ?? pattern;
}
