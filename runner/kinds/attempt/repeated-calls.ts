import { formatToolName, hasFailed, isToolNamed, splitNameWithoutServer } from '../../assertions/match-tool.ts';
import type { ToolCallWithTurn } from '../../assertions/subject.ts';
import { parseExpectedCall } from '../../assertions/tool-called.ts';
import type { Assertion, ToolCall } from '../../contract/index.ts';
import { formatCountWithNoun, isJsonObject, type Json, toCanonicalJson } from '../../values/index.ts';
import { typesReadingAnyValue } from './unchecked-expectations.ts';

/** Matches the names of tools that have an additional effect with every call, unlike tools such as `set_city`. */
const addingVerbPattern =
  /^(?:charge|pay|refund|transfer|send|book|purchase|buy|create|submit|issue|credit|withdraw|deposit|email|notify|remind)$/;

export function isAddingCall({ tool }: ToolCall): boolean {
  return addingVerbPattern.test(splitNameWithoutServer(tool)[0] ?? '');
}

export type CallsWithRules = { rules: readonly Assertion[]; toolCalls: readonly ToolCallWithTurn[] };

/** Finds calls of the same tool with the same arguments in one turn, which no rule objects to. */
export function findRepeatedCalls({ rules, toolCalls }: CallsWithRules): string[] {
  if (rules.some(({ type }) => typesReadingAnyValue.has(type))) return [];
  const groups = groupIdenticalCalls(toolCalls);
  return [
    ...new Set(
      groups.flatMap((calls) => {
        const [call] = calls;
        if (call === undefined || calls.length < 2) return [];
        return (
          describeRepeatedChange(calls, rules) ??
          describeEqualEntries(calls, rules) ??
          describeManyCalls(calls, { rules, toolCalls }) ??
          []
        );
      }),
    ),
  ];
}

function groupIdenticalCalls(toolCalls: readonly ToolCallWithTurn[]): ToolCallWithTurn[][] {
  const groups = Map.groupBy(listSucceededCalls(toolCalls), (call) =>
    JSON.stringify([formatToolName(call), call.turn ?? 1, toCanonicalJson(call.arguments ?? null)]),
  );
  return [...groups.values()];
}

/**
 * A failed call is left out: it had no effect, and a second attempt is no mistake. A call that is reported twice under
 * its id counts once.
 */
export function listSucceededCalls(toolCalls: readonly ToolCallWithTurn[]): ToolCallWithTurn[] {
  return toolCalls.filter(
    (call, index) =>
      !hasFailed(call) && !toolCalls.slice(0, index).some(({ id }) => id !== undefined && id === call.id),
  );
}

/**
 * Reports a call that was repeated with the same arguments, if a rule names the tool without limiting the number of
 * calls.
 */
function describeRepeatedChange(
  [call, ...others]: readonly ToolCallWithTurn[],
  rules: readonly Assertion[],
): string | undefined {
  if (call === undefined || !isAddingCall(call) || !rules.some((rule) => namesTool(rule, call))) return undefined;
  if (rules.some((rule) => countsCalls(rule, call))) return undefined;
  const count = others.length === 1 ? 'again' : formatCountWithNoun(others.length + 1, 'time');
  return `${formatToolName(call)} was called ${count} with the same arguments, and no rule counts its calls; add "times": 1`;
}

/**
 * Reports a `tools` rule with several entries for the same tool and without `arguments`, if calls with equal arguments
 * satisfied these entries.
 */
function describeEqualEntries(
  [call, ...others]: readonly ToolCallWithTurn[],
  rules: readonly Assertion[],
): string | undefined {
  if (call === undefined || !isAddingCall(call) || !hasValues(call.arguments)) return undefined;
  const isAccepted = rules.some(
    (rule) =>
      rule.type === 'tools' &&
      rule.negate !== true &&
      rule.calls.filter(({ name, arguments: args }) => args === undefined && isToolNamed(call, name)).length >
        others.length,
  );
  const isRead = rules.some((rule) => rule.type === 'tool_called' && namesTool(rule, call));
  if (!isAccepted || isRead) return undefined;
  return `equal entries of a rule are fulfilled by calls of ${formatToolName(call)} with the same arguments; give each entry its "arguments"`;
}

/** The minimum number of identical calls in one turn that are reported. */
const MANY_CALLS = 5;

/**
 * Reports a call that was repeated many times with the same arguments and the same result, if no rule limits the number
 * of calls.
 */
function describeManyCalls(
  calls: readonly ToolCallWithTurn[],
  { rules, toolCalls }: CallsWithRules,
): string | undefined {
  const [call] = calls;
  if (call === undefined || calls.length < MANY_CALLS || rules.some((rule) => countsCalls(rule, call)))
    return undefined;
  // If the results differ, the agent is probably polling, which is intended.
  const results = new Set(
    toolCalls.filter(({ tool }) => tool === call.tool).map(({ result }) => toCanonicalJson(result ?? null)),
  );
  if (results.size > 1) return undefined;
  return `${formatToolName(call)} was called ${calls.length} times with the same arguments and the same result; "times" limits its calls`;
}

function hasValues(args: Json | undefined): boolean {
  return isJsonObject(args) && Object.keys(args).length > 0;
}

/** True for a rule that limits how often the tool of a call is called. */
export function countsCalls(rule: Assertion, call: ToolCall): boolean {
  if (!namesTool(rule, call)) return false;
  if (rule.type === 'tools')
    return rule.match === 'exactly' || rule.calls.filter(({ name }) => isToolNamed(call, name)).length > 1;
  return rule.type === 'tool_called' && rule.times !== undefined;
}

/** True for a rule that names the tool of a call. */
export function namesTool(rule: Assertion, call: ToolCall): boolean {
  if (rule.type === 'tool_called') return parseExpectedCall(rule).names.some((name) => isToolNamed(call, name));
  return rule.type === 'tools' && rule.calls.some(({ name }) => isToolNamed(call, name));
}
