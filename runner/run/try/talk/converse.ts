import { v7 as uuidv7 } from 'uuid';
import { defaultEnvironment, type Message } from '../../../contract/index.ts';
import { messagesOfResponse } from '../../../kinds/dynamic/conversation.ts';
import type { Agent, AgentRequest, AgentResponse } from '../../../ports/index.ts';
import { jsonText } from '../../../values/index.ts';
import { DEFAULT_TIMEOUT_MS } from '../../flags/run-flags.ts';
import type { Conversationalist } from './conversationalist.ts';
import type { SpokenTurn } from './spoken-turn.ts';

const TURNS = 3;

/**
 * Lets a person talk to an agent, for up to three messages or until the first empty one. Errors of the agent are
 * thrown on.
 */
export async function converse(
  { agent, person }: { agent: Agent; person: Pick<Conversationalist, 'next' | 'showAnswer'> },
  signal: AbortSignal,
): Promise<SpokenTurn[]> {
  const sessionId = `try:${uuidv7()}`;
  const messages: Message[] = [];
  const turns: SpokenTurn[] = [];
  while (turns.length < TURNS) {
    const input = await person.next();
    if (input === '') break;
    messages.push({ role: 'user', content: input });
    const turn = turns.length + 1;
    const patience = AbortSignal.any([signal, AbortSignal.timeout(DEFAULT_TIMEOUT_MS)]);
    const response = await agent.invoke(requestToAgent({ messages: [...messages], turn, sessionId }), patience);
    messages.push(...messagesOfResponse(response, turn));
    const spoken = { turn, input, response };
    turns.push(spoken);
    person.showAnswer(spoken);
  }
  return turns;
}

type TalkQuestion = { messages: Message[]; turn: number; sessionId?: string };

/** A request outside of any run, without a user identity. */
export function requestToAgent({ messages, turn, sessionId = `try:${uuidv7()}` }: TalkQuestion): AgentRequest {
  const place = { runId: sessionId, suiteKey: 'try', caseId: 'try', attempt: 1, turn };
  return { messages, options: {}, sessionId, context: { ...place, role: 'agent', environment: defaultEnvironment } };
}

/** Returns the text of an answer, or its data if it has no text. */
export function answerText({ content, next }: AgentResponse): string {
  return content === '' && next !== undefined ? jsonText(next) : content;
}
