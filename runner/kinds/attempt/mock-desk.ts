import type { DynamicCase, StandardCase } from '../../contract/index.ts';
import { type AttemptDesk, createMockDesk } from '../../mocks/create-mock-desk.ts';
import { stateChanges } from '../../mocks/state-changes.ts';
import {
  type AgentResponse,
  type AttemptContext,
  type MockAnswer,
  type MockedCall,
  type Outcome,
  type ReportFact,
  reportTool,
} from '../../ports/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../values/index.ts';
import type { JudgeAssertion } from './judge.ts';

/** What a case is played with, beside the attempt. */
export type Playing = {
  /** The case as a person would write it. */
  authored: () => JsonObject;
  /** Makes the checks; left out, the attempt does. */
  judge?: JudgeAssertion;
  /** Answers the tool calls of the agent. */
  desk?: AttemptDesk | undefined;
};

type MockedCase = StandardCase | DynamicCase;

/** Plays a case whose tools are mocked; the state is part of the result, however it ends. */
export async function playMocked<Played extends Outcome>(
  context: AttemptContext,
  testCase: MockedCase,
  play: (desk: AttemptDesk | undefined) => Promise<Played>,
): Promise<Played> {
  if (typeof testCase.state === 'string') throw new Error(`the state ${testCase.state} was not read`);
  const desk = createDesk(context, testCase);
  if (desk === undefined) return play(undefined);
  try {
    const outcome = await play(desk);
    return {
      ...outcome,
      ...finalState(desk, testCase),
      ...unusedParts(outcome, [...desk.idle(), ...idleState(desk, testCase)]),
    };
  } catch (error) {
    context.record(finalState(desk, testCase));
    throw error;
  }
}

/** Of an attempt that passed: what stood in its case and did nothing, with what is known of that already. */
export function unusedParts(
  { status, idle = [] }: Pick<Outcome, 'status' | 'idle'>,
  more: readonly string[],
): Pick<Outcome, 'idle'> {
  const all = [...idle, ...more];
  return status === 'passed' && all.length > 0 ? { idle: all } : {};
}

/** A state that nothing can change ends as it began: an assertion on it says nothing of the agent. */
function idleState(desk: AttemptDesk, { assertions = [] }: MockedCase): string[] {
  if (desk.couldChangeState() || !assertions.some(({ type }) => type === 'state')) return [];
  return ['state, which no mock changes'];
}

/** A case with `pass` alone says nothing of its tools. */
function createDesk(context: AttemptContext, testCase: MockedCase): AttemptDesk | undefined {
  const { mocks = {}, state = {}, pass = [] } = testCase;
  if (testCase.mocks === undefined && testCase.state === undefined) return undefined;
  const { planned, ports, attempt } = context;
  const desk = createMockDesk({
    mocks,
    state,
    pass,
    seed: `${testCase.id}:${attempt}`,
    clock: ports.clock,
    waiting: (reason) => context.report({ type: 'wait', reason }),
    runScript({ use, ...call }, signal) {
      const { baseDir, agentId } = planned;
      const services = context.services(context.findings().progress.turns?.length || 1);
      return ports.scripts.runMock({ reference: use, baseDir, agentId, services, ...call }, signal);
    },
  });
  return { ...desk, answer: (call, signal) => answerAndTell({ context, desk, call }, signal) };
}

type Answering = { context: AttemptContext; desk: AttemptDesk; call: MockedCall };

/** A call that is let through is told by whoever has the real tool. */
async function answerAndTell({ context, desk, call }: Answering, signal: AbortSignal): Promise<MockAnswer> {
  const { name: tool, server, arguments: args } = call;
  if (!desk.isMocked({ name: tool, server })) return desk.answer(call, signal);
  const turn = (context.findings().progress.turns?.length ?? 0) + 1;
  const source = { role: 'agent' as const, turn, agentId: context.planned.agentId };
  const report: ReportFact = (fact) => context.report({ type: 'agent', source, fact });
  const end = reportTool(report, { server, tool, arguments: args });
  const answer = await desk.answer(call, signal);
  end(answer.type === 'error' ? answer.error : undefined);
  return answer;
}

/** What an agent that has not answered has called: nothing else of its turn is known. */
export function callsSoFar(desk: AttemptDesk | undefined): AgentResponse | undefined {
  const toolCalls = desk?.takeCalls() ?? [];
  return toolCalls.length === 0 ? undefined : { content: '', toolCalls };
}

/** The outcome of an attempt in which a call could not be let happen. */
export function refusedCall(error: string): Pick<Outcome, 'status' | 'error' | 'endReason'> {
  return { status: 'error', error, endReason: 'unmocked_call' };
}

/** The state as it is, for the assertions on it: of the mocks, or else the agent's own. */
export function currentState(desk: AttemptDesk | undefined, context: AttemptContext): Json | undefined {
  return desk === undefined ? context.findings().progress.state?.final : desk.endState().final;
}

/** Keeps a state that the agent has told; where the case has one, it is the same. */
export function keepState(context: AttemptContext, desk: AttemptDesk | undefined, state: Json | undefined): void {
  if (state === undefined) return;
  if (desk === undefined) context.record({ state: { final: state, changes: stateChanges({}, state) } });
  else desk.adopt(state);
}

function finalState(desk: AttemptDesk, { state }: MockedCase): Pick<Outcome, 'state'> {
  const ended = desk.endState();
  // Mocks without a state begin with nothing: as long as that is so there is nothing to show.
  return state === undefined && isEmpty(ended.final) ? {} : { state: ended };
}

function isEmpty(state: Json): boolean {
  return isJsonObject(state) && Object.keys(state).length === 0;
}
