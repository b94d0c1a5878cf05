import { getJudgedValue } from '../../assertions/judged-value.ts';
import type { CaseInput, Message, Turn } from '../../contract/index.ts';
import type { AttemptMocks } from '../../mocks/create-tool-mocks.ts';
import { mergeCalls } from '../../mocks/merge-calls.ts';
import type { AgentResponse } from '../../ports/index.ts';
import { type AttemptContext, type Outcome, StoppedError, startStopwatch } from '../../ports/index.ts';
import { type Json, toErrorMessage } from '../../values/index.ts';
import { createInputErrorOutcome, findFailedParty } from './error-outcome.ts';
import { loadInitialMessages } from './initial-messages.ts';
import { recordEndState, takeAnsweredCalls } from './run-with-mocks.ts';
import type { JudgedTurn } from './subjects.ts';

/**
 * The agent's answer in a turn. `refusal` is set if a tool call of the agent was refused, which makes the attempt an
 * error.
 */
export type AgentTurnAnswer =
  | { ok: true; turn: Turn & JudgedTurn; refusal?: string | undefined }
  | { ok: false; outcome: Outcome };

/**
 * Calls the agent under test once. If the input, the agent or a model is broken, that becomes the outcome of the case.
 */
export async function askForSingleAnswer(
  context: AttemptContext,
  input: CaseInput,
  toolMocks?: AttemptMocks,
): Promise<AgentTurnAnswer> {
  const { ports } = context;
  const startedAt = ports.clock.now();
  const elapsed = startStopwatch(ports.clock);
  let messages: Message[] = [];
  try {
    messages = await loadInitialMessages(context, input);
  } catch (error) {
    return { ok: false, outcome: createInputErrorOutcome(error) };
  }
  const lastContent = messages.at(-1)?.content ?? null;
  context.emit({ type: 'turn.started', turn: 1, origin: 'case', input: lastContent });
  try {
    const { response, refusal } = await askWithMocks(context, { turn: 1, messages, toolMocks });
    const turn = { ...toTurn({ turn: 1, input: lastContent, response, startedAt, durationMs: elapsed() }), response };
    finishTurn(context, turn);
    return { ok: true, turn, refusal };
  } catch (error) {
    const calls = takeAnsweredCalls(toolMocks);
    if (calls !== undefined) context.record({ toolCalls: calls.toolCalls });
    if (error instanceof StoppedError) throw error;
    return {
      ok: false,
      outcome: {
        status: 'error',
        error: `${findFailedParty(error)} error: ${toErrorMessage(error)}`,
        endReason: 'agent_error',
      },
    };
  }
}

type TurnRequest = { turn: number; messages: Message[] };

export function askAgentUnderTest(
  { planned, ask, sessionId }: AttemptContext,
  request: TurnRequest & { mocks?: AttemptMocks; state?: Json },
): Promise<AgentResponse> {
  const { agentId, connector, options } = planned;
  return ask({ role: 'agent', phase: 'agent', ...request, agentId, connector, options, sessionId });
}

/**
 * Calls the agent. Adds the tool calls that the mocks answered to the agent's answer, whether or not the agent reports
 * them.
 */
export async function askWithMocks(
  context: AttemptContext,
  { toolMocks, ...turnRequest }: TurnRequest & { toolMocks: AttemptMocks | undefined },
): Promise<{ response: AgentResponse; refusal?: string | undefined }> {
  if (toolMocks === undefined) {
    const alone = await askAgentUnderTest(context, turnRequest);
    recordEndState(context, toolMocks, alone.state);
    return { response: alone };
  }
  let response: AgentResponse;
  let failure = '';
  try {
    response = await askAgentUnderTest(context, {
      ...turnRequest,
      mocks: toolMocks,
      state: toolMocks.endState().final,
    });
    recordEndState(context, toolMocks, response.state);
  } catch (error) {
    // If a call was refused, the agent probably failed because of the refusal, so the refusal is reported instead.
    if (error instanceof StoppedError || toolMocks.refusal() === undefined) throw error;
    response = { content: '', toolCalls: [] };
    failure = `; then the ${findFailedParty(error)} failed: ${toErrorMessage(error)}`;
  }
  context.report({ type: 'wait', reason: undefined });
  const toolCalls = mergeCalls(response.toolCalls, toolMocks.takeCalls());
  const refusal = toolMocks.refusal() ?? toolCalls.map(toolMocks.reasonToRefuse).find((each) => each !== undefined);
  return { response: { ...response, toolCalls }, refusal: refusal && `${refusal}${failure}` };
}

type TurnParts = Pick<Turn, 'turn' | 'input' | 'startedAt' | 'durationMs'> & {
  /** The message of the simulator, and how long the simulator took. */
  move?: { reasoning?: string; durationMs: number; goalAchieved: boolean; goals?: Turn['goals'] } | undefined;
  response?: AgentResponse;
};

/** Builds the data of a turn. The answer may be missing. */
export function toTurn({ turn, move, input, response, startedAt, durationMs }: TurnParts): Turn {
  return {
    turn,
    origin: move === undefined ? 'case' : 'simulator',
    input,
    output: response && (getJudgedValue(response) ?? undefined),
    response: response && { content: response.content, toolCalls: response.toolCalls, next: response.next },
    checkpointsReached: [],
    ...(response?.interrupts === undefined ? {} : { interrupts: response.interrupts }),
    reasoning: move?.reasoning,
    goalAchieved: move?.goalAchieved === true ? true : undefined,
    ...(move?.goals === undefined ? {} : { goals: move.goals }),
    usage: response?.usage,
    startedAt,
    durationMs,
    simulatorMs: move?.durationMs,
  };
}

function finishTurn(context: AttemptContext, turn: Turn): void {
  context.emit({ type: 'turn.finished', turn });
  context.record({ toolCalls: turn.response?.toolCalls ?? [], output: turn.output });
}
