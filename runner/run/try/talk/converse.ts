import type { Agent, AgentResponse } from '../../../ports/index.ts';
import { jsonText } from '../../../values/index.ts';
import { createTalk } from './begin-talk.ts';
import type { TryInterface } from './conversationalist.ts';
import type { SpokenTurn } from './spoken-turn.ts';

const TURNS = 3;

/**
 * Lets a person talk to an agent, for up to three messages or until the first empty one. Errors of the agent are
 * rethrown.
 */
export async function talkWithoutGoal(
  { agent, person }: { agent: Agent; person: Pick<TryInterface, 'next' | 'showAnswer'> },
  signal: AbortSignal,
): Promise<SpokenTurn[]> {
  const { turns, say } = createTalk({ agent, person });
  while (turns.length < TURNS) {
    const input = await person.next();
    if (input === '') break;
    await say(input, signal);
  }
  return turns;
}

/** Returns the text of an answer, or its data if it has no text. */
export function answerText({ content, next }: AgentResponse): string {
  return content === '' && next !== undefined ? jsonText(next) : content;
}
