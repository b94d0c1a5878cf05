import type { ModelResponse, ModelToolCall } from '../../models/language-model.ts';
import { type JsonObject, toJsonText } from '../../values/index.ts';

/** Converts a model's answer to the form that hooks receive: the format of the chat completions API. */
export function toCompletion({ content, toolCalls, usage, finishReason }: ModelResponse, model: string): JsonObject {
  return {
    id: 'chatcmpl-local',
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model,
    role: 'assistant',
    content,
    ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls.map(toCompletionToolCall) }),
    finish_reason: finishReason === 'tool-calls' ? 'tool_calls' : finishReason,
    usage: {
      prompt_tokens: usage.inputTokens,
      completion_tokens: usage.outputTokens,
      total_tokens: usage.inputTokens + usage.outputTokens,
    },
  };
}

/** Returns the arguments of a tool call as JSON text, as the model wrote them. */
export function formatArguments({ arguments: args }: ModelToolCall): string {
  return toJsonText(args);
}

function toCompletionToolCall(call: ModelToolCall): JsonObject {
  return { id: call.id, type: 'function', function: { name: call.tool, arguments: formatArguments(call) } };
}
