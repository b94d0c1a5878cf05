import { parseJsonPath } from '../../assertions/json-path.ts';
import type { Assertion } from '../../contract/index.ts';
import type { EndState } from '../../mocks/state-changes.ts';

/** Types of rules that may depend on the whole state, or on all calls that changed it. */
const typesReadingWholeState: ReadonlySet<Assertion['type']> = new Set(['agent', 'script', 'snapshot', 'tools']);

type StateWithRules = { rules: readonly Assertion[]; endState(): EndState | undefined };

/**
 * Finds items of a list that changed in the same field as an item that a rule reads, although no rule reads that field
 * of these items: the agent may have changed more than it should.
 */
export function findUnreadChanges({ rules, endState }: StateWithRules): string[] {
  const ofState = rules.filter((rule) => rule.type === 'state');
  const isCovered = ofState.some(({ path }) => path === undefined) || rules.some(checksAllCalls);
  if (ofState.length === 0 || isCovered) return [];
  const read = ofState.map(({ path = '$' }) => listSteps(path));
  const changed = (endState()?.changes ?? []).map(({ path }) => ({ path, steps: listSteps(path) }));
  const unreadChanges = changed.filter(({ steps }) => !read.some((each) => overlaps(each, steps)));
  return changed.flatMap((change) => {
    if (!read.some((steps) => isEqual(steps, change.steps))) return [];
    const others = unreadChanges.filter(({ steps }) => isOtherItem(steps, change.steps)).map(({ path }) => path);
    return others.length === 0
      ? []
      : [`${others.join(' and ')} changed as well as ${change.path}, and no rule reads it`];
  });
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
function overlaps(left: readonly string[], right: readonly string[]): boolean {
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
