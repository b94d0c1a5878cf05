import { isDelegatedAssertion } from '../../assertions/assertion-question.ts';
import { describeKindDifference } from '../../assertions/author-mistakes/find-kind-mistake.ts';
import { createSampleCalls } from '../../assertions/breaking-answers.ts';
import { evaluateAssertion, evaluateAssertionSynchronously } from '../../assertions/evaluate-assertion.ts';
import { isToolNamed, mayChangeState } from '../../assertions/match-tool.ts';
import type { AssertionHelpers } from '../../assertions/subject.ts';
import { excludesCalls, listRequiredTools } from '../../assertions/tool-called.ts';
import type { AssertionResult, StandardOrDynamicCase, ToolCall } from '../../contract/index.ts';
import type { UnusedMock } from '../../mocks/create-tool-mocks.ts';
import { isComparison, matchesCondition } from '../../mocks/mock-conditions.ts';
import type { AttemptContext, Outcome } from '../../ports/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../values/index.ts';
import type { AssertionJudgement } from '../attempt/judge.ts';
import { judgeRecording } from './judge-recording.ts';
import { listRules } from './mutate-recording.ts';
import { appendCall } from './mutations.ts';
import { type RecordedAnswer, toRecordedAnswer } from './recorded-answer.ts';

/**
 * The maximum number of unused mocks per attempt that are tested for an effect; further unused mocks are only named.
 */
const MAX_TRIED_MOCKS = 8;
const MAX_CALLS = 4;

type EndedAttempt = { testCase: StandardOrDynamicCase; outcome: Outcome; idle: readonly UnusedMock[] };

/**
 * Describes the parts of mocks that had no effect. A mock may exist to answer a call that the case forbids, so this
 * function adds the call to the conversation: if the checks then fail, the mock is useful.
 */
export async function describeMocksWithoutEffect(
  context: AttemptContext,
  { testCase, outcome, idle }: EndedAttempt,
): Promise<string[]> {
  if (idle.length === 0) return [];
  const answer = toRecordedAnswer({ ...outcome, kind: testCase.kind, durationMs: 0 });
  const triedMocks = idle.slice(0, MAX_TRIED_MOCKS).filter(({ when }) => when !== undefined);
  const canTry =
    triedMocks.length > 0 && (await judgeWithAddedCall({ context, testCase, answer, mock: undefined })) === 'passed';
  const described: string[] = [];
  const calls = answer.turns.flatMap(({ response }) => response?.toolCalls ?? []);
  for (const mock of idle) {
    if (isUnusedAlternative(mock, { testCase, calls })) continue;
    const difference = describeTypeOfArgument(mock, calls);
    if (difference !== undefined) {
      described.push(`${mock.part}: ${difference}`);
      continue;
    }
    const reaction =
      canTry && triedMocks.includes(mock) ? await tryMockedCall({ context, testCase, answer, mock }) : 'unclear';
    if (reaction === 'unnoticed') described.push(`${mock.part}: a call of ${mock.tool} would go unnoticed`);
    if (reaction === 'unclear') described.push(mock.part);
  }
  return described;
}

type CallsOfCase = { testCase: StandardOrDynamicCase; calls: readonly ToolCall[] };

/**
 * True if a rule accepts any tool of a list, and the agent called another tool of that list. The mock is then unused
 * for a good reason. Not so if the other tool changes data and has a rule of its own: then the author probably expected
 * all tools of the list to be called.
 */
function isUnusedAlternative({ tool }: UnusedMock, { testCase, calls }: CallsOfCase): boolean {
  const rules = listRules(testCase);
  return rules.some((rule) => {
    if (rule.type !== 'tool_called' || !Array.isArray(rule.value) || rule.negate === true || excludesCalls(rule))
      return false;
    const called = rule.value.filter((name) => calls.some((call) => isToolNamed(call, name)));
    const isRequiredAnyway = called.some(
      (name) =>
        mayChangeState({ tool: name }) &&
        rules.some((each) => each.type === 'tool_called' && listRequiredTools(each).join() === name),
    );
    return rule.value.includes(tool) && called.length > 0 && !called.includes(tool) && !isRequiredAnyway;
  });
}

/** Describes an argument that a condition compares with a value of another type, such as 17 with "17". */
function describeTypeOfArgument({ tool, when = {} }: UnusedMock, calls: readonly ToolCall[]): string | undefined {
  for (const call of calls.filter((each) => isToolNamed(each, tool))) {
    const { arguments: args = null } = call;
    if (!isJsonObject(args)) continue;
    for (const [name, condition] of Object.entries(when)) {
      const expected = isComparison(condition) ? condition.eq : condition;
      const actual = Object.hasOwn(args, name) ? args[name] : undefined;
      if (expected === undefined || actual === undefined) continue;
      const difference = describeKindDifference({ label: JSON.stringify(name), expected, actual });
      if (difference !== undefined) return difference;
    }
  }
  return undefined;
}

