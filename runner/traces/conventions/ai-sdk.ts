import { isJsonObject, type Json, type JsonObject, toJsonText } from '../../values/index.ts';
import type { Span } from '../span.ts';
import {
  getTextAttribute,
  parseDataAttribute,
  parseListAttribute,
  selectAttributesByPrefix,
  toObjectOrUndefined,
} from './attributes.ts';
import { convertToChatMessages, joinChatAnswer, parseTracedMessage } from './messages.ts';
import { getUsageAttributes, type SpanInterpretation, toRequestOfSpan } from './span-interpretation.ts';

const MODEL_CALL_SPAN_PATTERN = /^ai\.(?:generate|stream)(?:Text|Object)\.do(?:Generate|Stream)$/;
const tokenNames = {
  input: ['ai.usage.inputTokens', 'ai.usage.promptTokens', 'gen_ai.usage.input_tokens'],
  output: ['ai.usage.outputTokens', 'ai.usage.completionTokens', 'gen_ai.usage.output_tokens'],
  cached: ['ai.usage.cachedInputTokens', 'ai.usage.inputTokenDetails.cacheReadTokens'],
};

/** Reads a span of the AI SDK (`ai.*`). Only spans of steps are model calls; the spans around them are not. */
export function interpretAiSdkSpan({ attributes }: Span): SpanInterpretation | 'other' | undefined {
  const operation = getTextAttribute(attributes, 'ai.operationId');
  if (operation === undefined) return undefined;
  if (operation === 'ai.toolCall') return interpretToolSpan(attributes);
  if (!MODEL_CALL_SPAN_PATTERN.test(operation)) return 'other';
  return {
    kind: 'model',
    connector: getTextAttribute(attributes, 'ai.model.id', 'gen_ai.request.model') ?? 'unknown',
    usage: getUsageAttributes(attributes, tokenNames),
    finishReason: getTextAttribute(attributes, 'ai.response.finishReason'),
    request: toRequestOfSpan({
      messages: convertToChatMessages(
        parseListAttribute(attributes, 'ai.prompt.messages').map((message) => parseTracedMessage(message)),
      ),
      tools: parseListAttribute(attributes, 'ai.prompt.tools'),
      options:
        selectAttributesByPrefix(attributes, 'gen_ai.request.', ['model']) ??
        selectAttributesByPrefix(attributes, 'ai.settings.', ['maxRetries']),
    }),
    answer: parseAiSdkAnswer(attributes),
  };
}

function interpretToolSpan(attributes: JsonObject): SpanInterpretation {
  return {
    kind: 'tool',
    tool: getTextAttribute(attributes, 'ai.toolCall.name') ?? 'unknown',
    arguments: parseDataAttribute(attributes, 'ai.toolCall.args', 'ai.toolCall.input'),
    result: parseDataAttribute(attributes, 'ai.toolCall.result', 'ai.toolCall.output'),
  };
}

function parseAiSdkAnswer(attributes: JsonObject): ReturnType<typeof joinChatAnswer> {
  const text = getTextAttribute(attributes, 'ai.response.text', 'ai.response.object');
  const calls = parseListAttribute(attributes, 'ai.response.toolCalls').filter(isJsonObject);
  if (text === undefined && calls.length === 0) return undefined;
  const messageParts: Json[] = calls.map((call) => ({ ...toObjectOrUndefined(call), type: 'tool-call' }));
  return joinChatAnswer([
    parseTracedMessage({
      role: 'assistant',
      content: [...(text === undefined ? [] : [toJsonText(text)]), ...messageParts],
    }),
  ]);
}
