import { isBlank, type Json } from '../values/index.ts';
import { createOutcomeOfExpectation, type JudgedOutcome } from './assertion-outcome.ts';
import type { AssertionProblem, AssertionRules } from './assertion-rules.ts';
import { normalizeTextLeniently } from './lenient-text.ts';
import type { AssertionOf, Subject } from './subject.ts';
import { formatExpectedValue, formatJsonForMessage, toPlainText, truncateStoredText } from './to-plain-text.ts';

export const contains: AssertionRules<'contains' | 'not_contains'> = {
  judge: ({ assertion, subject }) => judgeContains(assertion, subject),
  problems: ({ value }) => findTextProblems(value),
  describeExpectation: ({ value }) => formatExpectedValue(value),
  readsOutput: true,
  readsText: true,
  isForbidding: ({ type }) => type === 'not_contains',
};

/** Returns problems of the searched value. Only strings, numbers and booleans can be searched for in a text. */
function findTextProblems(value: Json): AssertionProblem[] {
  if (value === '') return [{ field: 'value', message: 'an empty text is in every answer, so this checks nothing' }];
  if (value !== null && typeof value !== 'object') return [];
  const message = `"contains" looks for a text, not for ${formatJsonForMessage(value)}; write one assertion for each text, or use json_path`;
  return [{ field: 'value', message }];
}

/** Returns true if the answer contains no visible text and no calls, so that searching its text is meaningless. */
export function isBlankAnswer({ text, toolCalls }: Subject): boolean {
  return toolCalls.length === 0 && isBlank(text);
}

function judgeContains(assertion: AssertionOf<'contains' | 'not_contains'>, subject: Subject): JudgedOutcome {
  const containsText = normalizeTextLeniently(subject.text, assertion).includes(
    normalizeTextLeniently(toPlainText(assertion.value), assertion),
  );
  const isExpected = assertion.type === 'contains';
  return createOutcomeOfExpectation({
    holds: containsText === isExpected,
    isAbsent: isBlankAnswer(subject),
    about: 'output',
    verb: () => `${isExpected ? 'to contain' : 'not to contain'} ${formatJsonForMessage(assertion.value)}`,
    expected: assertion.value,
    actual: truncateStoredText(subject.text),
  });
}
