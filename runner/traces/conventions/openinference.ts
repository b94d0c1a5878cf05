import { isJsonObject, type Json, type JsonObject } from '../../values/index.ts';
import type { Span } from '../span.ts';
import { dataAt, firstAttribute, numberedObjects, objectIn, textAt } from './attributes.ts';
import { type SpanInterpretation, toRequest, usageAt } from './meaning.ts';
import { chatAnswer, chatMessages, readMessage, type TracedMessage } from './messages.ts';

const tokenNames = {
  input: ['llm.token_count.prompt'],
  output: ['llm.token_count.completion'],
  cached: ['llm.token_count.prompt_details.cache_read'],
};

/** Reads a span of OpenInference by its kind: LLM and TOOL spans are calls, chains and agents only contain them. */
export function interpretOpenInferenceSpan({ name, attributes }: Span): SpanInterpretation | 'other' | undefined {
  const kind = textAt(attributes, 'openinference.span.kind')?.toUpperCase();
  if (kind === undefined) return undefined;
  if (kind === 'TOOL') return interpretToolSpan(name, attributes);
  if (kind !== 'LLM') return 'other';
  const inputMessages = messagesAt(attributes, 'llm.input_messages');
  const input = dataAt(attributes, 'input.value');
  const outputMessages = messagesAt(attributes, 'llm.output_messages');
  const output = firstAttribute(attributes, 'output.value');
  return {
    kind: 'model',
    connector: textAt(attributes, 'llm.model_name') ?? 'unknown',
    usage: usageAt(attributes, tokenNames),
    finishReason: textAt(attributes, 'llm.finish_reason'),
    request: toRequest({
      messages: chatMessages(inputMessages.length > 0 || input === undefined ? inputMessages : messagesIn(input)),
      tools: numberedObjects(attributes, 'llm.tools').map((tool) => dataAt(tool, 'tool.json_schema') ?? tool),
      options: objectIn(dataAt(attributes, 'llm.invocation_parameters')),
    }),
    answer: chatAnswer(
      outputMessages.length > 0 || output === undefined ? outputMessages : [readMessage(output, 'assistant')],
    ),
  };
}

function interpretToolSpan(name: string, attributes: JsonObject): SpanInterpretation {
  return {
    kind: 'tool',
    tool: textAt(attributes, 'tool.name') ?? name,
    arguments: dataAt(attributes, 'input.value', 'tool.parameters'),
    result: dataAt(attributes, 'output.value'),
  };
}

/** Reads the whole input when the span does not list single messages. */
function messagesIn(input: Json): TracedMessage[] {
  const messages = isJsonObject(input) ? input.messages : input;
  return (Array.isArray(messages) ? messages : [input]).map((message) => readMessage(message));
}

function messagesAt(attributes: JsonObject, prefix: string): TracedMessage[] {
  return numberedObjects(attributes, prefix).map((message) => {
    const contents = numberedObjects(message, 'message.contents').map((part) => toPart(part));
    const calls = numberedObjects(message, 'message.tool_calls').map((call) => ({
      id: firstAttribute(call, 'tool_call.id') ?? null,
      name: firstAttribute(call, 'tool_call.function.name') ?? null,
      arguments: firstAttribute(call, 'tool_call.function.arguments') ?? null,
    }));
    const content = contents.length > 0 ? contents : (firstAttribute(message, 'message.content') ?? null);
    return readMessage({
      role: firstAttribute(message, 'message.role') ?? null,
      content,
      tool_calls: calls,
      tool_call_id: firstAttribute(message, 'message.tool_call_id') ?? null,
    });
  });
}

function toPart(part: JsonObject): Json {
  const type = textAt(part, 'message_content.type') ?? 'text';
  const text = textAt(part, 'message_content.text');
  return text === undefined ? { type, ...part } : { type, text };
}
