import { isJsonObject, type Json, type JsonObject, jsonText } from '../../values/index.ts';
import type { Span } from '../span.ts';
import { attributesUnder, dataAt, listAt, objectIn, textAt } from './attributes.ts';
import { type SpanInterpretation, toRequest, usageAt } from './meaning.ts';
import { chatAnswer, chatMessages, readMessage } from './messages.ts';

const MODEL_CALL = /^ai\.(?:generate|stream)(?:Text|Object)\.do(?:Generate|Stream)$/;
const tokenNames = {
  input: ['ai.usage.inputTokens', 'ai.usage.promptTokens', 'gen_ai.usage.input_tokens'],
  output: ['ai.usage.outputTokens', 'ai.usage.completionTokens', 'gen_ai.usage.output_tokens'],
  cached: ['ai.usage.cachedInputTokens', 'ai.usage.inputTokenDetails.cacheReadTokens'],
};

/** Reads a span of the AI SDK (`ai.*`). Only its steps are model calls; the spans around them are not. */
export function interpretAiSdkSpan({ attributes }: Span): SpanInterpretation | 'other' | undefined {
  const operation = textAt(attributes, 'ai.operationId');
  if (operation === undefined) return undefined;
  if (operation === 'ai.toolCall') return interpretToolSpan(attributes);
  if (!MODEL_CALL.test(operation)) return 'other';
  return {
    kind: 'model',
    connector: textAt(attributes, 'ai.model.id', 'gen_ai.request.model') ?? 'unknown',
    usage: usageAt(attributes, tokenNames),
    finishReason: textAt(attributes, 'ai.response.finishReason'),
    request: toRequest({
      messages: chatMessages(listAt(attributes, 'ai.prompt.messages').map((message) => readMessage(message))),
      tools: listAt(attributes, 'ai.prompt.tools'),
      options:
        attributesUnder(attributes, 'gen_ai.request.', ['model']) ??
        attributesUnder(attributes, 'ai.settings.', ['maxRetries']),
    }),
    answer: readAnswer(attributes),
  };
}

function interpretToolSpan(attributes: JsonObject): SpanInterpretation {
  return {
    kind: 'tool',
    tool: textAt(attributes, 'ai.toolCall.name') ?? 'unknown',
    arguments: dataAt(attributes, 'ai.toolCall.args', 'ai.toolCall.input'),
    result: dataAt(attributes, 'ai.toolCall.result', 'ai.toolCall.output'),
  };
}

function readAnswer(attributes: JsonObject): ReturnType<typeof chatAnswer> {
  const text = textAt(attributes, 'ai.response.text', 'ai.response.object');
  const calls = listAt(attributes, 'ai.response.toolCalls').filter(isJsonObject);
  if (text === undefined && calls.length === 0) return undefined;
  const parts: Json[] = calls.map((call) => ({ ...objectIn(call), type: 'tool-call' }));
  return chatAnswer([
    readMessage({ role: 'assistant', content: [...(text === undefined ? [] : [jsonText(text)]), ...parts] }),
  ]);
}
