import type { ConversationView, Speaker } from '@/components/conversation/conversation-model';

/**
 * The key of a message in a conversation, such as `turn 2 user`; `past 0` is the first message before the first turn.
 */
export type MessageKey = string;

/** The minimum length in characters of a message that is collapsed. Shorter messages would save no reading time. */
const MIN_FOLDED_MESSAGE_LENGTH = 60;
const MAX_UNFOLDED_INSTRUCTION_LENGTH = 240;

/** Returns the line that replaces each repeated message, by the key of the message. */
export function findRepeatedMessages({ history, turns }: ConversationView): ReadonlyMap<MessageKey, string> {
  const first = new Map<string, string>();
  const repeatedMessages = new Map<MessageKey, string>();
  function foldMessageIfRepeated(
    messageKey: MessageKey,
    { speaker, text, name }: { speaker: Speaker; text: string; name: string },
  ): void {
    const words = text.trim().replaceAll(/\s+/g, ' ');
    if (words.length < MIN_FOLDED_MESSAGE_LENGTH) return;
    const key = `${speaker} ${words}`;
    const before = first.get(key);
    if (before !== undefined) repeatedMessages.set(messageKey, `The same as ${before}`);
    else if (speaker === 'system' && words.length > MAX_UNFOLDED_INSTRUCTION_LENGTH)
      repeatedMessages.set(messageKey, 'Instructions');
    if (before === undefined) first.set(key, name);
  }
  for (const [position, { speaker, text }] of history.entries()) {
    foldMessageIfRepeated(`past ${position}`, { speaker, text, name: 'before this conversation' });
  }
  for (const { turn, user, answer } of turns) {
    if (user !== undefined)
      foldMessageIfRepeated(`turn ${turn} user`, { speaker: 'user', text: user.text, name: `in T${turn}` });
    if (answer !== undefined)
      foldMessageIfRepeated(`turn ${turn} agent`, { speaker: 'agent', text: answer.text, name: `in T${turn}` });
  }
  return repeatedMessages;
}
