import type { Message } from '../../contract/index.ts';
import { textOfContent } from '../../fold/index.ts';
import type { JsonObject } from '../../values/index.ts';

/**
 * Converts a conversation for servers that accept only texts: `{role, content}`, without tool calls, results and
 * attachments. The assistant's texts before and after a call become one message.
 */
export function textMessages(messages: readonly Message[]): JsonObject[] {
  const texts: { role: string; content: string }[] = [];
  for (const { role, content } of messages) {
    const text = content === null ? '' : textOfContent(content);
    if (role === 'tool' || text.trim() === '') continue;
    const last = texts.at(-1);
    if (role === 'assistant' && last?.role === role) last.content += `\n${text}`;
    else texts.push({ role, content: text });
  }
  return texts;
}
