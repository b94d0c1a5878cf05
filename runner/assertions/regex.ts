import type { AssertionRules } from './assertion-rules.ts';
import { type CompiledPattern, compilePattern, patternProblems } from './compile-pattern.ts';
import { saysNothing } from './contains.ts';
import { broken, judge, type Outcome } from './outcome.ts';
import type { AssertionOf, Subject } from './subject.ts';
import { keptText } from './text-form.ts';

export const regex: AssertionRules<'regex'> = {
  judge: ({ assertion, subject }) => judgeRegex(assertion, subject),
  problems: (assertion) => {
    const field = assertion.value === undefined ? 'pattern' : 'value';
    const source = patternOf(assertion);
    const meant = meaningProblem(source);
    return meant === undefined ? patternProblems(field, [source]) : [{ field, message: meant }];
  },
  wanted: patternOf,
  readsOutput: true,
  readsText: true,
  excludes: () => false,
};

function meaningProblem(source: string): string | undefined {
  if (source === '') return 'an empty pattern matches every answer, so this checks nothing';
  const slashed = /^\/(.+)\/([a-z]*)$/s.exec(source);
  if (slashed === null) return undefined;
  const [, inner = '', flags = ''] = slashed;
  // RE2 has no `g`, `u` or `y`, and `(?)` is no pattern.
  const kept = flags.replace(/[^ims]/g, '');
  const written = kept === '' ? inner : `(?${kept})${inner}`;
  return `slashes are a part of the pattern here; write ${JSON.stringify(written)}`;
}

function judgeRegex(assertion: AssertionOf<'regex'>, subject: Subject): Outcome {
  const source = patternOf(assertion);
  const actual = keptText(subject.text);
  const compiled = compiledOf(assertion, source);
  if (compiled.kind === 'invalid') return broken(compiled.reason, source, actual);
  return judge({
    holds: compiled.pattern.found(subject.text),
    isAbsent: saysNothing(subject),
    about: 'output',
    verb: `to match /${source}/`,
    expected: source,
    actual,
  });
}

/** Compiling takes ten times as long as looking, and in a conversation the same pattern is looked for in every turn. */
const compiledBefore = new WeakMap<AssertionOf<'regex'>, CompiledPattern>();

function compiledOf(assertion: AssertionOf<'regex'>, source: string): CompiledPattern {
  const known = compiledBefore.get(assertion);
  if (known !== undefined) return known;
  const compiled = compilePattern(source);
  compiledBefore.set(assertion, compiled);
  return compiled;
}

function patternOf({ value, pattern = '' }: AssertionOf<'regex'>): string {
  return value ?? pattern;
}
