import { parseJsonPath } from '../../assertions/json-path.ts';
import type { Assertion } from '../../contract/index.ts';
import type { EndState } from '../../mocks/state-changes.ts';
import { isJsonObject, type Json } from '../../values/index.ts';
import { namesTool } from './repeated-calls.ts';
import type { CallsOfAttempt } from './unnamed-ids.ts';

/** Types of rules that may depend on the whole state, or on all calls that changed it. */
const typesReadingWholeState: ReadonlySet<Assertion['type']> = new Set(['agent', 'script', 'snapshot', 'tools']);

type StateWithRules = CallsOfAttempt & { endState(): EndState | undefined };

/** Finds changes of the state that no rule checks, although a rule checks a similar change. */
export function findUnreadChanges({ endState, ...state }: StateWithRules): string[] {
  const { rules } = state;
  const ofState = rules.filter((rule) => rule.type === 'state');
  const isCovered = ofState.some(({ path }) => path === undefined) || rules.some(checksAllCalls);
  if (ofState.length === 0 || isCovered) return [];
  const read = ofState.map(({ path = '$' }) => listSteps(path));
  const changes = (endState()?.changes ?? []).map((change) => ({ ...change, steps: listSteps(change.path) }));
  const readChanges = changes.filter(({ steps }) => read.some((each) => isEqual(each, steps)));
  const unreadChanges = changes.filter(({ steps }) => !read.some((each) => isSameOrNestedPath(each, steps)));
  if (readChanges.length === 0) return [];
  return [...findChangesOfOtherItems(readChanges, unreadChanges), ...findUnnamedNumbers(unreadChanges, state)];
}

type ChangeWithSteps = EndState['changes'][number] & { steps: string[] };

/**
 * Finds list items whose field changed although a rule checks the same field only for another item: the agent may have
 * changed more than it should.
 */
function findChangesOfOtherItems(read: readonly ChangeWithSteps[], unread: readonly ChangeWithSteps[]): string[] {
  return read.flatMap((change) => {
    const others = unread.filter(({ steps }) => isOtherItem(steps, change.steps)).map(({ path }) => path);
    return others.length === 0
      ? []
      : [`${others.join(' and ')} changed as well as ${change.path}, and no rule reads it`];
  });
}

/**
 * Finds numbers that a call wrote into the state although they occur nowhere in the case, for example cents instead of
 * euros. Ignores calls of tools that a rule names.
 */
function findUnnamedNumbers(
  unread: readonly ChangeWithSteps[],
  { planned, rules, inputs, toolCalls }: CallsOfAttempt,
): string[] {
  const unreadCalls = toolCalls.filter((call) => !rules.some((rule) => namesTool(rule, call)));
  const numbers = new Set(unreadCalls.flatMap(({ arguments: args = null }) => listNumbers(args)));
  const known = new Set(JSON.stringify([planned, inputs]).match(/\d+(?:\.\d+)?/g));
  return unread.flatMap((change) => {
    const value = change.after ?? null;
    const unnamed = listNumbers(value).find((number) => numbers.has(number) && !known.has(String(Math.abs(number))));
    return unnamed === undefined
      ? []
      : [`${change.path} got ${unnamed}, which the case does not contain, and no rule reads it`];
  });
}

function listNumbers(value: Json): number[] {
  if (typeof value === 'number') return [value];
  if (Array.isArray(value)) return value.flatMap(listNumbers);
  return isJsonObject(value) ? Object.values(value).flatMap(listNumbers) : [];
}

function checksAllCalls(rule: Assertion): boolean {
  return typesReadingWholeState.has(rule.type) || (rule.type === 'tool_called' && rule.times !== undefined);
}

/** Returns the steps of a path as texts, up to the first step that selects several values. */
function listSteps(path: string): string[] {
  const parsed = parseJsonPath(path);
  const steps = parsed.kind === 'path' ? parsed.steps : [];
  const firstWildcard = steps.findIndex(({ kind }) => kind === 'wildcard' || kind === 'filter');
  return (firstWildcard === -1 ? steps : steps.slice(0, firstWildcard)).map((step) => JSON.stringify(step));
}

/** True if one path leads to the other one or to a part of it. */
function isSameOrNestedPath(left: readonly string[], right: readonly string[]): boolean {
  const length = Math.min(left.length, right.length);
  return isEqual(left.slice(0, length), right.slice(0, length));
}

function isEqual(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((step, index) => step === right[index]);
}

/** True if two paths differ only in one index, such as `$.orders[1].status` and `$.orders[0].status`. */
function isOtherItem(left: readonly string[], right: readonly string[]): boolean {
  const differing = left.filter((step, index) => step !== right[index]);
  return left.length === right.length && differing.length === 1 && differing[0]?.includes('"index"') === true;
}
