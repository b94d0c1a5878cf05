import { isBlank, type Json } from '../values/index.ts';
import { type JudgedOutcome, toExpectationOutcome } from './assertion-outcome.ts';
import type { AssertionProblem, AssertionRules } from './assertion-rules.ts';
import { lenientText } from './lenient-text.ts';
import type { AssertionOf, Subject } from './subject.ts';
import { expectedText, showJson, toPlainText, truncateStoredText } from './to-plain-text.ts';

export const contains: AssertionRules<'contains' | 'not_contains'> = {
  judge: ({ assertion, subject }) => judgeContains(assertion, subject),
  problems: ({ value }) => textProblems(value),
  wanted: ({ value }) => expectedText(value),
  readsOutput: true,
  readsText: true,
  excludes: ({ type }) => type === 'not_contains',
};

/** Only strings, numbers and booleans can be searched for in a text in a meaningful way. */
function textProblems(value: Json): AssertionProblem[] {
  if (value === '') return [{ field: 'value', message: 'an empty text is in every answer, so this checks nothing' }];
  if (value !== null && typeof value !== 'object') return [];
  const message = `"contains" looks for a text, not for ${showJson(value)}; write one assertion for each text, or use json_path`;
  return [{ field: 'value', message }];
}

/** True when there is no visible text and no call, so that a search in the text would be meaningless. */
export function isBlankAnswer({ text, toolCalls }: Subject): boolean {
  return toolCalls.length === 0 && isBlank(text);
}

function judgeContains(assertion: AssertionOf<'contains' | 'not_contains'>, subject: Subject): JudgedOutcome {
  const isContained = lenientText(subject.text, assertion).includes(
    lenientText(toPlainText(assertion.value), assertion),
  );
  const isExpected = assertion.type === 'contains';
  return toExpectationOutcome({
    holds: isContained === isExpected,
    isAbsent: isBlankAnswer(subject),
    about: 'output',
    verb: () => `${isExpected ? 'to contain' : 'not to contain'} ${showJson(assertion.value)}`,
    expected: assertion.value,
    actual: truncateStoredText(subject.text),
  });
}
