import { isForbiddingAssertion } from '../../assertions/assertion-types.ts';
import { acceptsText } from '../../assertions/find-vacuous-assertion.ts';
import { formatJsonForMessage } from '../../assertions/to-plain-text.ts';
import type { Assertion } from '../../contract/index.ts';
import { isBlank, type Json } from '../../values/index.ts';

type AnswerWithData = {
  rules: readonly Assertion[];
  /** The text that the user sees, and the structured data of the same answer, which the rules checked instead. */
  content: string;
  value: Json;
};

/**
 * Finds rules on text that passed because they checked the structured data of an answer, although they would fail on
 * the text that the user sees. If an answer has both, its data is checked.
 */
export function findRulesOnHiddenText({ rules, content, value }: AnswerWithData): string[] {
  if (isBlank(content) || typeof value === 'string') return [];
  return rules.flatMap((rule) => {
    if (rule.type !== 'contains' && rule.type !== 'not_contains' && rule.type !== 'regex') return [];
    if (acceptsText(rule, content)) return [];
    const expected = formatJsonForMessage(rule.value ?? ('pattern' in rule ? (rule.pattern ?? null) : null));
    return [
      isForbiddingAssertion(rule)
        ? `a rule forbids ${expected} only in the data of the answer, which are judged; the text that the user sees has it`
        : `a rule finds ${expected} only in the data of the answer, not in the text that the user sees`,
    ];
  });
}
