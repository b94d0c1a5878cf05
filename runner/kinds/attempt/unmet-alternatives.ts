import { isForbiddingAssertion } from '../../assertions/assertion-types.ts';
import { isToolNamed } from '../../assertions/match-tool.ts';
import { parseExpectedCall } from '../../assertions/tool-called.ts';
import type { Assertion, StandardOrDynamicCase } from '../../contract/index.ts';
import { listLongWords, tryParseJson } from '../../values/index.ts';
import type { CaseWithAnswers } from './unchecked-expectations.ts';

type AnsweredRules = Omit<CaseWithAnswers, 'testCase'> & { testCase: Pick<StandardOrDynamicCase, 'kind' | 'name'> };

/**
 * Finds lists of which only one element was needed, although the case is about the others, too. A list in a rule means
 * any of its elements.
 */
export function findUnmetAlternatives(answered: AnsweredRules): string[] {
  return answered.rules.flatMap((rule) => {
    if (isForbiddingAssertion(rule)) return [];
    if (rule.type === 'tool_called') return findUncalledAlternatives(rule, answered);
    return rule.type === 'json_path' ? findValuesMeantForTurns(rule, answered) : [];
  });
}

type RuleOfType<T extends Assertion['type']> = Extract<Assertion, { type: T }>;

/** Reports a tool of a list that was not called, although the user or the name of the case speaks of what it does. */
function findUncalledAlternatives(
  rule: RuleOfType<'tool_called'>,
  { testCase, rules, inputs, toolCalls }: AnsweredRules,
): string[] {
  const { names } = parseExpectedCall(rule);
  const isCalled = (name: string) => toolCalls.some((call) => isToolNamed(call, name));
  const called = names.find(isCalled);
  if (called === undefined) return [];
  const text = JSON.stringify([testCase.name, inputs]).toLowerCase();
  const otherRules = rules.filter((other) => other !== rule);
  return names.flatMap((name) => {
    if (isCalled(name) || otherRules.some((other) => JSON.stringify(other).includes(name))) return [];
    const sharedWords = new Set(names.filter((other) => other !== name).flatMap(listWords));
    if (!listWords(name).some((word) => !sharedWords.has(word) && text.includes(word))) return [];
    return [
      `${name} was not called; a list in tool_called means any of its tools, and ${called} was enough; write one rule for each tool`,
    ];
  });
}

function listWords(toolName: string): string[] {
  return listLongWords(toolName.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));
}

/** Reports a list with one value for each turn, if the turns did not have these values. */
function findValuesMeantForTurns(
  { path, value, on }: RuleOfType<'json_path'>,
  { testCase, answers }: AnsweredRules,
): string[] {
  if (testCase.kind !== 'dynamic' || on !== undefined || !Array.isArray(value) || value.length < 2) return [];
  const isForTurns = value.length === answers.length && new Set(value).size === value.length;
  const areNumbers = value.every((each) => typeof each === 'number');
  if (!isForTurns || !areNumbers) return [];
  const missing = value.find((each, turn) => !JSON.stringify(tryParseJson(answers[turn] ?? '')).includes(String(each)));
  if (missing === undefined) return [];
  return [
    `a rule on ${path} accepts any one of ${JSON.stringify(value)}, in any turn; turn ${value.indexOf(missing) + 1} does not have ${missing}; write one checkpoint for each turn`,
  ];
}
