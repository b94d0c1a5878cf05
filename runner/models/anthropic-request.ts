import type { ContentPart, Message } from '../contract/index.ts';
import { formatContentText } from '../fold/index.ts';
import { AgentError } from '../ports/index.ts';
import { isJsonObject, type Json, type JsonObject, tryParseJson, withoutUndefined } from '../values/index.ts';
import type { ModelRequest } from './language-model.ts';
import { toWireMessage } from './wire-message.ts';

const dataUrlPattern = /^data:([^;,]+)(?:;[^;,]*)*?;base64,(.*)$/s;
/** Parameters of chat completions that the Messages API refuses. */
export const unsupportedOptions: readonly string[] = [
  ...['model', 'messages', 'tools', 'stream'],
  ...['frequency_penalty', 'presence_penalty', 'seed', 'n', 'logprobs', 'top_logprobs', 'logit_bias'],
  ...['response_format', 'user', 'parallel_tool_calls', 'reasoning_effort', 'store', 'stream_options'],
];

/**
 * Converts a conversation for the Messages API: system prompts are separate, and user and assistant messages
 * alternate.
 */
export function toAnthropicMessages(messages: readonly Message[]): JsonObject {
  const system = messages
    .filter(isSystem)
    .map((message) => formatContentText(message.content))
    .filter((text) => text.trim() !== '');
  const turns: { role: string; content: JsonObject[] }[] = [];
  for (const message of messages) {
    if (isSystem(message)) continue;
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const content = toBlocks(message);
    const last = turns.at(-1);
    if (content.length === 0) continue;
    if (last?.role === role) last.content.push(...content);
    else turns.push({ role, content });
  }
  return { ...(system.length === 0 ? {} : { system: system.join('\n\n') }), messages: turns };
}

export function toAnthropicTools(tools: NonNullable<ModelRequest['tools']>): JsonObject[] {
  return tools.map(({ name, description, parameters }) =>
    withoutUndefined({ name, description, input_schema: parameters }),
  );
}

/** Renames the parameters of chat completions to those of the Messages API. */
export function toAnthropicOptions(options: JsonObject): JsonObject {
  const { max_completion_tokens: maxTokens, stop, tool_choice: choice, ...others } = options;
  return {
    ...others,
    ...withoutUndefined({
      max_tokens: maxTokens,
      stop_sequences: stop === undefined ? undefined : [stop].flat(),
      tool_choice: choice === undefined ? undefined : toToolChoice(choice),
    }),
  };
}

function toToolChoice(choice: Json): Json {
  if (choice === 'required') return { type: 'any' };
  if (typeof choice === 'string') return { type: choice };
  if (isJsonObject(choice) && isJsonObject(choice.function)) return { type: 'tool', name: choice.function.name ?? '' };
  return choice;
}

function isSystem({ role }: Message): boolean {
  return role === 'system' || role === 'developer';
}

function toBlocks(message: Message): JsonObject[] {
  if (message.role === 'tool') {
    const result = { type: 'tool_result', tool_use_id: message.tool_call_id ?? '' };
    return [{ ...result, content: formatContentText(message.content) }];
  }
  return [...toContentBlocks(message), ...toToolUseBlocks(message)];
}

function toContentBlocks({ content }: Message): JsonObject[] {
  const contentParts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : (content ?? []);
  return contentParts.map(toBlock).filter((block) => block.type !== 'text' || String(block.text).trim() !== '');
}

function toToolUseBlocks(message: Message): JsonObject[] {
  const { tool_calls: calls } = toWireMessage(message);
  if (!Array.isArray(calls)) return [];
  return (message.tool_calls ?? []).map((call, index) => {
    const wire = calls[index];
    const id = call.id ?? (isJsonObject(wire) ? (wire.id ?? '') : '');
    return { type: 'tool_use', id, name: call.function.name, input: toInput(call.function.arguments) };
  });
}

/**
 * The API requires an object as tool input, so arguments that are not valid JSON are wrapped in an object as the model
 * wrote them.
 */
function toInput(rawArguments: Json): JsonObject {
  if (isJsonObject(rawArguments)) return rawArguments;
  if (typeof rawArguments !== 'string') return {};
  const value = tryParseJson(rawArguments);
  return isJsonObject(value) ? value : { arguments: rawArguments };
}

function toBlock(part: ContentPart): JsonObject {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'image':
      return { type: 'image', source: toSource(part.url ?? part.source ?? '') };
    case 'image_url':
      return { type: 'image', source: toSource(part.image_url.url) };
    case 'file':
    case 'data':
      return toDocument(part);
    case 'audio':
    case 'input_audio':
      throw new AgentError('the Messages API takes no audio; leave the audio part out', 'model');
    default:
      return part satisfies never;
  }
}

/**
 * Converts a file for the Messages API. Text files and data become text, as with other models; all other files become
 * documents.
 */
function toDocument(part: Extract<ContentPart, { type: 'file' | 'data' }>): JsonObject {
  const { content } = toWireMessage({ role: 'user', content: [part] });
  const [block] = Array.isArray(content) ? content : [];
  if (!isJsonObject(block)) return { type: 'text', text: '' };
  if (!isJsonObject(block.file)) return block;
  const { filename, file_data: data } = block.file;
  return withoutUndefined({
    type: 'document',
    source: toSource(typeof data === 'string' ? data : ''),
    title: filename,
  });
}

function toSource(url: string): JsonObject {
  const [, mediaType, data] = dataUrlPattern.exec(url) ?? [];
  if (mediaType === undefined || data === undefined) return { type: 'url', url };
  return { type: 'base64', media_type: mediaType, data };
}
