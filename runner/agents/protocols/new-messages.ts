import type { Message } from '../../contract/index.ts';

/**
 * The messages of a request that its agent has not answered yet: those behind the last answer. An empty answer leaves
 * no message, so that what was sent before is told apart by its number. Who asks a single question each time, as
 * simulators and judges are asked, does not go on with the messages before.
 */
export function newMessages(messages: readonly Message[], seen: number): Message[] {
  const unseen = messages.length > seen ? messages.slice(seen) : messages;
  const last = unseen.findLastIndex(({ role }) => role === 'assistant' || role === 'tool');
  return unseen.slice(last + 1);
}
