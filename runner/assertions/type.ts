import type { Json } from '../values/index.ts';
import { type AssertionOutcome, createUncheckableOutcome, toExpectationOutcome } from './assertion-outcome.ts';
import type { AssertionRules } from './assertion-rules.ts';
import { describeMissingDocument, lookUpPath } from './json-document.ts';
import { findJsonPathProblems, parseJsonPath } from './json-path.ts';
import { describeJsonPath, getSelectedValue } from './json-path-assertion.ts';
import type { AssertionOf, Subject } from './subject.ts';
import { formatJsonForMessage } from './to-plain-text.ts';

type ValueType = AssertionOf<'type'>['value'];

export const type: AssertionRules<'type'> = {
  judge: ({ assertion, subject }) => judgeType(assertion, subject),
  problems: ({ path }) => (path === undefined ? [] : findJsonPathProblems(path)),
  wanted: ({ value }) => value,
  readsOutput: true,
  readsText: false,
  excludes: () => false,
};

function judgeType(assertion: AssertionOf<'type'>, subject: Subject): AssertionOutcome {
  const expectedType = assertion.value;
  const verb = `to be of type ${expectedType}`;
  if (assertion.path === undefined)
    return judgeTypeOfValue({ about: 'output', wanted: expectedType, actual: subject.value });
  const about = describeJsonPath(assertion.path);
  const parsed = parseJsonPath(assertion.path);
  if (parsed.kind === 'invalid') return createUncheckableOutcome(parsed.reason, expectedType, subject.value);
  const looked = lookUpPath(subject, parsed.steps);
  if (looked === undefined) {
    const got = describeMissingDocument(subject.value);
    return toExpectationOutcome({
      holds: false,
      isAbsent: true,
      about,
      verb,
      expected: expectedType,
      actual: subject.value,
      got,
    });
  }
  const { document, selection } = looked;
  if (selection.kind !== 'missing')
    return judgeTypeOfValue({ about, wanted: expectedType, actual: getSelectedValue(selection) });
  const got = `no value there in ${formatJsonForMessage(document)}`;
  return toExpectationOutcome({
    holds: expectedType === 'null',
    isAbsent: true,
    about,
    verb,
    expected: expectedType,
    actual: null,
    got,
  });
}

function judgeTypeOfValue({
  about,
  wanted,
  actual,
}: {
  about: string;
  wanted: ValueType;
  actual: Json;
}): AssertionOutcome {
  return toExpectationOutcome({
    holds: isOfType(actual, wanted),
    about,
    verb: `to be of type ${wanted}`,
    expected: wanted,
    actual,
    got: `${getTypeName(actual)} ${formatJsonForMessage(actual)}`,
  });
}

export function isOfType(value: Json, expectedType: ValueType): boolean {
  return expectedType === 'integer' ? Number.isInteger(value) : getTypeName(value) === expectedType;
}

function getTypeName(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
