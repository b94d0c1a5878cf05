import { toAssertionCondition } from '../../assertions/assertion-types.ts';
import { isMisspeltName } from '../../assertions/find-nearest-key.ts';
import { acceptsText } from '../../assertions/find-vacuous-assertion.ts';
import { isToolNamed } from '../../assertions/match-tool.ts';
import { toolResult } from '../../assertions/tool-result.ts';
import type { Assertion, AuthoredCase } from '../../contract/index.ts';
import { findInjectProblems } from '../../injection/index.ts';
import { findMock, type MockEntry, passesThrough } from '../../mocks/mock-entries.ts';
import { findMockProblems, findStateProblems, type MockProblem } from '../../mocks/mock-problems.ts';
import { findNearestWord, isJsonObject, type Json, parseDuration } from '../../values/index.ts';
import { type CaseFinding, errorAt, warningAt, warningAtKey, withSuggestedFix } from '../finding.ts';
import { collectAssertionLists } from './check-conversation.ts';

/** Returns the problems of a case's mocks, its state and the assertions on the state. */
export function checkMocks(authored: AuthoredCase): CaseFinding[] {
  const { mocks, state, pass, assert = [] } = authored;
  const isMocked = [mocks, state, pass, authored.inject].some((field) => field !== undefined);
  if (!isMocked && !assert.some(({ type }) => type === 'state')) return [];
  const findings = [
    ...findMockProblems(mocks ?? {}, listRules(authored)).map(toFinding),
    ...findInjectProblems(authored).map(({ path, message, suggestion }) => errorAt(path, message, suggestion)),
  ];
  if (pass !== undefined && mocks === undefined && state === undefined) {
    const message = '"pass" has no effect without "mocks" or "state": the agent calls its real tools';
    findings.push(withSuggestedFix(warningAtKey(['pass'], message), { kind: 'remove' }));
  }
  if (state === undefined) {
    for (const [index, { type }] of assert.entries()) {
      if (type === 'state') findings.push(errorAt(['assert', index, 'type'], '"state" needs a "state" in the case'));
    }
  }
  findings.push(...findTautologicalResultRules(authored), ...findDelaysTooShortForLimits(authored));
  if (mocks !== undefined)
    findings.push(...findUnmockedNames(authored), ...findUnansweredGoal(authored), ...findRulesMetByMocks(authored));
  return [...findings, ...(typeof state === 'string' ? [] : checkState(authored, state ?? {}))];
}

/**
 * Reports assertions on a tool result that a mock returns for every call. Such an assertion only proves that the agent
 * called the tool.
 */
function findTautologicalResultRules(authored: AuthoredCase): CaseFinding[] {
  const { mocks = {} } = authored;
  return collectAssertionLists(authored).flatMap(({ rules, path }) =>
    rules.flatMap((rule, index) => {
      if (rule.type !== 'tool_result' || rule.negate === true || path[0] === 'never') return [];
      const { tool, result = null } = rule.value;
      const [, entries = []] = Object.entries(mocks).find(([name]) => isToolNamed({ tool: name }, tool)) ?? [];
      const answer = findOnlyAnswer(entries);
      if (result === null || answer === undefined || !isSatisfiedByAnswer(answer, { tool, result })) return [];
      const message = `this always holds for calls of ${tool}, because its mock always gives this answer; use "tool_called" to check the arguments`;
      return [warningAt([...path, index], message)];
    }),
  );
}

/** Reports rules about tools that no mock answers. A call of such a tool fails the attempt anyway. */
function findUnmockedNames(authored: AuthoredCase): CaseFinding[] {
  const { mocks = {}, pass = [] } = authored;
  const tools = Object.keys(mocks);
  const isMockedOrPassedThrough = (tool: string) =>
    findMock(mocks, { tool }) !== undefined || passesThrough(pass, { tool });
  return collectAssertionLists(authored).flatMap(({ rules, path }) =>
    rules.flatMap((rule, index) => {
      const unmocked = (toAssertionCondition(rule).tools ?? []).filter((tool) => !isMockedOrPassedThrough(tool));
      const isLimit = rule.type === 'elicited';
      return unmocked.flatMap((tool): CaseFinding[] => {
        const similarName = tools.find((name) => isMisspeltName(tool, name));
        if (!isLimit && similarName === undefined) return [];
        const message = isLimit
          ? `"before" has no effect: ${JSON.stringify(tool)} has no mock in this case, so it is never called`
          : `${JSON.stringify(tool)} has no mock in this case`;
        return [warningAt([...path, index], message, similarName)];
      });
    }),
  );
}