type MockTrial = {
  context: AttemptContext;
  testCase: StandardOrDynamicCase;
  answer: RecordedAnswer;
  mock: UnusedMock | undefined;
};

async function tryMockedCall(trial: MockTrial & { mock: UnusedMock }): Promise<'noticed' | 'unnoticed' | 'unclear'> {
  const { testCase, answer, mock } = trial;
  const calls = createCallsForMock(mock, testCase);
  if (calls.length === 0) return 'unclear';
  const goal = testCase.inject?.goal;
  if (goal?.type === 'tool_called' && isToolNamed({ tool: mock.tool }, goal.name)) return 'noticed';
  let isUnclear = false;
  for (const args of calls) {
    const call = { tool: mock.tool, arguments: args, result: 'ok', mocked: true as const };
    const status = await judgeWithAddedCall({ ...trial, answer: appendCall(answer, call) });
    if (status === 'failed') return 'noticed';
    if (status !== 'passed') isUnclear = true;
  }
  return isUnclear ? 'unclear' : 'unnoticed';
}

/** Creates calls for a mock, with the arguments that the case's rules name for the tool or that the mock requires. */
function createCallsForMock({ tool, when = {} }: UnusedMock, testCase: StandardOrDynamicCase): Json[] {
  const named = listRules(testCase)
    .flatMap((rule) => (rule.type === 'tool_called' ? createSampleCalls(rule) : []))
    .filter((call) => isToolNamed(call, tool))
    .map((call) => call.arguments ?? {});
  const unique = new Map([buildArguments(when), ...named].map((args) => [JSON.stringify(args), args]));
  return [...unique.values()].filter((args) => matchesCondition(when, args)).slice(0, MAX_CALLS);
}

function buildArguments(when: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(when).map(([key, expected]) => [key, buildArgument(expected)]));
}

function buildArgument(expected: Json): Json {
  if (!isComparison(expected)) return isJsonObject(expected) ? buildArguments(expected) : expected;
  const { eq, ne, gt, gte, lt, lte, in: list } = expected;
  if (eq !== undefined) return eq;
  if (Array.isArray(list)) return list[0] ?? null;
  const bound = [gt, gte, lt, lte].find((each) => each !== undefined);
  if (typeof bound !== 'number') return bound ?? (ne === undefined ? 'x' : 'another value');
  if (gt !== undefined || gte !== undefined) return gt === undefined ? bound : bound + 1;
  return lt === undefined ? bound : bound - 1;
}

/** Returns the status of the case for a modified conversation; `open` if a model would have to decide. */
async function judgeWithAddedCall({ context, testCase, answer, mock }: MockTrial): Promise<string> {
  const { verdict } = await judgeRecording({
    testCase: { ...testCase, timeoutMs: undefined },
    answer,
    judge: ({ assertion, subject, turn }) => judgeAgain(context, { assertion, subject, turn }, mock),
  });
  return verdict.status;
}

async function judgeAgain(
  context: AttemptContext,
  { assertion, subject, turn }: AssertionJudgement,
  mock: UnusedMock | undefined,
): Promise<AssertionResult | undefined> {
  // The script of the mock is not run again. It might change the state, so assertions on the state stay undecided.
  if (assertion.type === 'state' && mock?.use !== undefined) return { type: 'state', status: 'failed' };
  const result = evaluateAssertionSynchronously({ assertion, subject });
  if (result !== undefined || assertion.type === 'agent' || !isDelegatedAssertion(assertion)) return result;
  const helpers = createNonReportingHelpers(context, turn);
  const assertionResult = await context.deadline.run((signal) =>
    evaluateAssertion({ assertion, subject, helpers }, signal),
  );
  return assertionResult.status === 'error' ? undefined : assertionResult;
}

/** Runs scripts again without recording their output, because the result of this attempt is already final. */
function createNonReportingHelpers({ planned, ports, services }: AttemptContext, turn: number): AssertionHelpers {
  const refuseCall = () =>
    Promise.reject(new Error('agents and judges are not called for a tool call that was not made'));
  const { baseDir, agentId } = planned;
  return {
    askValidator: refuseCall,
    askBuiltInJudge: refuseCall,
    runScript: ({ reference, arguments: values }, signal) => {
      const silent = { ...services(turn), report: undefined, askAgent: refuseCall };
      const call = { reference, baseDir, agentId, arguments: values, services: silent };
      return ports.scripts.runFunction(call, signal);
    },
  };
}
