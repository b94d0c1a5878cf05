import type { Message } from '../../contract/index.ts';
import type { AgentRequest } from '../../ports/index.ts';

/**
 * Returns the messages that the agent has not received yet. Those before `seenCount` were sent already, and answers are
 * the agent's own. The prompt of a simulator or judge is not a continuation and may be shorter than `seenCount`; then
 * all of it is new.
 */
export function selectNewMessages(messages: readonly Message[], seenCount: number): Message[] {
  const unseenMessages = messages.length > seenCount ? messages.slice(seenCount) : messages;
  const last = unseenMessages.findLastIndex(({ role }) => role === 'assistant' || role === 'tool');
  return unseenMessages.slice(last + 1);
}

/** Returns the user's new messages, for a protocol that can send only these. Warns if other messages are left out. */
export function selectNewUserMessages(
  protocol: string,
  { messages, context }: AgentRequest,
  seenCount: number,
): Message[] {
  const newMessages = selectNewMessages(messages, seenCount);
  const userMessages = newMessages.filter(({ role }) => role === 'user');
  const omittedCount = (seenCount > 0 ? newMessages.length : messages.length) - userMessages.length;
  if (omittedCount > 0) {
    const omittedText =
      omittedCount === 1 ? 'one earlier or system message' : `${omittedCount} earlier or system messages`;
    context.report?.({
      type: 'warning',
      text: `${protocol} sends only what the user says now: ${omittedText} of the case did not reach the agent`,
    });
  }
  return userMessages;
}
