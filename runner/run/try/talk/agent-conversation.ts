import { v7 as uuidv7 } from 'uuid';
import { defaultEnvironment, type Message } from '../../../contract/index.ts';
import { toConversationMessages } from '../../../kinds/dynamic/conversation.ts';
import type { Agent, AgentRequest } from '../../../ports/index.ts';
import { DEFAULT_TIMEOUT_MS } from '../../flags/run-flags.ts';
import type { TryInterface } from './try-interface.ts';
import type { TurnWithAgent } from './turn-with-agent.ts';

/** A conversation with an agent, which `say` continues. Rethrows errors of the agent. */
type AgentConversation = { turns: TurnWithAgent[]; say(input: string, signal: AbortSignal): Promise<TurnWithAgent> };

type ConversationParticipants = { agent: Agent; person: Pick<TryInterface, 'showAnswer'> };

export function createAgentConversation({ agent, person }: ConversationParticipants): AgentConversation {
  const sessionId = `try:${uuidv7()}`;
  const messages: Message[] = [];
  const turns: TurnWithAgent[] = [];
  return {
    turns,
    async say(input, signal) {
      messages.push({ role: 'user', content: input });
      const turn = turns.length + 1;
      const patience = AbortSignal.any([signal, AbortSignal.timeout(DEFAULT_TIMEOUT_MS)]);
      const response = await agent.invoke(createRequestToAgent({ messages: [...messages], turn, sessionId }), patience);
      messages.push(...toConversationMessages(response, turn));
      const finishedTurn = { turn, input, response };
      turns.push(finishedTurn);
      person.showAnswer(finishedTurn);
      return finishedTurn;
    },
  };
}

type QuestionInConversation = { messages: Message[]; turn: number; sessionId: string };

/** Builds a request outside of any run, without a user identity. */
export function createRequestToAgent({ messages, turn, sessionId }: QuestionInConversation): AgentRequest {
  const attemptAddress = { runId: sessionId, suiteKey: 'try', caseId: 'try', attempt: 1, turn };
  return {
    messages,
    options: {},
    sessionId,
    context: { ...attemptAddress, role: 'agent', environment: defaultEnvironment },
  };
}
