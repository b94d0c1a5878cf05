import type { Message } from '../../contract/index.ts';

/** The messages of a request that its agent has not answered yet: those behind the last answer. */
export function newMessages(messages: readonly Message[]): Message[] {
  const last = messages.findLastIndex(({ role }) => role === 'assistant' || role === 'tool');
  return messages.slice(last + 1);
}
