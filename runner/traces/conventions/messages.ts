import {
  isJsonObject,
  type Json,
  type JsonObject,
  parseJsonOrKeepText,
  toJsonText,
  withoutUndefined,
} from '../../values/index.ts';
import { getTextAttribute } from './attributes.ts';

/** A message split into its texts, tool calls and tool results. */
export type TracedMessage = {
  role: string;
  texts: string[];
  calls: { id: string | undefined; name: string; arguments: Json }[];
  results: { id: string | undefined; value: Json }[];
  /** Parts of the message with other content: images, files, reasoning and so on. */
  others: Json[];
};

/** A message in parts, as OpenTelemetry and the AI SDK write it, or in the shape of chat completions. */
export function parseTracedMessage(rawMessage: Json, role = 'user'): TracedMessage {
  const message: TracedMessage = { role, texts: [], calls: [], results: [], others: [] };
  if (!isJsonObject(rawMessage)) {
    addMessagePart(message, rawMessage);
    return message;
  }
  message.role = getTextAttribute(rawMessage, 'role') ?? role;
  for (const part of toPartList(rawMessage.parts ?? rawMessage.content ?? null)) addMessagePart(message, part);
  for (const call of toPartList(rawMessage.tool_calls ?? null))
    addMessagePart(message, isJsonObject(call) ? { ...call, type: 'tool_call' } : call);
  const id = getTextAttribute(rawMessage, 'tool_call_id', 'id');
  if (message.role !== 'tool' || message.results.length > 0) return message;
  return { ...message, results: [{ id, value: message.texts.join('') }], texts: [] };
}

/** Converts messages to the format of chat completions, which the runner uses in records of its own calls. */
export function convertToChatMessages(messages: readonly TracedMessage[]): Json[] {
  return messages.flatMap(({ role, texts, calls, results, others }): Json[] => {
    const toolMessages = results.map(
      ({ id, value }): Json => ({
        role: 'tool',
        ...withoutUndefined({ tool_call_id: id }),
        content: toJsonText(value),
      }),
    );
    const isEmpty = texts.length + calls.length + others.length === 0;
    if (isEmpty && toolMessages.length > 0) return toolMessages;
    const text = texts.join('');
    const messageParts: Json[] = text === '' ? others : [{ type: 'text', text }, ...others];
    const toolCalls = calls.map(
      ({ id, name, arguments: input }): Json => ({
        ...withoutUndefined({ id }),
        type: 'function',
        function: { name, arguments: toJsonText(input) },
      }),
    );
    const content = others.length === 0 ? text : messageParts;
    return [{ role, content, ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }) }, ...toolMessages];
  });
}

/** Joins the messages of a model's answer to one content and one list of tool calls. */
export function joinChatAnswer(messages: readonly TracedMessage[]): { content: string; toolCalls: Json[] } | undefined {
  if (messages.length === 0) return undefined;
  return {
    content: messages.flatMap(({ texts }) => texts).join(''),
    toolCalls: messages.flatMap(({ calls }) =>
      calls.map(
        ({ id, name, arguments: input }): Json => ({ ...withoutUndefined({ id }), tool: name, arguments: input }),
      ),
    ),
  };
}

function toPartList(content: Json): Json[] {
  if (content === null) return [];
  return Array.isArray(content) ? content : [content];
}

function addMessagePart(message: TracedMessage, part: Json): void {
  if (!isJsonObject(part)) {
    if (part !== null) message.texts.push(toJsonText(part));
    return;
  }
  const type = String(part.type ?? '').replaceAll('-', '_');
  const text = part.content ?? part.text;
  if (type === 'text' && typeof text === 'string') message.texts.push(text);
  else if (['tool_call', 'tool_use', 'function'].includes(type)) message.calls.push(parseToolCallPart(part));
  else if (['tool_call_response', 'tool_result'].includes(type)) message.results.push(parseToolResultPart(part));
  else message.others.push(part);
}

function parseToolCallPart(part: JsonObject): TracedMessage['calls'][number] {
  const named = isJsonObject(part.function) ? part.function : part;
  const input = named.arguments ?? named.input ?? named.args ?? null;
  return {
    id: getTextAttribute(part, 'id', 'toolCallId'),
    name: getTextAttribute(named, 'name', 'toolName') ?? 'unknown',
    arguments: typeof input === 'string' ? parseJsonOrKeepText(input) : input,
  };
}

/** Reads a tool result. The AI SDK wraps the tool's return value: `{type: 'json', value}`. */
function parseToolResultPart(part: JsonObject): TracedMessage['results'][number] {
  const value = part.response ?? part.result ?? part.output ?? part.content ?? null;
  const isWrapped = isJsonObject(value) && typeof value.type === 'string' && Object.hasOwn(value, 'value');
  return {
    id: getTextAttribute(part, 'id', 'toolCallId', 'tool_use_id'),
    value: isWrapped ? (value.value ?? null) : value,
  };
}
