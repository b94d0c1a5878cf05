import type { Agent, AgentResponse } from '../../../ports/index.ts';
import { toJsonText } from '../../../values/index.ts';
import { createAgentConversation } from './agent-conversation.ts';
import type { TryInterface } from './try-interface.ts';
import type { TurnWithAgent } from './turn-with-agent.ts';

const MAX_TURNS = 3;

/** Lets a person talk to an agent, for up to three messages or until an empty message. Rethrows errors of the agent. */
export async function converseWithoutGoal(
  { agent, person }: { agent: Agent; person: Pick<TryInterface, 'next' | 'showAnswer'> },
  signal: AbortSignal,
): Promise<TurnWithAgent[]> {
  const { turns, say } = createAgentConversation({ agent, person });
  while (turns.length < MAX_TURNS) {
    const input = await person.next();
    if (input === '') break;
    await say(input, signal);
  }
  return turns;
}

/** Returns the text of an answer or, if it has no text, its data. */
export function getAnswerTextOrData({ content, next }: AgentResponse): string {
  return content === '' && next !== undefined ? toJsonText(next) : content;
}