/** Reports a hostile text whose goal is a call of a tool that no mock answers. */
function findUnansweredGoal({ mocks = {}, pass = [], inject }: AuthoredCase): CaseFinding[] {
  if (inject?.goal.type !== 'tool_called') return [];
  const tool = inject.goal.name;
  if (findMock(mocks, { tool }) !== undefined || passesThrough(pass, { tool })) return [];
  const message = `${JSON.stringify(tool)} has no mock in this case, so no call of it can reach the goal`;
  return [warningAt(['inject', 'goal', 'name'], message, findNearestWord(tool, Object.keys(mocks)))];
}

/** Reports texts that a rule about a turn always finds, because the `message` of a mock contains them. */
function findRulesMetByMocks(authored: AuthoredCase): CaseFinding[] {
  const messages = Object.entries(authored.mocks ?? {}).flatMap(([tool, entries]) =>
    entries.flatMap(({ result = null }) =>
      isJsonObject(result) && typeof result.message === 'string' ? [{ tool, text: result.message }] : [],
    ),
  );
  if (messages.length === 0) return [];
  return collectAssertionLists(authored).flatMap(({ rules, path }) =>
    rules.flatMap((rule, index) => {
      if (rule.type !== 'contains' || rule.negate === true || path[0] === 'assert' || path[0] === 'never') return [];
      const mock = messages.find(({ text }) => acceptsText(rule, text));
      if (mock === undefined) return [];
      const message = `this also holds for the "message" of ${mock.tool}, which its mock gives, whatever the agent says`;
      return [warningAt([...path, index], message)];
    }),
  );
}

/** A delay that is shorter than this fraction of the time limit does not test the limit. Its unit is probably wrong. */
const MIN_DELAY_SHARE_OF_LIMIT = 1 / 1_000;

function findDelaysTooShortForLimits(authored: AuthoredCase): CaseFinding[] {
  const { mocks = {} } = authored;
  const delays = Object.entries(mocks).flatMap(([tool, entries]) =>
    entries.flatMap(({ fault }, index) =>
      fault?.kind === 'delay' && fault.duration !== undefined
        ? [{ written: fault.duration, path: ['mocks', tool, index, 'fault', 'duration'] }]
        : [],
    ),
  );
  if (delays.length === 0) return [];
  const limits = listRules(authored).flatMap((rule) =>
    rule.type === 'limits' ? [rule.duration ?? '', rule.turn_duration ?? ''] : [],
  );
  const [shortest] = limits
    .flatMap((text) => ({ written: text, ms: parseDuration(text) ?? Number.POSITIVE_INFINITY }))
    .toSorted((left, right) => left.ms - right.ms);
  if (shortest === undefined || !Number.isFinite(shortest.ms)) return [];
  return delays.flatMap(({ written, path }) => {
    const delay = parseDuration(written);
    if (delay === undefined || delay >= shortest.ms * MIN_DELAY_SHARE_OF_LIMIT) return [];
    return [warningAt(path, `a delay of ${written} is too short for the limit of ${shortest.written} to notice`)];
  });
}

/** Returns the answer that a mock gives to every call; undefined if the answer depends on the call. */
function findOnlyAnswer([first, ...others]: readonly MockEntry[]): Json | undefined {
  if (first === undefined || others.length > 0 || first.when !== undefined || first.fault !== undefined)
    return undefined;
  return first.result === undefined || JSON.stringify(first.result).includes('{"$') ? undefined : first.result;
}

function isSatisfiedByAnswer(answer: Json, value: { tool: string; result: Json }): boolean {
  const isSatisfied = toolResult.satisfiedBy?.({ type: 'tool_result', value });
  return isSatisfied?.({ tool: value.tool, arguments: {}, result: answer }) === true;
}

function listRules(authored: AuthoredCase): Assertion[] {
  return collectAssertionLists(authored).flatMap(({ rules }) => rules);
}

/** Returns the paths in a case that do not exist in the case's state, which may come from a file. */
export function checkState(authored: AuthoredCase, state: Json): CaseFinding[] {
  // If there is no state, the assertions on it have already been reported.
  const { assert, ...mocked } = authored;
  return findStateProblems(authored.state === undefined ? mocked : { ...mocked, assert }, state).map(toFinding);
}

function toFinding({ severity, path, message, suggestion }: MockProblem): CaseFinding {
  return { ...errorAt(path, message, suggestion), severity };
}
