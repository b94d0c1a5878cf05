import { canonicalJson, type Json } from '../values/index.ts';
import { type AssertionOutcome, broken, judge } from './assertion-outcome.ts';
import type { AssertionRules } from './assertion-rules.ts';
import { lookUp, withoutDocument } from './json-document.ts';
import { jsonEquals } from './json-equals.ts';
import { parseJsonPath, pathProblems, type Selection } from './json-path.ts';
import type { AssertionOf, Subject } from './subject.ts';
import { showJson } from './text-form.ts';

export const jsonPath: AssertionRules<'json_path'> = {
  judge: ({ assertion, subject }) => judgeJsonPath(assertion, subject),
  problems: ({ path }) => pathProblems(path),
  wanted: ({ path, value }) => `${path} = ${canonicalJson(value)}`,
  readsOutput: true,
  readsText: true,
  excludes: () => false,
};

export function judgeJsonPath(
  assertion: Pick<AssertionOf<'json_path'>, 'path' | 'value'>,
  subject: Pick<Subject, 'value' | 'next'>,
): AssertionOutcome {
  const { path, value: expected } = assertion;
  const parsed = parseJsonPath(path);
  if (parsed.kind === 'invalid') return broken(parsed.reason, expected, subject.value);
  const looked = lookUp(subject, parsed.steps);
  const claim = { about: aboutPath(path), verb: describeExpectation(expected), expected };
  if (looked === undefined) {
    const got = withoutDocument(subject.value);
    return judge({ ...claim, holds: false, isAbsent: true, actual: subject.value, got });
  }
  const { document, selection } = looked;
  const actual = foundValue(selection);
  const holds = matches(expected, selection);
  const isFound = selection.kind === 'value' || (selection.kind === 'list' && selection.values.length > 0);
  if (isFound) return judge({ ...claim, holds, actual });
  return judge({ ...claim, holds, isAbsent: !holds, actual, got: `no value there in ${showJson(document)}` });
}

export function aboutPath(path: string): string {
  return path === '' || path === '$' ? 'the JSON' : path;
}

/** Returns the value of a selection; null if the path finds nothing. */
export function foundValue(selection: Selection): Json {
  if (selection.kind === 'value') return selection.value;
  return selection.kind === 'list' ? selection.values : null;
}

function matches(expected: Json, selection: Selection): boolean {
  if (selection.kind === 'missing') return expected === null;
  const actual = foundValue(selection);
  if (jsonEquals(expected, actual)) return true;
  const isScalar = actual === null || typeof actual !== 'object';
  return isScalar && Array.isArray(expected) && expected.some((item) => jsonEquals(item, actual));
}

function describeExpectation(expected: Json): string {
  return Array.isArray(expected) ? `to equal, or be one of, ${showJson(expected)}` : `to equal ${showJson(expected)}`;
}
