import { randomUUID } from 'node:crypto';
import type { ContentPart, Message } from '../../../contract/index.ts';
import { type Json, type JsonObject, toJsonText, withoutUndefined } from '../../../values/index.ts';
import type { AgUiMessage } from './events.ts';

const dataUrlPattern = /^data:([^;,]*)(?:;[^,]*)?;base64,(.*)$/s;

/** Converts a message of a case to AG-UI. */
export function toInputMessage(message: Message): AgUiMessage {
  const { role, content, name, tool_calls: calls, tool_call_id: toolCallId } = message;
  const toolCalls = calls?.map(({ id, function: { name: tool, arguments: toolArguments } }) => ({
    id: id ?? randomUUID(),
    type: 'function' as const,
    function: { name: tool, arguments: toJsonText(toolArguments) },
  }));
  return {
    id: randomUUID(),
    role,
    ...(content === null && role === 'assistant' ? {} : { content: toInputContent(content, role) }),
    ...withoutUndefined({ name, toolCallId, toolCalls }),
  };
}

/** Converts content to AG-UI. Only user messages may contain anything else than text. */
function toInputContent(content: Message['content'], role: Message['role']): Json {
  if (content === null || typeof content === 'string') return content ?? '';
  if (role === 'user') return content.map(toInputPart);
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

function toInputPart(part: ContentPart): JsonObject {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'data':
      return { type: 'text', text: JSON.stringify(part.data) };
    case 'image':
      return { type: 'image', source: toContentSource(part.url ?? part.source) };
    case 'image_url':
      return { type: 'image', source: toContentSource(part.image_url.url) };
    case 'audio':
    case 'input_audio': {
      const { data = '', format = 'wav' } = part.input_audio ?? part;
      return { type: 'audio', source: { type: 'data', value: data, mimeType: `audio/${format}` } };
    }
    case 'file':
      return { type: 'document', source: toContentSource(part.file?.url ?? part.url ?? part.source) };
    default:
      return part satisfies never;
  }
}

function toContentSource(url = ''): JsonObject {
  const [, mimeType, value] = dataUrlPattern.exec(url) ?? [];
  if (value === undefined) return { type: 'url', value: url };
  return { type: 'data', value, mimeType: mimeType || 'application/octet-stream' };
}
