import type { AgentOptions, Message } from '../../contract/index.ts';
import { type AgentResponse, createNestedContext } from '../../ports/index.ts';
import type { YaoTurn } from './yao-turn.ts';

export type AgentQuestion = {
  agentId: string;
  connector?: string | undefined;
  messages: Message[];
  options: AgentOptions;
};

/** Calls another agent in the same session. The usage of the called agent is added to that of the calling agent. */
export async function askAgent(
  { agentId, connector, messages, options }: AgentQuestion,
  turn: YaoTurn,
  signal: AbortSignal,
): Promise<AgentResponse> {
  if (turn.askAgent !== undefined) return turn.askAgent({ agentId, connector, messages, options });
  const { runtime, request, assistant, locale } = turn;
  const { context } = request;
  const agent = await runtime.agents.agent({ id: agentId, connector }, signal);
  const response = await agent.invoke(
    {
      messages,
      options,
      sessionId: request.sessionId,
      context: { ...createNestedContext(context, assistant.id), environment: { ...context.environment, locale } },
      mocks: request.mocks,
    },
    signal,
  );
  turn.spend(response.usage);
  return response;
}
