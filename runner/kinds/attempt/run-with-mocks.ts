import { evaluateAssertionSynchronously } from '../../assertions/evaluate-assertion.ts';
import type { DynamicCase, StandardCase } from '../../contract/index.ts';
import { type AttemptMocks, createToolMocks, type UnusedMock } from '../../mocks/create-tool-mocks.ts';
import { type EndState, findStateChanges } from '../../mocks/state-changes.ts';
import {
  type AgentResponse,
  type AttemptContext,
  type MockAnswer,
  type MockedCall,
  type Outcome,
  type ReportFact,
  reportToolStart,
} from '../../ports/index.ts';
import type { AskedFact } from '../../simulated-user/index.ts';
import { castToJson, isJsonObject, type Json, type JsonObject } from '../../values/index.ts';
import { type AttemptInjection, startInjection, withInjectionVerdict } from './hostile-text.ts';
import type { JudgeAssertion } from './judge.ts';

/** The data that is needed to run a case, in addition to the context of the attempt. */
export type CaseRunOptions = {
  /** Returns the case as an author would write it. */
  authored: () => JsonObject;
  /** Evaluates an assertion; if this function is missing, the judge of the attempt is used. */
  judge?: JudgeAssertion;
  /** True if the user's messages are replayed from a recording. */
  isRecorded?: boolean;
  /**
   * For a recording: the facts for which the agent's question was recognized only by the model that played the user,
   * not by the program.
   */
  unlocked?: readonly AskedFact[] | undefined;
  /** The mocks that answer the tool calls of the agent. */
  toolMocks?: AttemptMocks | undefined;
};

type MockedCase = StandardCase | DynamicCase;

type CaseWithMocksRun<Played> = {
  runCase: (toolMocks: AttemptMocks | undefined) => Promise<Played>;
  /** Describes the parts of mocks that a passed attempt did not need. */
  describeIdle: (outcome: Played, idle: readonly UnusedMock[]) => Promise<string[]>;
};

/** Runs a case with mocked tools. The final state is part of the result, whatever the outcome. */
export async function runWithMocks<Played extends Outcome>(
  context: AttemptContext,
  testCase: MockedCase,
  { runCase, describeIdle }: CaseWithMocksRun<Played>,
): Promise<Played> {
  if (typeof testCase.state === 'string') throw new Error(`the state ${testCase.state} was not read`);
  const { inject } = testCase;
  const injection = inject === undefined ? undefined : startInjection(context, inject);
  const toolMocks = createAttemptMocks(context, testCase, injection);
  if (toolMocks === undefined) return runCase(undefined);
  try {
    const caseOutcome = await runCase(toolMocks);
    const outcome = { ...caseOutcome, ...getFinalState(toolMocks, testCase) };
    const idleMocks = outcome.status === 'passed' ? await describeIdle(outcome, toolMocks.idle()) : [];
    const playedOutcome = {
      ...outcome,
      ...withUnusedCaseParts(outcome, [
        ...idleMocks,
        ...findUnchangeableState(toolMocks, testCase),
        ...findUnrequiredChanges(toolMocks.endState(), testCase),
      ]),
    };
    return injection === undefined
      ? playedOutcome
      : { ...playedOutcome, ...withInjectionVerdict(context, playedOutcome, injection) };
  } catch (error) {
    context.record(getFinalState(toolMocks, testCase));
    if (injection !== undefined) {
      context.record({ injection: injection.judge({ ...context.findings().progress, status: 'timeout' }) });
    }
    throw error;
  }
}

/**
 * Lists the parts of the case that had no effect on a passed attempt, in addition to those that earlier checks have
 * found.
 */
export function withUnusedCaseParts(
  { status, idle = [] }: Pick<Outcome, 'status' | 'idle'>,
  unusedParts: readonly string[],
): Pick<Outcome, 'idle'> {
  const all = [...idle, ...unusedParts];
  return status === 'passed' && all.length > 0 ? { idle: all } : {};
}

/** Reports assertions on a part of the state that no mock can change, because they say nothing about the agent. */
function findUnchangeableState(toolMocks: AttemptMocks, { assertions = [] }: MockedCase): string[] {
  if (!assertions.some(({ type }) => type === 'state')) return [];
  return toolMocks.couldChangeState() ? [] : ['state, which no mock changes'];
}

/**
 * Reports rules on the state that already held at the start, if the case has no other rules: then no rule requires the
 * agent to change anything.
 */
