import type { CaseInput, Message, Turn } from '../../runner/contract/index.ts';
import { messagesOf } from '../../runner/fold/index.ts';
import { asJson, type JsonObject, jsonText } from '../../runner/values/index.ts';

type Conversation = {
  /** The initial input of the case to its agent. */
  input: CaseInput | undefined;
  turns: readonly Turn[];
  /** The turn whose question is asked anew, from 1; what was said before becomes history. */
  upTo: number;
};

/**
 * A case, as people write it, that asks a question of a conversation again with everything that was said before it.
 * What the agent called for an answer it must call again; `contains` is what the answer must have.
 */
export function caseFromConversation(
  conversation: Conversation,
  about: { id: string; name?: string; contains?: string },
): JsonObject {
  const { input, turns, upTo } = conversation;
  const before = messagesOf(input).slice(0, -1);
  const said = turns.filter(({ turn }) => turn < upTo).flatMap(messagesOfTurn);
  const asked = turns.find(({ turn }) => turn === upTo);
  const question: Message = { role: 'user', content: asked?.input ?? '' };
  const messages = [...before, ...said, question];
  const tools = [...new Set((asked?.response?.toolCalls ?? []).map(({ tool }) => tool))];
  const checks = [
    ...(about.contains === undefined || about.contains === '' ? [] : [{ type: 'contains', value: about.contains }]),
    ...tools.map((tool) => ({ type: 'tool_called', value: tool })),
  ];
  return {
    id: about.id,
    ...(about.name === undefined || about.name === '' ? {} : { name: about.name }),
    input: messages.length === 1 && typeof question.content === 'string' ? question.content : asJson(messages),
    ...(checks.length === 0 ? {} : { assert: checks.length === 1 ? (checks[0] ?? null) : checks }),
  };
}

function messagesOfTurn({ input, response, output }: Turn): Message[] {
  const user: Message = { role: 'user', content: input };
  const text = response?.content !== undefined && response.content !== '' ? response.content : output;
  if (text === undefined || text === null) return [user];
  return [user, { role: 'assistant', content: jsonText(text) }];
}
