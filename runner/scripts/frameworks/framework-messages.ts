import type { ContentPart, Message } from '../../contract/index.ts';
import { type Json, tryParseJson } from '../../values/index.ts';

type MessagePart = Record<string, unknown>;
/** A message in the form that AI SDK and Mastra agents take. */
export type FrameworkMessage = { role: 'system' | 'user' | 'assistant' | 'tool'; content: string | MessagePart[] };

/** A conversation in the parts of the AI SDK, which Mastra understands as well. */
export function toFrameworkMessages(messages: readonly Message[]): FrameworkMessage[] {
  const names = new Map(
    messages.flatMap(({ tool_calls: calls = [] }) => calls.map((call) => [call.id, call.function.name])),
  );
  return messages.map((message) => {
    const { role, content } = message;
    switch (role) {
      case 'system':
      case 'developer':
        return { role: 'system', content: joinContentTexts(content) };
      case 'user':
        return { role, content: Array.isArray(content) ? content.map(toUserMessagePart) : (content ?? '') };
      case 'assistant':
        return { role, content: toAssistantContent(message) };
      case 'tool':
        return { role, content: [toToolResultPart(message, names.get(message.tool_call_id))] };
      default:
        return role satisfies never;
    }
  });
}

function joinContentTexts(content: Message['content']): string {
  if (!Array.isArray(content)) return content ?? '';
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

function toUserMessagePart(part: ContentPart): MessagePart {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'image':
      return createFilePart(part.url ?? part.source ?? '', 'image/*');
    case 'image_url':
      return createFilePart(part.image_url.url, 'image/*');
    case 'audio':
    case 'input_audio': {
      const { data, format } = part.input_audio ?? part;
      return { type: 'file', data: data ?? '', mediaType: `audio/${format ?? 'wav'}` };
    }
    case 'file': {
      const filename = part.file?.filename ?? part.filename ?? part.name;
      return { ...createFilePart(part.file?.url ?? part.url ?? '', 'application/octet-stream'), filename };
    }
    case 'data':
      return { type: 'text', text: JSON.stringify(part.data) };
    default:
      return part satisfies never;
  }
}

/** Creates a file part. A data URL contains its own media type. */
function createFilePart(url: string, mediaType: string): MessagePart {
  return { type: 'file', data: url, mediaType: /^data:([^;,]+)/.exec(url)?.[1] ?? mediaType };
}

function toAssistantContent({ content, tool_calls: calls = [] }: Message): FrameworkMessage['content'] {
  const text = joinContentTexts(content);
  if (calls.length === 0) return text;
  return [
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...calls.map(({ id, function: { name, arguments: argumentsText } }, index) => ({
      type: 'tool-call',
      toolCallId: id ?? `call_${index + 1}`,
      toolName: name,
      input: typeof argumentsText === 'string' ? parseToolArguments(argumentsText) : argumentsText,
    })),
  ];
}

/** Parses tool arguments. Arguments that are not JSON come from a failed call; the model gets them unchanged. */
function parseToolArguments(argumentsText: string): Json {
  const value = tryParseJson(argumentsText);
  return value === undefined ? { text: argumentsText } : value;
}

function toToolResultPart({ tool_call_id: toolCallId, content }: Message, toolName = 'tool'): MessagePart {
  return { type: 'tool-result', toolCallId, toolName, output: { type: 'text', value: joinContentTexts(content) } };
}
