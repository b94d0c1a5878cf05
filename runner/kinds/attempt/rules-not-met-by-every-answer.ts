import { isForbiddingAssertion } from '../../assertions/assertion-types.ts';
import { acceptsText } from '../../assertions/find-vacuous-assertion.ts';
import type { Assertion, DynamicCase } from '../../contract/index.ts';

const everyAnswerPhrase =
  /\b(?:every|each|all)(?:\s+(?:of|its|the|her|his|their|our|single)){0,2}\s+(?:answers?|repl(?:y|ies)|responses?|messages?|turns?)\b/i;

/**
 * Finds text rules that some answers of a conversation satisfy and others do not, although the name of the case says
 * "every answer". One answer is enough to satisfy a rule in `assert` without `on`.
 */
export function findRulesNotMetByEveryAnswer(
  { name = '', assertions = [] }: Pick<DynamicCase, 'name' | 'assertions'>,
  answers: readonly string[],
): string[] {
  const [words] = everyAnswerPhrase.exec(name) ?? [];
  if (words === undefined || answers.length < 2) return [];
  return assertions.flatMap((rule) => {
    if (!isRequiredTextInAnyTurn(rule)) return [];
    const count = answers.filter((answer) => acceptsText(rule, answer)).length;
    if (count === 0 || count === answers.length) return [];
    const expected = JSON.stringify(rule.value ?? ('pattern' in rule ? rule.pattern : null));
    return [
      `the name of the case says ${JSON.stringify(words)}, but only ${count} of ${answers.length} answers satisfy ${rule.type} ${expected}, because "assert" needs one; add "on": "every"`,
    ];
  });
}

type TextAssertion = Extract<Assertion, { type: 'contains' | 'not_contains' | 'regex' }>;

function isRequiredTextInAnyTurn(rule: Assertion): rule is TextAssertion {
  return (
    (rule.type === 'contains' || rule.type === 'not_contains' || rule.type === 'regex') &&
    rule.on === undefined &&
    !isForbiddingAssertion(rule)
  );
}
