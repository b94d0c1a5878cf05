import { isForbiddingAssertion } from '../../assertions/assertion-types.ts';
import { formatToolName, hasArguments, isToolNamed, parseArgumentsIfText } from '../../assertions/match-tool.ts';
import type { ToolCallWithTurn } from '../../assertions/subject.ts';
import { parseExpectedCall } from '../../assertions/tool-called.ts';
import type { Assertion } from '../../contract/index.ts';
import { isJsonObject } from '../../values/index.ts';
import { namesTool } from './repeated-calls.ts';
import { typesReadingAnyValue } from './unchecked-expectations.ts';

type CallsWithRules = {
  rules: readonly Assertion[];
  /** The rules in `never`: a turn that satisfies one of them fails the case. */
  never?: readonly Assertion[] | undefined;
  toolCalls: readonly ToolCallWithTurn[];
};

/**
 * Finds a call in which the agent used another number than the one that a rule forbids, if no rule reads that other
 * number. Example: a rule forbids a refund of 900, and the agent refunds 600.
 */
export function findAllowedNumbers({ rules, never = [], toolCalls }: CallsWithRules): string[] {
  if ([...rules, ...never].some(({ type }) => typesReadingAnyValue.has(type))) return [];
  const forbidding = [...rules.filter(isForbiddingAssertion), ...never.filter((rule) => !isForbiddingAssertion(rule))];
  const others = [...rules, ...never].filter((rule) => !forbidding.includes(rule));
  return forbidding.flatMap((rule) => {
    if (rule.type !== 'tool_called') return [];
    const { names, arguments: forbidden = {} } = parseExpectedCall(rule);
    const [first, ...otherNumbers] = Object.entries(forbidden).filter(([, value]) => typeof value === 'number');
    if (first === undefined || otherNumbers.length > 0) return [];
    const [key, value] = first;
    const { [key]: _, ...otherArguments } = forbidden;
    const call = toolCalls.find(
      (each) =>
        names.some((name) => isToolNamed(each, name)) &&
        typeof getArgument(each, key) === 'number' &&
        hasArguments(each, otherArguments, { unordered: rule.unordered }) &&
        !others.some((other) => namesTool(other, each)),
    );
    if (call === undefined) return [];
    return [
      `a rule forbids ${formatToolName(call)} with ${JSON.stringify(key)}: ${String(value)}, but it was called with ${String(getArgument(call, key))}, which no rule reads`,
    ];
  });
}

function getArgument(call: ToolCallWithTurn, key: string): unknown {
  const args = parseArgumentsIfText(call.arguments);
  return isJsonObject(args) ? args[key] : undefined;
}
