import type { CaseInput, Message, MessageContent } from '../../contract/index.ts';
import { toMessages } from '../../fold/index.ts';
import type { AttemptContext } from '../../ports/index.ts';

/**
 * Returns the messages of a case's input with attachments loaded. `keepOriginal` receives each message with its written
 * content, because loaded attachments change the content. Throws an error that names the attachment that cannot be
 * read.
 */
export async function loadInitialMessages(
  context: AttemptContext,
  input: CaseInput | undefined,
  keepOriginal?: (message: Message, content: MessageContent) => void,
): Promise<Message[]> {
  const messages = toMessages(input);
  if (messages.every((message) => !Array.isArray(message.content))) return messages;
  const { attachments } = context.ports;
  return context.deadline.run((signal) =>
    Promise.all(
      messages.map(async (message) => {
        const content = await attachments.read(message.content, context.planned.baseDir, signal);
        const sentMessage = { ...message, content };
        keepOriginal?.(sentMessage, message.content);
        return sentMessage;
      }),
    ),
  );
}
