import type { Agent, AgentResponse } from '../../../ports/index.ts';
import { toJsonText } from '../../../values/index.ts';
import { createAgentConversation } from './begin-talk.ts';
import type { TryInterface } from './conversationalist.ts';
import type { TurnWithAgent } from './spoken-turn.ts';

const TURNS = 3;

/**
 * Lets a person talk to an agent, for up to three messages or until the first empty one. Errors of the agent are
 * rethrown.
 */
export async function converseWithoutGoal(
  { agent, person }: { agent: Agent; person: Pick<TryInterface, 'next' | 'showAnswer'> },
  signal: AbortSignal,
): Promise<TurnWithAgent[]> {
  const { turns, say } = createAgentConversation({ agent, person });
  while (turns.length < TURNS) {
    const input = await person.next();
    if (input === '') break;
    await say(input, signal);
  }
  return turns;
}

/** Returns the text of an answer, or its data if it has no text. */
export function getAnswerTextOrData({ content, next }: AgentResponse): string {
  return content === '' && next !== undefined ? toJsonText(next) : content;
}
