import type { ContentPart, Message } from '../contract/index.ts';
import { type JsonObject, toJsonText, withoutUndefined } from '../values/index.ts';

const textFileUrlPattern = /^data:(?:text\/[\w.+-]+|application\/(?:json|xml|yaml))(?:;charset=[\w-]+)?;base64,(.*)$/s;

/** Converts a message to the format of the chat-completions protocol: arguments as text, attachments as parts. */
export function toWireMessage(message: Message): JsonObject {
  const { tool_calls: toolCalls, content, refusal, ...otherFields } = message;
  return withoutUndefined({
    ...otherFields,
    content: Array.isArray(content) ? content.map(toWirePart) : content,
    refusal: refusal ?? undefined,
    tool_calls: toolCalls?.map((call, index) => toWireToolCall(call, index)),
  });
}

function toWireToolCall(call: NonNullable<Message['tool_calls']>[number], index: number): JsonObject {
  const rawArguments = call.function.arguments;
  return {
    id: call.id ?? `call_${index + 1}`,
    type: 'function',
    function: { name: call.function.name, arguments: toJsonText(rawArguments) },
  };
}

function toWirePart(part: ContentPart): JsonObject {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'image':
      return {
        type: 'image_url',
        image_url: withoutUndefined({ url: part.url ?? part.source ?? '', detail: part.detail }),
      };
    case 'image_url':
      return { type: 'image_url', image_url: withoutUndefined(part.image_url) };
    case 'audio':
    case 'input_audio':
      return {
        type: 'input_audio',
        input_audio: part.input_audio ?? withoutUndefined({ data: part.data, format: part.format }),
      };
    case 'file':
      return toWireFile(part);
    case 'data':
      return { type: 'text', text: JSON.stringify(part.data) };
    default:
      return part satisfies never;
  }
}

/**
 * Converts a file to a part of a message: text files to text, which every model reads, other files to the protocol's
 * file part.
 */
function toWireFile(part: Extract<ContentPart, { type: 'file' }>): JsonObject {
  const filename = part.file?.filename ?? part.filename ?? part.name;
  const url = part.file?.url ?? part.url ?? part.source ?? '';
  const [, base64] = textFileUrlPattern.exec(url) ?? [];
  if (base64 === undefined) return { type: 'file', file: withoutUndefined({ filename, file_data: url }) };
  const text = Buffer.from(base64, 'base64').toString('utf8');
  return { type: 'text', text: filename === undefined ? text : `${filename}:\n${text}` };
}
