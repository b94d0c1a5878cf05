import { isForbiddingAssertion } from '../../assertions/assertion-types.ts';
import { acceptsText } from '../../assertions/find-vacuous-assertion.ts';
import type { Assertion } from '../../contract/index.ts';
import { listTextsInValue } from '../../values/index.ts';
import type { CaseWithAnswers } from './unchecked-expectations.ts';

/**
 * Finds criteria such as "If the answer names a price, it says that VAT is included", if no other rule requires
 * anything of the answer: a judge also accepts an answer for which the condition does not hold.
 */
export function findConditionalCriteria({ rules, inputs }: Pick<CaseWithAnswers, 'rules' | 'inputs'>): string[] {
  const questions = listTextsInValue(inputs);
  const isConditional = (rule: Assertion) => rule.type === 'agent' && conditionPattern.test(String(rule.value));
  const conditional = rules.find(isConditional);
  if (conditional === undefined || conditional.type !== 'agent') return [];
  const isOtherRequired = rules.some(
    (rule) =>
      !isConditional(rule) &&
      !isForbiddingAssertion(rule) &&
      rule.type !== 'limits' &&
      !questions.some((question) => acceptsText(rule, question)),
  );
  if (isOtherRequired) return [];
  const [condition = ''] = /^[^,]+/.exec(String(conditional.value).trim()) ?? [];
  return [
    `no rule requires the condition of the criterion: ${JSON.stringify(condition)}; without it, every answer meets the criterion`,
  ];
}

const conditionPattern = /^\s*(?:if|when|whenever|in case|should|unless)\s[^,]+,/i;
