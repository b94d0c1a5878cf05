import type { Json } from '../values/index.ts';
import { type AssertionOutcome, createOutcomeOfExpectation, createUncheckableOutcome } from './assertion-outcome.ts';
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
  describeExpectation: ({ value }) => value,
  readsOutput: true,
  readsText: false,
  isForbidding: () => false,
};

function judgeType(assertion: AssertionOf<'type'>, subject: Subject): AssertionOutcome {
  const expectedType = assertion.value;
  const verb = `to be of type ${expectedType}`;
  if (assertion.path === undefined) return judgeTypeOfValue({ label: 'output', expectedType, actual: subject.value });
  const label = describeJsonPath(assertion.path);
  const parsed = parseJsonPath(assertion.path);
  if (parsed.kind === 'invalid') return createUncheckableOutcome(parsed.reason, expectedType, subject.value);
  const lookup = lookUpPath(subject, parsed.steps);
  if (lookup === undefined) {
    const describeActual = describeMissingDocument(subject.value);
    return createOutcomeOfExpectation({
      holds: false,
      isAbsent: true,
      about: label,
      verb,
      expected: expectedType,
      actual: subject.value,
      describeActual,
    });
  }
  const { document, selection } = lookup;
  if (selection.kind !== 'missing')
    return judgeTypeOfValue({ label, expectedType, actual: getSelectedValue(selection) });
  const describeActual = `no value there in ${formatJsonForMessage(document)}`;
  return createOutcomeOfExpectation({
    holds: expectedType === 'null',
    isAbsent: true,
    about: label,
    verb,
    expected: expectedType,
    actual: null,
    describeActual,
  });
}

function judgeTypeOfValue({
  label,
  expectedType,
  actual,
}: {
  label: string;
  expectedType: ValueType;
  actual: Json;
}): AssertionOutcome {
  return createOutcomeOfExpectation({
    holds: isOfType(actual, expectedType),
    about: label,
    verb: `to be of type ${expectedType}`,
    expected: expectedType,
    actual,
    describeActual: `${getTypeName(actual)} ${formatJsonForMessage(actual)}`,
  });
}

export function isOfType(value: Json, expectedType: ValueType): boolean {
  return expectedType === 'integer' ? Number.isInteger(value) : getTypeName(value) === expectedType;
}

function getTypeName(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
