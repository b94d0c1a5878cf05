import { type AnsweredCase, findDeniedPromises } from './denied-promises.ts';
import { findRulesOfSomeAnswers } from './every-answer.ts';
import { findTransposedDigits } from './transposed-digits.ts';
import { findMissingAmounts, findOtherLastWord } from './unread-promises.ts';

/** Returns why a case that passed may check something other than its name and its `expected` say. */
export function findCaseSlips(answeredCase: AnsweredCase): string[] {
  const { testCase, rules, answers } = answeredCase;
  const found = [...findDeniedPromises(answeredCase), ...findTransposedDigits(answeredCase)];
  if (testCase.kind === 'dynamic') return [...found, ...findRulesOfSomeAnswers(testCase, answers)];
  const [answer = ''] = answers;
  const { expected } = testCase;
  return [
    ...found,
    ...findMissingAmounts({ expected, rules, answer }),
    ...findOtherLastWord({ expected, rules, answer }),
  ];
}
