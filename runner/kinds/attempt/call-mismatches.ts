import { isForbiddingAssertion } from '../../assertions/assertion-types.ts';
import { formatToolName, hasChangeVerb, hasFailed, isToolNamed } from '../../assertions/match-tool.ts';
import { parseExpectedCall } from '../../assertions/tool-called.ts';
import type { StandardOrDynamicCase } from '../../contract/index.ts';
import { isJsonObject, listTextsInValue } from '../../values/index.ts';
import { namesTool } from './repeated-calls.ts';
import { type CaseWithAnswers, typesReadingAnyValue } from './unchecked-expectations.ts';

type AnsweredRules = Pick<CaseWithAnswers, 'rules' | 'inputs' | 'toolCalls'> & {
  testCase: Pick<StandardOrDynamicCase, 'name'>;
};

/** Finds calls that differ from the message of the user or from the name of the case in a way that no rule reads. */
export function findCallMismatches(answered: AnsweredRules): string[] {
  if (answered.toolCalls.length === 0 || answered.rules.some(({ type }) => typesReadingAnyValue.has(type))) return [];
  return [...findAmountsInOtherUnit(answered), ...findCallsInOtherOrder(answered)];
}

const unitFactors = [100, 1000];

/** Reports an amount of the user that a call has in another unit, such as 2000 (cents) for "20 EUR". */
function findAmountsInOtherUnit({ rules, inputs, toolCalls }: AnsweredRules): string[] {
  const changes = toolCalls.filter((call) => hasChangeVerb(call) && rules.some((rule) => namesTool(rule, call)));
  if (changes.length === 0) return [];
  const text = listTextsInValue(inputs).join(' ');
  const amounts = [...text.matchAll(/(?<![\w.,-])(\d{1,7}(?:\.\d{2})?)(?![\w-]|[.,]\d)/g)].map(([, digits]) =>
    Number(digits),
  );
  if (amounts.length === 0) return [];
  return changes.flatMap((call) => {
    const args = isJsonObject(call.arguments) ? Object.entries(call.arguments) : [];
    return args.flatMap(([name, value]) => {
      if (typeof value !== 'number' || value === 0 || amounts.includes(value)) return [];
      const amount = amounts.find((each) => unitFactors.some((factor) => each * factor === value));
      const isRead = rules.some((rule) => namesTool(rule, call) && JSON.stringify(rule).includes(JSON.stringify(name)));
      if (amount === undefined || isRead) return [];
      return [
        `${formatToolName(call)} was called with ${name} ${value}, but the user said ${amount}; no rule reads this argument; add it to "arguments"`,
      ];
    });
  });
}

const orderWords = /\bfirst\b.*\b(?:then|before|after)\b|\b(?:and|,) then\b|\bbefore\b.*\b(?:it|the agent)\b/i;

/**
 * Reports two calls in the order opposite to that of their rules, if the name of the case speaks of an order. The order
 * of rules means nothing.
 */
function findCallsInOtherOrder({ testCase: { name = '' }, rules, toolCalls }: AnsweredRules): string[] {
  if (!orderWords.test(name) || rules.some(({ type }) => type === 'tools')) return [];
  const tools = rules.flatMap((rule) =>
    rule.type === 'tool_called' && !isForbiddingAssertion(rule) ? parseExpectedCall(rule).names.slice(0, 1) : [],
  );
  const positions = tools.map((tool) => toolCalls.findIndex((call) => isToolNamed(call, tool) && !hasFailed(call)));
  return tools.slice(1).flatMap((tool, index) => {
    const [earlier = -1, later = -1] = [positions[index], positions[index + 1]];
    if (earlier === -1 || later === -1 || earlier <= later) return [];
    return [
      `${tool} was called before ${tools[index]}, although the name of the case speaks of an order; the order of rules does not matter; use "tools" with "match": "in_order"`,
    ];
  });
}
