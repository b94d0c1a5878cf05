import { isToolNamed } from '../../assertions/match-tool.ts';
import { excludesCalls, listRequiredTools, parseExpectedCall } from '../../assertions/tool-called.ts';
import type { Assertion, StandardOrDynamicCase, ToolCall } from '../../contract/index.ts';

type RulesOnCalls = Pick<StandardOrDynamicCase, 'mocks'> & {
  rules: readonly Assertion[];
  toolCalls: readonly ToolCall[];
};

/**
 * Finds rules about how a tool is called, such as "at most once", that passed only because the tool was never called.
 * Ignores tools with a mock: an unused mock is reported separately, unless it exists to catch a forbidden call.
 */
export function findRulesOnUncalledTools({ rules, toolCalls, mocks = {} }: RulesOnCalls): string[] {
  return rules.flatMap((rule) => {
    const condition = describeCallCondition(rule);
    if (condition === undefined) return [];
    const { names, description, fix } = condition;
    const isUsed = names.some(
      (name) => Object.hasOwn(mocks, name) || toolCalls.some((call) => isToolNamed(call, name)),
    );
    return isUsed ? [] : [`${description} ${names.join(' or ')}, which was never called; ${fix}`];
  });
}

type CallCondition = { names: readonly string[]; description: string; fix: string };

/** Matches a result that a tool returns when it fails. */
const failurePattern = /declin|denied|reject|refus|fail|error|"(?:ok|success)":false/i;

function describeCallCondition(rule: Assertion): CallCondition | undefined {
  const isNegated = rule.negate === true;
  if (rule.type === 'tool_called') {
    const { names, arguments: args } = parseExpectedCall(rule);
    if (isNegated) {
      if (rule.succeeded !== false || rule.times !== undefined) return undefined;
      return { names, description: 'rule on failed calls of', fix: 'write "succeeded": true without "negate"' };
    }
    if (args === undefined || excludesCalls(rule) || listRequiredTools(rule).length > 0) return undefined;
    return { names, description: 'limit on calls of', fix: 'add "min": 1' };
  }
  if (rule.type === 'tool_result') {
    const isFailure = failurePattern.test(JSON.stringify(rule.value.result ?? null));
    if (!isNegated || !isFailure) return undefined;
    return {
      names: [rule.value.tool],
      description: 'rule on failed results of',
      fix: 'require its good result',
    };
  }
  if (rule.type !== 'tools' || rule.match !== 'only' || isNegated) return undefined;
  const names = rule.calls.map(({ name }) => name);
  if (names.length === 0 || rule.calls.some(({ arguments: args }) => args === undefined)) return undefined;
  return { names, description: '"only" with the arguments of', fix: 'add a "tool_called"' };
}
