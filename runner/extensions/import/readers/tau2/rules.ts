import escapeStringRegexp from 'escape-string-regexp';
import type { JsonObject } from '../../../../values/index.ts';
import type { Criteria, ReferenceCall } from './schema.ts';

/** Names of tools that usually only read data. They are guessed, because τ²-bench files do not mark such tools. */
export const defaultReadTools: readonly string[] = [
  'get_*',
  'find_*',
  'list_*',
  'search_*',
  'check_*',
  'lookup_*',
  'read_*',
  'query_*',
  'view_*',
  'show_*',
  'verify_*',
  'can_*',
  'run_speed_test',
  'calculate',
  'think',
  'transfer_to_human_agents',
];

/** The server of the simulated user's tools in calls. In τ²-bench, the user may have a phone with tools. */
export const USER_TOOL_SERVER = 'user';

export type ReportSkipped = (what: string, why: string) => void;
export type RuleSource = { judge: string | undefined; reads: readonly string[]; reportLost: ReportSkipped };

const NO_JUDGE_MESSAGE = 'the workspace has no agent that judges; name one with --map judge=<agent>';
const REWARD_INDEPENDENT_REASON = 'the reward of the task does not depend on this check';
const ENVIRONMENT_CHECK_SKIP_REASON =
  'only tau2-bench can check its environment; the reference calls are required instead';

/** Returns the assertions for a task, and the number of the task's checks that they cover. */
export function convertCriteria(
  criteria: Criteria | null | undefined,
  { judge, reads, reportLost }: RuleSource,
): { assert: JsonObject[]; checks: number } {
  const assert: JsonObject[] = [];
  let checks = 0;
  const addAssertions = (...assertions: JsonObject[]): void => {
    assert.push(...assertions);
    checks += 1;
  };
  const basis = new Set(criteria?.reward_basis);
  const calls = criteria?.actions ?? [];
  const isReadCall = ({ name }: ReferenceCall) => reads.some((glob) => isSimilarName(name, glob));
  const writes = calls.filter((call) => !isReadCall(call));
  // The same calls that change something result in the same database. So comparing these calls is equivalent to
  // comparing the databases.
  if (basis.has('DB')) {
    addAssertions({
      type: 'tools',
      match: 'exactly',
      calls: writes.map(toExactCallEntry),
      ignore: [...reads],
      unordered: true,
    });
  }
  if (basis.has('ACTION') && calls.length > 0) {
    addAssertions({ type: 'tools', match: 'any_order', calls: calls.map(toComparedCallEntry) });
  }
  const environment = criteria?.env_assertions ?? [];
  if (basis.has('ENV_ASSERTION')) {
    for (const _ of environment) reportLost('an assertion on the environment', ENVIRONMENT_CHECK_SKIP_REASON);
    if (writes.length > 0) addAssertions(...createEnvironmentRules(writes));
  } else {
    for (const _ of environment) reportLost('an assertion on the environment', REWARD_INDEPENDENT_REASON);
  }
  for (const rule of createNaturalLanguageRules(criteria, basis, { judge, reportLost })) addAssertions(rule);
  return { assert, checks };
}

/** Yields the rules for texts that the agent must write and for criteria of a judge. */
function* createNaturalLanguageRules(
  criteria: Criteria | null | undefined,
  basis: ReadonlySet<string>,
  { judge, reportLost }: Omit<RuleSource, 'reads'>,
): Generator<JsonObject> {
  for (const info of criteria?.communicate_info ?? []) {
    if (basis.has('COMMUNICATE')) yield createContainsTextAssertion(info);
    else reportLost(`"${info}"`, REWARD_INDEPENDENT_REASON);
  }
  for (const claim of criteria?.nl_assertions ?? []) {
    if (!basis.has('NL_ASSERTION')) reportLost(`"${claim}"`, REWARD_INDEPENDENT_REASON);
    else if (judge === undefined) reportLost(`"${claim}"`, NO_JUDGE_MESSAGE);
    else yield { type: 'agent', use: `agents:${judge}`, value: claim };
  }
}

/** Requires all reference calls. Forbids further calls of toggles, because they would undo a change. */
function createEnvironmentRules(writes: readonly ReferenceCall[]): JsonObject[] {
  const switches = Map.groupBy(
    writes.filter(({ name }) => name.startsWith('toggle_')),
    toQualifiedToolName,
  );
  return [
    { type: 'tools', match: 'any_order', calls: writes.map(toExactCallEntry), unordered: true },
    ...[...switches].map(([value, calls]) => ({ type: 'tool_called', value, times: calls.length })),
  ];
}

/**
 * Returns an assertion that the answer contains a text. As in τ²-bench, case and commas in the answer are ignored, so
 * that "$1,628" contains `1628`.
 */
function createContainsTextAssertion(info: string): JsonObject {
  if (!/\d/.test(info)) return { type: 'contains', value: info, on: 'any', ignore_case: true };
  const value = [...info].map((character) => escapeStringRegexp(character)).join(',*');
  return { type: 'regex', value: `(?i)${value}`, on: 'any' };
}

function toExactCallEntry(call: ReferenceCall): JsonObject {
  return createToolsEntry(call, Object.entries(call.arguments));
}

/** Returns a call without those arguments that τ²-bench ignores when it compares calls. */
function toComparedCallEntry(call: ReferenceCall): JsonObject {
  const { compare_args: comparedArguments } = call;
  const isComparedArgument = (name: string) =>
    comparedArguments === null || comparedArguments === undefined || comparedArguments.includes(name);
  return createToolsEntry(
    call,
    Object.entries(call.arguments).filter(([name]) => isComparedArgument(name)),
  );
}

function createToolsEntry(call: ReferenceCall, comparedArguments: [string, JsonObject[string]][]): JsonObject {
  const name = toQualifiedToolName(call);
  return comparedArguments.length === 0 ? { name } : { name, arguments: Object.fromEntries(comparedArguments) };
}

function toQualifiedToolName({ name, requestor }: ReferenceCall): string {
  return requestor === 'assistant' ? name : `${USER_TOOL_SERVER}__${name}`;
}

function isSimilarName(name: string, glob: string): boolean {
  const pattern = glob.split('*').map((part) => escapeStringRegexp(part));
  return new RegExp(`^${pattern.join('.*')}$`).test(name);
}
