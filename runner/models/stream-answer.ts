import type { OpenAICompatibleChatLanguageModel } from '@ai-sdk/openai-compatible';
import type { Usage } from '../contract/index.ts';
import { describeTooLongAnswer } from '../ports/index.ts';
import { parseJson, toErrorMessage } from '../values/index.ts';
import type { ModelResponse, ModelToolCall } from './language-model.ts';
import { findReportedUsage } from './reported-usage.ts';

type AnswerStream<Source> = Source extends ReadableStream<infer Part> ? Part : never;
type StreamPart = AnswerStream<Awaited<ReturnType<OpenAICompatibleChatLanguageModel['doStream']>>['stream']>;
type FinishPart = Extract<StreamPart, { type: 'finish' }>;

export type StreamListeners = {
  onUsage: (usage: Usage) => void;
  onText?: ((text: string) => void) | undefined;
};

/**
 * Assembles a streamed answer. Throws if the stream reports an error or ends early. `onUsage` is called as soon as the
 * server reports usage, if the stream includes its raw events.
 */
export async function assembleStreamedAnswer(
  stream: ReadableStream<StreamPart>,
  { onUsage, onText, maxAnswer }: StreamListeners & { maxAnswer: number },
): Promise<ModelResponse> {
  let content = '';
  let bytes = 0;
  let finish: FinishPart | undefined;
  let usage: Usage | undefined;
  const toolCalls: ModelToolCall[] = [];
  for await (const part of stream) {
    if (part.type === 'raw') {
      const reported = findReportedUsage(part.rawValue, usage);
      if (reported !== undefined) onUsage(reported);
      usage = reported ?? usage;
    }
    bytes += countPartBytes(part);
    if (bytes > maxAnswer) throw new Error(describeTooLongAnswer('answered', maxAnswer));
    if (part.type === 'error') throw part.error;
    if (part.type === 'text-delta') {
      content += part.delta;
      onText?.(content);
    }
    if (part.type === 'tool-call') toolCalls.push(toToolCall(part));
    if (part.type === 'finish') finish = part;
  }
  if (finish === undefined || finish.finishReason.unified === 'interrupted') {
    throw new Error('the stream ended without a finish reason');
  }
  return { content, toolCalls, usage: toUsage(finish.usage), finishReason: finish.finishReason.unified };
}

/** Returns the number of bytes that a part of a stream adds to the answer. */
function countPartBytes(part: StreamPart): number {
  return part.type === 'text-delta' || part.type === 'tool-input-delta' ? Buffer.byteLength(part.delta) : 0;
}

function toToolCall({ toolCallId, toolName, input }: Extract<StreamPart, { type: 'tool-call' }>): ModelToolCall {
  const call = { id: toolCallId, tool: toolName };
  if (input.trim() === '') return { ...call, arguments: {} };
  try {
    return { ...call, arguments: parseJson(input) };
  } catch (error) {
    const reason = toErrorMessage(error);
    return { ...call, arguments: input, error: `its arguments are not JSON: ${reason}` };
  }
}

function toUsage({ inputTokens, outputTokens }: FinishPart['usage']): Usage {
  const cachedTokens = inputTokens.cacheRead ?? 0;
  return {
    inputTokens: inputTokens.total ?? 0,
    outputTokens: outputTokens.total ?? 0,
    calls: 1,
    retries: 0,
    ...(cachedTokens === 0 ? {} : { cachedTokens }),
  };
}
