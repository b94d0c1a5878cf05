import { formatToolName, isToolNamed, mayChangeState, splitToolNameIntoWords } from '../../assertions/match-tool.ts';
import type { ToolCallWithTurn } from '../../assertions/subject.ts';
import { excludesCalls, parseExpectedCall } from '../../assertions/tool-called.ts';
import type { Assertion, StandardOrDynamicCase, ToolCall } from '../../contract/index.ts';
import { isJsonObject, type Json, toCanonicalJson } from '../../values/index.ts';
import { readsAnything } from './unread-promises.ts';

type MockedCalls = Pick<StandardOrDynamicCase, 'mocks'> & {
  rules: readonly Assertion[];
  /** The rules of `never`, so that anything that they accept is forbidden. */
  never?: readonly Assertion[];
  toolCalls: readonly ToolCallWithTurn[];
};

/** Matches tools whose effect is not the same when they are called again. Others, such as `set_city`, may be repeated. */
const addingVerb =
  /^(?:charge|pay|refund|transfer|send|book|purchase|buy|create|submit|issue|credit|withdraw|deposit)$/;

/** Finds calls that mocks answered and that probably should not have been made, although no rule objects. */
export function findSuspiciousMockedCalls(mocked: MockedCalls): string[] {
  if (mocked.rules.some(({ type }) => readsAnything.has(type))) return [];
  return [...findRepeatedChanges(mocked), ...findUnreadArguments(mocked), ...findUnforbiddenCalls(mocked)];
}

/** Finds a call that changes something and was made twice in one turn, although the rules name it once. */
function findRepeatedChanges({ rules, toolCalls }: MockedCalls): string[] {
  const seen = new Set<string>();
  const repeatedTools = new Set<string>();
  for (const call of toolCalls) {
    if (!isAddingCall(call) || call.mocked !== true || call.error !== undefined) continue;
    const key = JSON.stringify([formatToolName(call), call.turn ?? 1, toCanonicalJson(call.arguments ?? null)]);
    const isCounted = rules.some((rule) => countsCalls(rule, call));
    if (seen.has(key) && !isCounted && rules.some((rule) => namesTool(rule, call)))
      repeatedTools.add(formatToolName(call));
    seen.add(key);
  }
  return [...repeatedTools].map(
    (tool) => `${tool} was called again with the same arguments, and no rule counts its calls; add "times": 1`,
  );
}

function isAddingCall({ tool }: ToolCall): boolean {
  return addingVerb.test(splitIntoWords(tool)[0] ?? '');
}

function splitIntoWords(tool: string): string[] {
  return splitToolNameIntoWords(tool.slice(tool.lastIndexOf('__') + 1));
}

function namesTool(rule: Assertion, call: ToolCall): boolean {
  if (rule.type === 'tool_called') return parseExpectedCall(rule).names.some((name) => isToolNamed(call, name));
  return rule.type === 'tools' && rule.calls.some(({ name }) => isToolNamed(call, name));
}

function countsCalls(rule: Assertion, call: ToolCall): boolean {
  if (!namesTool(rule, call)) return false;
  if (rule.type === 'tools')
    return rule.match === 'exactly' || rule.calls.filter(({ name }) => isToolNamed(call, name)).length > 1;
  return rule.type === 'tool_called' && rule.times !== undefined;
}

/** Finds a change whose arguments no rule reads, although the rules read the arguments of a mere look-up. */
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

function readsArguments(rule: Assertion, call: ToolCall): boolean {
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

/** Finds a change that no rule names, although a rule forbids another change of the same thing, which has no mock. */
function findUnforbiddenCalls({ rules, never = [], toolCalls, mocks = {} }: MockedCalls): string[] {
  const forbiddenTools = [...rules.filter(forbidsAllCalls), ...never].flatMap((rule) =>
    rule.type === 'tool_called' ? parseExpectedCall(rule).names : [],
  );
  return [...new Set(forbiddenTools)].flatMap((name) => {
    if (Object.hasOwn(mocks, name) || toolCalls.some((call) => isToolNamed(call, name))) return [];
    const { length, [length - 1]: thing } = splitIntoWords(name);
    const sibling = toolCalls.find(
      (call) =>
        call.mocked === true &&
        mayChangeState(call) &&
        splitIntoWords(call.tool).at(-1) === thing &&
        ![...rules, ...never].some((rule) => namesTool(rule, call)),
    );
    if (sibling === undefined || length < 2) return [];
    return [`a rule forbids ${name}, which has no mock in this case, but ${formatToolName(sibling)} was called`];
  });
}

function forbidsAllCalls(rule: Assertion): boolean {
  return rule.type === 'tool_called' && (rule.negate === true || excludesCalls(rule));
}