function findUnrequiredChanges({ changes }: EndState, testCase: MockedCase): string[] {
  const { state = {}, assertions = [] } = testCase;
  const [change] = changes;
  const hasOthers =
    testCase.kind === 'dynamic' &&
    (testCase.checkpoints.length > 0 ||
      testCase.never !== undefined ||
      testCase.turns?.some(({ assert = [] }) => assert.length > 0) === true);
  if (change === undefined || hasOthers || assertions.length === 0) return [];
  const subject = { value: null, text: '', toolCalls: [], input: null, state: castToJson(state) };
  const heldBefore = assertions.every(
    (assertion) =>
      assertion.type === 'state' && evaluateAssertionSynchronously({ assertion, subject })?.status === 'passed',
  );
  return heldBefore ? [`rules on the state, which held before it changed at ${change.path}`] : [];
}

/** Creates the mocks of an attempt. Creates none for a case whose only mock action is `pass`. */
function createAttemptMocks(
  context: AttemptContext,
  testCase: MockedCase,
  injection: AttemptInjection | undefined,
): AttemptMocks | undefined {
  const { mocks = {}, state = {}, pass = [] } = testCase;
  if (testCase.mocks === undefined && testCase.state === undefined) return undefined;
  const { planned, ports, attempt } = context;
  const toolMocks = createToolMocks({
    mocks,
    state,
    pass,
    alterAnswer: injection?.alterResult,
    seed: buildMocksSeed(testCase, attempt),
    clock: ports.clock,
    onWaiting: (reason) => context.report({ type: 'wait', reason }),
    runScript({ use, ...call }, signal) {
      const { baseDir, agentId } = planned;
      const services = context.services(context.findings().progress.turns?.length || 1);
      return ports.scripts.runMock({ reference: use, baseDir, agentId, services, ...call }, signal);
    },
  });
  return { ...toolMocks, answer: (call, signal) => answerAndReport({ context, toolMocks, call }, signal) };
}

/** Returns the seed of the mocks, which is different for each attempt of a case. */
export function buildMocksSeed({ id }: Pick<MockedCase, 'id'>, attempt: number): string {
  return `${id}:${attempt}`;
}

type AnswerOptions = { context: AttemptContext; toolMocks: AttemptMocks; call: MockedCall };

/** Reports calls that mocks answer. Calls that are passed through are reported by the real tool's host. */
async function answerAndReport({ context, toolMocks, call }: AnswerOptions, signal: AbortSignal): Promise<MockAnswer> {
  const { name: tool, server, arguments: args } = call;
  if (!toolMocks.isMocked({ name: tool, server })) return toolMocks.answer(call, signal);
  const turn = (context.findings().progress.turns?.length ?? 0) + 1;
  const source = { role: 'agent' as const, turn, agentId: context.planned.agentId };
  const reportFact: ReportFact = (fact) => context.report({ type: 'agent', source, fact });
  const end = reportToolStart(reportFact, { server, tool, arguments: args });
  const answer = await toolMocks.answer(call, signal);
  end(answer.type === 'error' ? answer.error : undefined);
  return answer;
}

/**
 * Returns the tool calls that the mocks answered before the agent failed to answer; nothing else of the agent's turn is
 * known.
 */
export function takeAnsweredCalls(toolMocks: AttemptMocks | undefined): AgentResponse | undefined {
  const toolCalls = toolMocks?.takeCalls() ?? [];
  return toolCalls.length === 0 ? undefined : { content: '', toolCalls };
}

/** The outcome of an attempt in which a tool call was refused. */
export function createRefusedCallOutcome(error: string): Pick<Outcome, 'status' | 'error' | 'endReason'> {
  return { status: 'error', error, endReason: 'unmocked_call' };
}

/** The current state for assertions: the state of the mocks, or otherwise the state that the agent reported. */
export function getCurrentState(toolMocks: AttemptMocks | undefined, context: AttemptContext): Json | undefined {
  return toolMocks === undefined ? context.findings().progress.state?.final : toolMocks.endState().final;
}

/** Stores a state that the agent reported. If the case has mocks, this state replaces theirs. */
export function recordEndState(
  context: AttemptContext,
  toolMocks: AttemptMocks | undefined,
  state: Json | undefined,
): void {
  if (state === undefined) return;
  if (toolMocks === undefined) context.record({ state: { final: state, changes: findStateChanges({}, state) } });
  else toolMocks.replaceState(state);
}

function getFinalState(toolMocks: AttemptMocks, { state }: MockedCase): Pick<Outcome, 'state'> {
  const endState = toolMocks.endState();
  // Mocks of a case without `state` start with an empty state. It is not shown as long as it stays empty.
  return state === undefined && isEmpty(endState.final) ? {} : { state: endState };
}

function isEmpty(state: Json): boolean {
  return isJsonObject(state) && Object.keys(state).length === 0;
}
