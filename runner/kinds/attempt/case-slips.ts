import type { Assertion, StandardOrDynamicCase } from '../../contract/index.ts';
import { listAssertions } from '../dynamic/rules.ts';
import { resolveAssertions } from '../standard/standard-checks.ts';
import { findDeniedPromises } from './denied-promises.ts';
import { findRulesOfSomeAnswers } from './every-answer.ts';
import { findTransposedDigits } from './transposed-digits.ts';
import { findMissingAmounts, findOtherLastWord } from './unread-promises.ts';

/** Returns why a case that passed may check something else than its name and its `expected` say. */
export function findCaseSlips(testCase: StandardOrDynamicCase, answers: readonly string[]): string[] {
  const rules = listRulesOutsideNever(testCase);
  const found = [
    ...findDeniedPromises({ testCase, rules, answers }),
    ...findTransposedDigits({ testCase, rules, answers }),
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

function listRulesOutsideNever(testCase: StandardOrDynamicCase): Assertion[] {
  return testCase.kind === 'dynamic' ? listAssertions({ ...testCase, never: [] }) : resolveAssertions(testCase);
}
