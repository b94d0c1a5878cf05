import type { CaseInput, ContentPart, Message, MessageContent, ToolCall } from '../contract/index.ts';
import { toJsonText } from '../values/index.ts';

export function toMessages(input: CaseInput | undefined): Message[] {
  if (input === undefined) return [];
  if (typeof input === 'string') return [{ role: 'user', content: input }];
  return Array.isArray(input) ? input : [input];
}

/** Returns the text of a message for display; attachments are named in brackets. */
export function formatContentText(content: MessageContent): string {
  if (content === null) return '';
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : `[${findNameOfPart(part)}]`)).join('\n');
}

/** Formats a message in one line: `"Submit receipt" + [receipt.jpg]`. */
export function quoteContent(content: MessageContent, shorten: (text: string) => string): string {
  if (!Array.isArray(content)) return `"${shorten(content ?? '')}"`;
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const others = content.flatMap((part) => (part.type === 'text' ? [] : [`[${findNameOfPart(part)}]`]));
  const quotes = texts.length === 0 && others.length > 0 ? [] : [`"${shorten(texts.join('\n'))}"`];
  return [...quotes, ...others].join(' + ');
}

function findNameOfPart(part: Exclude<ContentPart, { type: 'text' }>): string {
  if (part.type === 'file')
    return part.name ?? part.filename ?? part.file?.filename ?? findBaseName(part.source) ?? 'file';
  if (part.type === 'image') return part.name ?? findBaseName(part.source) ?? 'image';
  if (part.type === 'audio' || part.type === 'input_audio') return findBaseName(part.source) ?? 'audio';
  if (part.type === 'image_url') return 'image';
  return 'data';
}

function findBaseName(source: string | undefined): string | undefined {
  return source?.split('/').at(-1);
}

export type AnsweredToolCall = { id: string; name: string; arguments: string; result: string };

/** Converts an answer with tool calls to messages for the next request: the assistant's message and the results. */
export function toToolCallMessages(content: string, calls: readonly AnsweredToolCall[]): Message[] {
  return [
    {
      role: 'assistant',
      content: content === '' ? null : content,
      tool_calls: calls.map(({ id, name, arguments: args }) => ({
        id,
        type: 'function',
        function: { name, arguments: args },
      })),
    },
    ...calls.map(({ id, result }): Message => ({ role: 'tool', tool_call_id: id, content: result })),
  ];
}

/** Returns the result of a tool call as text for a model. */
export function formatToolResultForModel({ result, error }: ToolCall): string {
  return toJsonText(error === undefined ? (result ?? null) : { error });
}
