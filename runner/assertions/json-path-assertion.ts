import { type Json, toCanonicalJson } from '../values/index.ts';
import { type AssertionOutcome, createOutcomeOfExpectation, createUncheckableOutcome } from './assertion-outcome.ts';
import type { AssertionRules } from './assertion-rules.ts';
import { describeMissingDocument, lookUpPath } from './json-document.ts';
import { jsonEquals } from './json-equals.ts';
import { findJsonPathProblems, type PathSelection, parseJsonPath } from './json-path.ts';
import type { AssertionOf, Subject } from './subject.ts';
import { formatJsonForMessage } from './to-plain-text.ts';

export const jsonPath: AssertionRules<'json_path'> = {
  judge: ({ assertion, subject }) => judgeJsonPath(assertion, subject),
  problems: ({ path }) => findJsonPathProblems(path),
  describeExpectation: ({ path, value }) => `${path} = ${toCanonicalJson(value)}`,
  readsOutput: true,
  readsText: true,
  isForbidding: () => false,
};

export function judgeJsonPath(
  assertion: Pick<AssertionOf<'json_path'>, 'path' | 'value'>,
  subject: Pick<Subject, 'value' | 'next'>,
): AssertionOutcome {
  const { path, value: expected } = assertion;
  const parsed = parseJsonPath(path);
  if (parsed.kind === 'invalid') return createUncheckableOutcome(parsed.reason, expected, subject.value);
  const lookup = lookUpPath(subject, parsed.steps);
  const claim = { about: describeJsonPath(path), verb: describeExpectation(expected), expected };
  if (lookup === undefined) {
    const describeActual = describeMissingDocument(subject.value);
    return createOutcomeOfExpectation({
      ...claim,
      holds: false,
      isAbsent: true,
      actual: subject.value,
      describeActual,
    });
  }
  const { document, selection } = lookup;
  const actual = getSelectedValue(selection);
  const holds = matchesExpected(expected, selection);
  const isFound = selection.kind === 'value' || (selection.kind === 'list' && selection.values.length > 0);
  if (isFound) return createOutcomeOfExpectation({ ...claim, holds, actual });
  return createOutcomeOfExpectation({
    ...claim,
    holds,
    isAbsent: !holds,
    actual,
    describeActual: `no value there in ${formatJsonForMessage(document)}`,
  });
}

export function describeJsonPath(path: string): string {
  return path === '' || path === '$' ? 'the JSON' : path;
}

/** Returns the value of a selection; null if the path finds nothing. */
export function getSelectedValue(selection: PathSelection): Json {
  if (selection.kind === 'value') return selection.value;
  return selection.kind === 'list' ? selection.values : null;
}

function matchesExpected(expected: Json, selection: PathSelection): boolean {
  if (selection.kind === 'missing') return expected === null;
  const actual = getSelectedValue(selection);
  if (jsonEquals(expected, actual)) return true;
  const isScalar = actual === null || typeof actual !== 'object';
  return isScalar && Array.isArray(expected) && expected.some((item) => jsonEquals(item, actual));
}

function describeExpectation(expected: Json): string {
  return Array.isArray(expected)
    ? `to equal, or be one of, ${formatJsonForMessage(expected)}`
    : `to equal ${formatJsonForMessage(expected)}`;
}
