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
  const { planned, ports } = context;
  const startedAt = ports.clock.now();
  const elapsed = startStopwatch(ports.clock);
  let messages: Message[] = [];
  try {
    messages = await initialMessages(context, input);
  } catch (error) {
    return { ok: false, outcome: inputError(error) };
  }
  try {
    const response = await context.ask({
      role: 'agent',
      phase: 'agent',
      turn: 1,
      agentId: planned.agentId,
      connector: planned.connector,
      messages,
      options: planned.options,
      sessionId: context.sessionId,
    });
    const turn = turnOf({ messages, response, startedAt, durationMs: elapsed() });
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

function turnOf(parts: {
  messages: Message[];
  response: AgentResponse;
  startedAt: number;
  durationMs: number;
}): Turn & JudgedTurn {
  const { messages, response, startedAt, durationMs } = parts;
  return {
    turn: 1,
    origin: 'case',
    input: messages.at(-1)?.content ?? null,
    output: judgedValue(response) ?? undefined,
    response: {
      content: response.content,
      toolCalls: response.toolCalls,
      next: response.next,
    },
    checkpointsReached: [],
    usage: response.usage,
    startedAt,
    durationMs,
  };
}

function finishTurn(context: AttemptContext, turn: Turn): void {
  context.emit({ type: 'turn.finished', turn });
  context.record({ toolCalls: turn.response?.toolCalls ?? [], output: turn.output });
}
