import type { ToolCallWithTurn } from '../../assertions/subject.ts';
import type { Json } from '../../values/index.ts';
import { findAllowedNumbers } from './allowed-numbers.ts';
import { findBridgedSentences } from './bridged-sentences.ts';
import { findBrokenValues } from './broken-values.ts';
import { findCallMismatches } from './call-mismatches.ts';
import { findCallsWithNewIds } from './calls-with-new-ids.ts';
import { findConditionalCriteria } from './conditional-criteria.ts';
import { type AnsweredCase, findDeniedPromises } from './denied-promises.ts';
import { findDoubleNegations } from './double-negation.ts';
import { findSuspiciousMockedCalls } from './mocked-calls.ts';
import { findOtherNumberBesideWord } from './number-beside-word.ts';
import { findOtherMonths } from './other-months.ts';
import { findRepeatedCalls } from './repeated-calls.ts';
import { findRepeatedFacts } from './repeated-facts.ts';
import { findRulesNotMetByEveryAnswer } from './rules-not-met-by-every-answer.ts';
import { findRulesThatQuestionSatisfies } from './text-of-question.ts';
import { findTransposedDigits } from './transposed-digits.ts';
import { findMissingAmounts, findMissingValue, findOtherWord } from './unchecked-expectations.ts';
import { findUnmetAlternatives } from './unmet-alternatives.ts';
import { findUnreadItems } from './unread-items.ts';

/** Returns the reasons why a case that passed may not check what its name and its `expected` say. */
export function findLikelyCaseMistakes(
  answeredCase: AnsweredCase & { inputs: readonly Json[]; toolCalls: readonly ToolCallWithTurn[] },
): string[] {
  const { testCase, rules, inputs, answers, toolCalls } = answeredCase;
  const never = testCase.kind === 'dynamic' ? testCase.never : [];
  const found = [
    ...findDeniedPromises(answeredCase),
    ...findTransposedDigits(answeredCase),
    ...findSuspiciousMockedCalls({ mocks: testCase.mocks, rules, never, toolCalls }),
    ...findRepeatedCalls({ rules, toolCalls }),
    ...findCallsWithNewIds(answeredCase),
    ...findRepeatedFacts(answeredCase),
    ...findAllowedNumbers({ rules, never, toolCalls }),
    ...findOtherMonths({ rules, inputs, toolCalls }),
    ...findUnmetAlternatives(answeredCase),
    ...findRulesThatQuestionSatisfies(answeredCase),
    ...findConditionalCriteria(answeredCase),
    ...findDoubleNegations(answeredCase),
    ...findCallMismatches(answeredCase),
    ...findOtherNumberBesideWord(answeredCase),
    ...findUnreadItems(answeredCase),
    ...findBridgedSentences(answeredCase),
    ...findBrokenValues({ testCase, inputs, answers, toolCalls }),
  ];
  if (testCase.kind === 'dynamic') return [...found, ...findRulesNotMetByEveryAnswer(testCase, answers)];
  const [answer = ''] = answers;
  const answerWithExpectation = { expected: testCase.expected, rules, answer };
  return [
    ...found,
    ...findMissingAmounts(answerWithExpectation),
    ...findMissingValue(answerWithExpectation),
    ...findOtherWord(answerWithExpectation),
  ];
}
