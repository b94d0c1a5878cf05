import type { ContentPart, Message } from '../../contract/index.ts';
// This module is imported directly and not through the index, because the processes of user code must not load the
// schemas.
import { formatContentText } from '../../fold/message-text.ts';
import { toTextOrFilePart } from '../../fold/to-plain-part.ts';
import { type JsonObject, toJsonText, withoutUndefined } from '../../values/index.ts';

/** Converts a conversation to items of the OpenAI Agents SDK, where tool calls and results are separate items. */
export function toAgentItems(messages: readonly Message[]): JsonObject[] {
  const names = new Map(
    messages.flatMap(({ tool_calls: calls = [] }) => calls.map((call) => [call.id, call.function.name])),
  );
  return messages.flatMap((message) => toAgentItemsOfMessage(message, names));
}

function toAgentItemsOfMessage(message: Message, names: ReadonlyMap<string | undefined, string>): JsonObject[] {
  const { role, content, refusal, tool_calls: calls = [], tool_call_id: callId } = message;
  const text = formatContentText(content ?? refusal ?? '');
  switch (role) {
    case 'system':
    case 'developer':
      return [{ role: 'system', content: text }];
    case 'user':
      return [{ role, content: Array.isArray(content) ? content.map(toInputPart) : text }];
    case 'assistant':
      return [
        ...(text === '' ? [] : [{ role, status: 'completed', content: [{ type: 'output_text', text }] }]),
        ...calls.map(({ id, function: { name, arguments: argumentsText } }, index) => ({
          type: 'function_call',
          callId: id ?? `call_${index + 1}`,
          name,
          status: 'completed',
          arguments: toJsonText(argumentsText),
        })),
      ];
    case 'tool':
      return [
        {
          type: 'function_call_result',
          callId: callId ?? '',
          name: names.get(callId) ?? 'tool',
          status: 'completed',
          output: { type: 'text', text },
        },
      ];
    default:
      return role satisfies never;
  }
}

function toInputPart(content: ContentPart): JsonObject {
  const part = toTextOrFilePart(content);
  if (part.kind === 'text') return { type: 'input_text', text: part.text };
  const { of, url, name: filename } = part;
  switch (of) {
    case 'image':
      return { type: 'input_image', image: url };
    case 'audio': {
      const [, format = 'wav', audio = url] = /^data:audio\/([^;,]*);base64,(.*)$/s.exec(url) ?? [];
      return { type: 'audio', audio, format };
    }
    case 'file':
      return { type: 'input_file', file: url.startsWith('data:') ? url : { url }, ...withoutUndefined({ filename }) };
    default:
      return of satisfies never;
  }
}
