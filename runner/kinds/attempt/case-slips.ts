import type { ToolCallWithTurn } from '../../assertions/subject.ts';
import { type AnsweredCase, findDeniedPromises } from './denied-promises.ts';
import { findRulesOfSomeAnswers } from './every-answer.ts';
import { findSuspiciousMockedCalls } from './mocked-calls.ts';
import { findTransposedDigits } from './transposed-digits.ts';
import { findMissingAmounts, findOtherLastWord } from './unread-promises.ts';

/** Returns why a case that passed may check something other than its name and its `expected` say. */
export function findCaseSlips(answeredCase: AnsweredCase & { toolCalls: readonly ToolCallWithTurn[] }): string[] {
  const { testCase, rules, answers, toolCalls } = answeredCase;
  const never = testCase.kind === 'dynamic' ? testCase.never : [];
  const found = [
    ...findDeniedPromises(answeredCase),
    ...findTransposedDigits(answeredCase),
    ...findSuspiciousMockedCalls({ mocks: testCase.mocks, rules, never, toolCalls }),
  ];
  if (testCase.kind === 'dynamic') return [...found, ...findRulesOfSomeAnswers(testCase, answers)];
  const [answer = ''] = answers;
  const { expected } = testCase;
  return [
    ...found,
    ...findMissingAmounts({ expected, rules, answer }),
    ...findOtherLastWord({ expected, rules, answer }),
  ];
}
