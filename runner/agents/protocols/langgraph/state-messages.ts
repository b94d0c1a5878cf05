import * as z from 'zod';
import { jsonSchema, type Message, type ToolCall, type Usage } from '../../../contract/index.ts';
import { addUsage } from '../../../fold/index.ts';
import { toWireMessage } from '../../../models/wire-message.ts';
import { isJsonObject, type Json, type JsonObject, tryParseJson, withoutUndefined } from '../../../values/index.ts';

const usageMetadataSchema = z.object({
  input_tokens: z.number().default(0),
  output_tokens: z.number().default(0),
  input_token_details: z.object({ cache_read: z.number().nullish() }).nullish(),
});

/** A message in the state of a graph, or a streamed piece of one, with the fields that are read here. */
export const stateMessageSchema = z.object({
  id: z.string().nullish(),
  type: z.string(),
  content: jsonSchema.default(''),
  tool_calls: z.array(z.object({ id: z.string().nullish(), name: z.string(), args: jsonSchema.default({}) })).nullish(),
  tool_call_id: z.string().nullish(),
  status: z.string().nullish(),
  usage_metadata: usageMetadataSchema.nullish(),
});
export type StateMessage = z.infer<typeof stateMessageSchema>;

/**
 * Returns true for messages of the agent. The type of a streamed piece has another name than that of a whole message.
 */
export function isFromAgent({ type }: Pick<StateMessage, 'type'>): boolean {
  return type === 'ai' || type === 'AIMessageChunk';
}

export function joinContentTexts({ content }: Pick<StateMessage, 'content'>): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => (isJsonObject(part) && typeof part.text === 'string' ? part.text : '')).join('');
}

/**
 * Returns the calls in these messages with their results, and those of `heldCalls`, which come from an earlier round
 * and had no result yet.
 */
export function listToolCalls(messages: readonly StateMessage[], heldCalls: readonly ToolCall[]): ToolCall[] {
  const results = new Map(messages.filter(({ type }) => type === 'tool').map((each) => [each.tool_call_id, each]));
  const newCalls = messages.flatMap(({ tool_calls: calls }): ToolCall[] =>
    (calls ?? []).map(({ id, name, args }) => ({
      ...withoutUndefined({ id: id ?? undefined }),
      tool: name,
      arguments: args,
    })),
  );
  return [...heldCalls, ...newCalls].map((call) => {
    const answer = results.get(call.id);
    if (answer === undefined) return call;
    const text = joinContentTexts(answer);
    return answer.status === 'error' ? { ...call, error: text } : { ...call, result: tryParseJson(text) ?? text };
  });
}

export function sumUsage(messages: readonly StateMessage[]): Usage | undefined {
  return messages.reduce<Usage | undefined>((sum, { usage_metadata: usage }) => {
    if (usage === null || usage === undefined) return sum;
    const cached = usage.input_token_details?.cache_read ?? 0;
    const tokens = { inputTokens: usage.input_tokens, outputTokens: usage.output_tokens, calls: 1, retries: 0 };
    return addUsage(sum, cached === 0 ? tokens : { ...tokens, cachedTokens: cached });
  }, undefined);
}

const langChainTypeByRole = {
  system: 'system',
  developer: 'system',
  user: 'human',
  assistant: 'ai',
  tool: 'tool',
} as const;

/** Converts a message of a case to the format of LangChain. */
export function toLangChainMessage(message: Message): JsonObject {
  const { role, tool_calls: calls = [], tool_call_id: callId } = message;
  const content: Json = toWireMessage(message).content ?? '';
  return {
    type: langChainTypeByRole[role],
    content,
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(toInputCall) }),
    ...withoutUndefined({ tool_call_id: callId }),
  };
}

function toInputCall(
  { id, function: functionCall }: NonNullable<Message['tool_calls']>[number],
  index: number,
): JsonObject {
  const { name, arguments: callArguments } = functionCall;
  const args = typeof callArguments === 'string' ? tryParseJson(callArguments) : callArguments;
  return { id: id ?? `call_${index + 1}`, name, type: 'tool_call', args: isJsonObject(args) ? args : {} };
}
