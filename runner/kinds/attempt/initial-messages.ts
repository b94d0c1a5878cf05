import type { CaseInput, Message } from '../../contract/index.ts';
import { messagesOf } from '../../fold/index.ts';
import type { AttemptContext } from '../../ports/index.ts';

/** The messages of a case's input, attachments read. Throws naming the attachment that cannot be read. */
export async function initialMessages(context: AttemptContext, input: CaseInput | undefined): Promise<Message[]> {
  const messages = messagesOf(input);
  if (messages.every((message) => !Array.isArray(message.content))) return messages;
  const { attachments } = context.ports;
  return context.deadline.run((signal) =>
    Promise.all(
      messages.map(async (message) => ({
        ...message,
        content: await attachments.read(message.content, context.planned.baseDir, signal),
      })),
    ),
  );
}
