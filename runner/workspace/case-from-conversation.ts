import type { CaseInput, Message, Turn } from '../contract/index.ts';
import { toMessages } from '../fold/index.ts';
import { castToJson, isJsonObject, type Json, type JsonObject, toJsonText, withoutUndefined } from '../values/index.ts';

type StoredConversation = {
  input: CaseInput | undefined;
  turns: readonly Turn[];
  /** The number of the turn whose question is asked again, from 1. Earlier turns become history. */
  upTo: number;
};

/**
 * Builds an authored case that repeats a question of a conversation after the same history. The case expects the same
 * tool calls; `contains` is the text that the answer must contain.
 */
export function buildCaseFromConversation(
  conversation: StoredConversation,
  newCase: { id: string; name?: string; contains?: string },
): JsonObject {
  const lastTurn = conversation.turns.find(({ turn }) => turn === conversation.upTo);
  const tools = [...new Set((lastTurn?.response?.toolCalls ?? []).map(({ tool }) => tool))];
  const checks = [
    ...(newCase.contains === undefined || newCase.contains === ''
      ? []
      : [{ type: 'contains', value: newCase.contains }]),
    ...tools.map((tool) => ({ type: 'tool_called', value: tool })),
  ];
  return {
    id: newCase.id,
    ...(newCase.name === undefined || newCase.name === '' ? {} : { name: newCase.name }),
    input: buildInputUpToTurn(conversation),
    ...(checks.length === 0 ? {} : { assert: checks.length === 1 ? (checks[0] ?? null) : checks }),
  };
}

/** The messages before a turn, followed by the turn's question. */
function buildInputUpToTurn({ input, turns, upTo }: StoredConversation): Json {
  const lastTurn = turns.find(({ turn }) => turn === upTo);
  const question: Message = { role: 'user', content: lastTurn?.input ?? '' };
  const earlierMessages = turns.filter(({ turn }) => turn < upTo).flatMap(toMessagesOfTurn);
  const messages = [...toMessages(input).slice(0, -1), ...earlierMessages, question];
  return messages.length === 1 && typeof question.content === 'string' ? question.content : castToJson(messages);
}

/**
 * Builds a case that continues a conversation from the question of a turn: with the conversation's simulator or its
 * user's next messages, and with the checkpoints that were not reached yet.
 */
export function buildContinuationCase(
  conversation: StoredConversation & { reached: ReadonlySet<string> },
  { id, writtenCase }: { id: string; writtenCase: JsonObject },
): JsonObject {
  const { upTo, reached, input } = conversation;
  const { id: _, name: __, input: ___, checkpoints, turns, max_turns: maxTurns, ...otherFields } = writtenCase;
  const open = toList(checkpoints)
    .filter(isJsonObject)
    .filter((checkpoint) => !reached.has(String(checkpoint.id)))
    .map((checkpoint) => ({
      ...checkpoint,
      after: toList(checkpoint.after).filter((each) => !reached.has(String(each))),
    }));
  const playedTurns = input === undefined ? upTo : upTo - 1;
  return withoutUndefined({
    id,
    input: buildInputUpToTurn(conversation),
    ...otherFields,
    turns: turns === undefined || toList(turns).length <= playedTurns ? undefined : toList(turns).slice(playedTurns),
    checkpoints: open.length === 0 ? undefined : open,
    max_turns: typeof maxTurns === 'number' ? Math.max(1, maxTurns - upTo + 1) : undefined,
  });
}

function toList(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

function toMessagesOfTurn({ input, response, output }: Turn): Message[] {
  const user: Message = { role: 'user', content: input };
  const text = response?.content !== undefined && response.content !== '' ? response.content : output;
  if (text === undefined || text === null) return [user];
  return [user, { role: 'assistant', content: toJsonText(text) }];
}
