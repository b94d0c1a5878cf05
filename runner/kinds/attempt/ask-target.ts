import { judgedValue } from '../../assertions/judged-value.ts';
import type { CaseInput, Message, Turn } from '../../contract/index.ts';
import type { AgentResponse } from '../../ports/index.ts';
import { type AttemptContext, type Outcome, Stopped, startStopwatch } from '../../ports/index.ts';
import { errorText } from '../../values/index.ts';
import { brokenPart, inputError } from './failure.ts';
import { initialMessages } from './initial-messages.ts';
import type { JudgedTurn } from './subjects.ts';

export type TargetAnswer = { ok: true; turn: Turn & JudgedTurn } | { ok: false; outcome: Outcome };

/** Asks the agent under test once; a broken input, agent or model is the outcome of the case. */
export async function askTarget(context: AttemptContext, input: CaseInput): Promise<TargetAnswer> {
  const { ports } = context;
  const startedAt = ports.clock.now();
  const elapsed = startStopwatch(ports.clock);
  let messages: Message[] = [];
  try {
    messages = await initialMessages(context, input);
  } catch (error) {
    return { ok: false, outcome: inputError(error) };
  }
  try {
    const response = await askAgentUnderTest(context, { turn: 1, messages });
    const input = messages.at(-1)?.content ?? null;
    const turn = { ...turnOf({ turn: 1, input, response, startedAt, durationMs: elapsed() }), response };
    finishTurn(context, turn);
    return { ok: true, turn };
  } catch (error) {
    if (error instanceof Stopped) throw error;
    return {
      ok: false,
      outcome: { status: 'error', error: `${brokenPart(error)} error: ${errorText(error)}`, endReason: 'agent_error' },
    };
  }
}

export function askAgentUnderTest(
  { planned, ask, sessionId }: AttemptContext,
  asked: { turn: number; messages: Message[] },
): Promise<AgentResponse> {
  const { agentId, connector, options } = planned;
  return ask({ role: 'agent', phase: 'agent', ...asked, agentId, connector, options, sessionId });
}

type TurnFacts = Pick<Turn, 'turn' | 'input' | 'startedAt' | 'durationMs'> & {
  /** What a simulator said, and how long it took. */
  move?: { reasoning?: string; durationMs: number; goalAchieved: boolean } | undefined;
  response?: AgentResponse;
};

/** A turn as far as it came. */
export function turnOf({ turn, move, input, response, startedAt, durationMs }: TurnFacts): Turn {
  return {
    turn,
    origin: move === undefined ? 'case' : 'simulator',
    input,
    output: response && (judgedValue(response) ?? undefined),
    response: response && { content: response.content, toolCalls: response.toolCalls, next: response.next },
    checkpointsReached: [],
    reasoning: move?.reasoning,
    goalAchieved: move?.goalAchieved === true ? true : undefined,
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
