import { formatContentText } from '../fold/index.ts';
import { type Agent, AgentError, type AgentProvider, type AgentRequest, type AgentResponse } from '../ports/index.ts';

export type ScriptedAnswer = string | Partial<AgentResponse> | Error;
type Answerer = (request: AgentRequest, signal: AbortSignal) => ScriptedAnswer | Promise<ScriptedAnswer>;

/** An agent that records its requests. */
export type FakeAgent = Agent & { readonly requests: AgentRequest[] };

/** An agent that answers with the text of the last message. */
export function echoAgent(id = 'echo'): FakeAgent {
  return answeringAgent(id, lastText);
}

/** An agent that gives the listed answers in order; throws if it is called more often. */
export function scriptedAgent(id: string, answers: readonly ScriptedAnswer[]): FakeAgent {
  const remaining = [...answers];
  return answeringAgent(id, () => remaining.shift() ?? new AgentError(`${id} has no answer left`, 'agent'));
}

/** An agent that answers with the result of a function; if that is an `Error`, it is thrown. */
export function answeringAgent(id: string, answer: Answerer): FakeAgent {
  const requests: AgentRequest[] = [];
  return {
    id,
    requests,
    async invoke(request, signal) {
      requests.push(request);
      return toResponse(await answer(request, signal));
    },
  };
}

export function throwingAgent(id = 'thrower', error: Error = new AgentError('the agent broke', 'agent')): FakeAgent {
  return answeringAgent(id, () => error);
}

/** An agent that never answers and ignores its abort signal: the worst possible agent. */
export function unresponsiveAgent(id = 'deaf'): FakeAgent {
  return answeringAgent(id, () => new Promise<ScriptedAnswer>(() => undefined));
}

/** An agent that waits until its signal aborts and then rejects with the reason, as a well-behaved agent does. */
export function waitingAgent(id = 'waiter'): FakeAgent {
  return answeringAgent(
    id,
    (_request, signal) =>
      new Promise<ScriptedAnswer>((_resolve, reject) => {
        const rejectWithReason = () => reject(signal.reason);
        if (signal.aborted) rejectWithReason();
        else signal.addEventListener('abort', rejectWithReason, { once: true });
      }),
  );
}

/** Provides the given agents under their ids, and records the requested references. */
export function fakeAgentProvider(
  agents: readonly Agent[],
): AgentProvider & { readonly asked: { id: string; connector?: string }[] } {
  const requests: { id: string; connector?: string }[] = [];
  return {
    asked: requests,
    async agent(reference) {
      requests.push(reference);
      const id = reference.id.replace(/^(?:agents:|assistants\.)/, '');
      const match = agents.find((agent) => agent.id === id);
      if (match === undefined) throw new AgentError(`agent "${id}" not found`, 'configuration');
      return match;
    },
  };
}

function lastText(request: AgentRequest): string {
  return formatContentText(request.messages.at(-1)?.content ?? null);
}

function toResponse(answer: ScriptedAnswer): AgentResponse {
  if (answer instanceof Error) throw answer;
  if (typeof answer === 'string') return { content: answer, toolCalls: [] };
  return { content: '', toolCalls: [], ...answer };
}
