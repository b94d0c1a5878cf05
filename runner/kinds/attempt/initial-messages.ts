import type { CaseInput, Message, MessageContent } from '../../contract/index.ts';
import { toMessages } from '../../fold/index.ts';
import type { AttemptContext } from '../../ports/index.ts';

/**
 * The messages of a case's input, attachments read. `keep` is told what was written where that is not what is sent.
 * Throws naming the attachment that cannot be read.
 */
export async function initialMessages(
  context: AttemptContext,
  input: CaseInput | undefined,
  keep?: (message: Message, content: MessageContent) => void,
): Promise<Message[]> {
  const messages = toMessages(input);
  if (messages.every((message) => !Array.isArray(message.content))) return messages;
  const { attachments } = context.ports;
  return context.deadline.run((signal) =>
    Promise.all(
      messages.map(async (message) => {
        const content = await attachments.read(message.content, context.planned.baseDir, signal);
        const sent = { ...message, content };
        keep?.(sent, message.content);
        return sent;
      }),
    ),
  );
}
