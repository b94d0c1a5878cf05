import { isJsonObject, type Json, type JsonObject } from '../../values/index.ts';
import type { Span } from '../span.ts';
import {
  getFirstAttribute,
  getTextAttribute,
  groupNumberedAttributes,
  parseDataAttribute,
  toObjectOrUndefined,
} from './attributes.ts';
import { convertToChatMessages, joinChatAnswer, parseTracedMessage, type TracedMessage } from './messages.ts';
import { getUsageAttributes, type SpanInterpretation, toRequestOfSpan } from './span-interpretation.ts';

const tokenNames = {
  input: ['llm.token_count.prompt'],
  output: ['llm.token_count.completion'],
  cached: ['llm.token_count.prompt_details.cache_read'],
};

/**
 * Reads a span of OpenInference by its kind: spans of the kinds LLM and TOOL are calls, spans of chains and agents only
 * contain calls.
 */
export function interpretOpenInferenceSpan({ name, attributes }: Span): SpanInterpretation | 'other' | undefined {
  const kind = getTextAttribute(attributes, 'openinference.span.kind')?.toUpperCase();
  if (kind === undefined) return undefined;
  if (kind === 'TOOL') return interpretToolSpan(name, attributes);
  if (kind !== 'LLM') return 'other';
  const inputMessages = collectNumberedMessages(attributes, 'llm.input_messages');
  const input = parseDataAttribute(attributes, 'input.value');
  const outputMessages = collectNumberedMessages(attributes, 'llm.output_messages');
  const output = getFirstAttribute(attributes, 'output.value');
  return {
    kind: 'model',
    connector: getTextAttribute(attributes, 'llm.model_name') ?? 'unknown',
    usage: getUsageAttributes(attributes, tokenNames),
    finishReason: getTextAttribute(attributes, 'llm.finish_reason'),
    request: toRequestOfSpan({
      messages: convertToChatMessages(
        inputMessages.length > 0 || input === undefined ? inputMessages : parseWholeInput(input),
      ),
      tools: groupNumberedAttributes(attributes, 'llm.tools').map(
        (tool) => parseDataAttribute(tool, 'tool.json_schema') ?? tool,
      ),
      options: toObjectOrUndefined(parseDataAttribute(attributes, 'llm.invocation_parameters')),
    }),
    answer: joinChatAnswer(
      outputMessages.length > 0 || output === undefined ? outputMessages : [parseTracedMessage(output, 'assistant')],
    ),
  };
}

function interpretToolSpan(name: string, attributes: JsonObject): SpanInterpretation {
  return {
    kind: 'tool',
    tool: getTextAttribute(attributes, 'tool.name') ?? name,
    arguments: parseDataAttribute(attributes, 'input.value', 'tool.parameters'),
    result: parseDataAttribute(attributes, 'output.value'),
  };
}

/** Reads the whole input when the span does not list single messages. */
function parseWholeInput(input: Json): TracedMessage[] {
  const messages = isJsonObject(input) ? input.messages : input;
  return (Array.isArray(messages) ? messages : [input]).map((message) => parseTracedMessage(message));
}

function collectNumberedMessages(attributes: JsonObject, prefix: string): TracedMessage[] {
  return groupNumberedAttributes(attributes, prefix).map((message) => {
    const contents = groupNumberedAttributes(message, 'message.contents').map((part) => toMessagePart(part));
    const calls = groupNumberedAttributes(message, 'message.tool_calls').map((call) => ({
      id: getFirstAttribute(call, 'tool_call.id') ?? null,
      name: getFirstAttribute(call, 'tool_call.function.name') ?? null,
      arguments: getFirstAttribute(call, 'tool_call.function.arguments') ?? null,
    }));
    const content = contents.length > 0 ? contents : (getFirstAttribute(message, 'message.content') ?? null);
    return parseTracedMessage({
      role: getFirstAttribute(message, 'message.role') ?? null,
      content,
      tool_calls: calls,
      tool_call_id: getFirstAttribute(message, 'message.tool_call_id') ?? null,
    });
  });
}

function toMessagePart(part: JsonObject): Json {
  const type = getTextAttribute(part, 'message_content.type') ?? 'text';
  const text = getTextAttribute(part, 'message_content.text');
  return text === undefined ? { type, ...part } : { type, text };
}
