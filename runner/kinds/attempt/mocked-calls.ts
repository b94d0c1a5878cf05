import { formatToolName, isToolNamed, mayChangeState, splitNameWithoutServer } from '../../assertions/match-tool.ts';
import type { ToolCallWithTurn } from '../../assertions/subject.ts';
import { excludesCalls, parseExpectedCall } from '../../assertions/tool-called.ts';
import type { Assertion, StandardOrDynamicCase, ToolCall } from '../../contract/index.ts';
import { isJsonObject, type Json } from '../../values/index.ts';
import { isAddingCall, namesTool } from './repeated-calls.ts';
import { typesReadingAnyValue } from './unchecked-expectations.ts';

type MockedCalls = Pick<StandardOrDynamicCase, 'mocks'> & {
  rules: readonly Assertion[];
  /** The rules in `never`: a turn that satisfies one of them fails the case. */
  never?: readonly Assertion[];
  toolCalls: readonly ToolCallWithTurn[];
};

/** Finds mocked calls that the agent probably should not have made, although no rule forbids them. */
export function findSuspiciousMockedCalls(mocked: MockedCalls): string[] {
  if (mocked.rules.some(({ type }) => typesReadingAnyValue.has(type))) return [];
  return [...findUnreadArguments(mocked), ...findUnforbiddenCalls(mocked)];
}

/**
 * Finds a call that changes data, such as `cancel_order`, if no rule reads its arguments, although a rule does read the
 * arguments of a look-up.
 */
function findUnreadArguments({ rules, toolCalls, mocks = {} }: MockedCalls): string[] {
  const lookUp = toolCalls.find((call) => !mayChangeState(call) && rules.some((rule) => readsArguments(rule, call)));
  if (lookUp === undefined) return [];
  const unread = toolCalls.filter(
    (call) =>
      call.mocked === true &&
      isAddingCall(call) &&
      hasNumber(call.arguments) &&
      rules.some((rule) => namesTool(rule, call)) &&
      !rules.some((rule) => readsArguments(rule, call)) &&
      !Object.entries(mocks).some(([name, entries]) => isToolNamed(call, name) && entries.some(distinguishesCalls)),
  );
  return [...new Set(unread.map(formatToolName))].map(
    (tool) => `no rule reads the arguments of ${tool}, only those of ${formatToolName(lookUp)}`,
  );
}

function hasNumber(args: Json = null): boolean {
  return isJsonObject(args) && Object.values(args).some((value) => typeof value === 'number');
}

/** True for a rule that compares the arguments of calls of this tool. */
export function readsArguments(rule: Assertion, call: ToolCall): boolean {
  if (!namesTool(rule, call)) return false;
  if (rule.type === 'tool_called') return parseExpectedCall(rule).arguments !== undefined;
  return (
    rule.type === 'tools' &&
    rule.calls.some(({ name, arguments: args }) => args !== undefined && isToolNamed(call, name))
  );
}

function distinguishesCalls({ when, use }: NonNullable<StandardOrDynamicCase['mocks']>[string][number]): boolean {
  return when !== undefined || use !== undefined;
}

/**
 * Finds a call that changes data and that no rule names, although a rule forbids another tool that changes the same
 * kind of thing (such as `cancel_order` and `refund_order`) and that has no mock.
 */
function findUnforbiddenCalls({ rules, never = [], toolCalls, mocks = {} }: MockedCalls): string[] {
  const forbiddenTools = [...rules.filter(forbidsAllCalls), ...never].flatMap((rule) =>
    rule.type === 'tool_called' ? parseExpectedCall(rule).names : [],
  );
  return [...new Set(forbiddenTools)].flatMap((name) => {
    if (Object.hasOwn(mocks, name) || toolCalls.some((call) => isToolNamed(call, name))) return [];
    const { length, [length - 1]: thing } = splitNameWithoutServer(name);
    const sibling = toolCalls.find(
      (call) =>
        call.mocked === true &&
        mayChangeState(call) &&
        splitNameWithoutServer(call.tool).at(-1) === thing &&
        ![...rules, ...never].some((rule) => namesTool(rule, call)),
    );
    if (sibling === undefined || length < 2) return [];
    return [`a rule forbids ${name}, which has no mock in this case, but ${formatToolName(sibling)} was called`];
  });
}

function forbidsAllCalls(rule: Assertion): boolean {
  return rule.type === 'tool_called' && (rule.negate === true || excludesCalls(rule));
}
