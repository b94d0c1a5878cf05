import { isJsonObject, type Json, type JsonObject } from '../../values/index.ts';
import type { Span } from '../span.ts';
import { adkContents } from './adk.ts';
import { attributesUnder, dataAt, firstAttribute, listAt, numberedObjects, textAt } from './attributes.ts';
import { type SpanInterpretation, toRequest, usageAt } from './meaning.ts';
import { chatAnswer, chatMessages, readMessage, type TracedMessage } from './messages.ts';

const modelOperations = new Set(['chat', 'text_completion', 'generate_content', 'completion']);
const tokenNames = {
  input: ['gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens'],
  output: ['gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens'],
  cached: ['gen_ai.usage.cache_read.input_tokens', 'gen_ai.usage.cache_read_input_tokens'],
};
/** Model requests are recognized by these names when an older instrumentation sets no operation. */
const modelNames = ['gen_ai.request.model', 'gen_ai.response.model'];

/**
 * Reads a span of OpenTelemetry's GenAI conventions (`gen_ai.*`), in their newer forms and those of OpenLLMetry.
 * Spans of `invoke_agent` and of workflows contain calls, but are not calls themselves.
 */
export function interpretGenAiSpan(span: Span): SpanInterpretation | 'other' | undefined {
  const { attributes } = span;
  const operation = textAt(attributes, 'gen_ai.operation.name', 'llm.request.type');
  const isTool = operation === 'execute_tool' || textAt(attributes, 'traceloop.span.kind') === 'tool';
  if (isTool) return interpretToolSpan(span);
  const model = textAt(attributes, ...modelNames);
  if (operation === undefined && (model === undefined || usageAt(attributes, tokenNames) === undefined))
    return undefined;
  if (operation !== undefined && !modelOperations.has(operation)) return 'other';
  const spanWithContents = { ...span, attributes: readContents(span) };
  const outputMessages = readOutput(spanWithContents);
  return {
    kind: 'model',
    connector: model ?? 'unknown',
    usage: usageAt(attributes, tokenNames),
    finishReason: readFinishReason(spanWithContents),
    request: toRequest({
      messages: chatMessages(readInput(spanWithContents)),
      tools: listAt(spanWithContents.attributes, 'gen_ai.tool.definitions'),
      options: attributesUnder(attributes, 'gen_ai.request.', ['model']),
    }),
    answer: chatAnswer(outputMessages),
  };
}

function interpretToolSpan({ name, attributes }: Span): SpanInterpretation {
  return {
    kind: 'tool',
    tool: textAt(attributes, 'gen_ai.tool.name', 'traceloop.entity.name') ?? name.replace(/^execute_tool /, ''),
    arguments: dataAt(
      attributes,
      ...['gen_ai.tool.call.arguments', 'traceloop.entity.input', 'gcp.vertex.agent.tool_call_args'],
    ),
    result: dataAt(
      attributes,
      ...['gen_ai.tool.call.result', 'traceloop.entity.output', 'gcp.vertex.agent.tool_response'],
    ),
  };
}

/** Reads message contents, which are in the span's attributes or in those of one of its events. */
function readContents({ attributes, events }: Span): JsonObject {
  const contentEvents = events.filter(({ name }) => name.startsWith('gen_ai.') && !isMessageEvent(name));
  return Object.assign({}, ...contentEvents.map((event) => event.attributes), attributes);
}

function isMessageEvent(name: string): boolean {
  return /^gen_ai\.(?:(?:system|user|assistant|tool)\.message|choice)$/.test(name);
}

function readInput({ attributes, events }: Span): TracedMessage[] {
  const system = listAt(attributes, 'gen_ai.system_instructions');
  const messages = listAt(attributes, 'gen_ai.input.messages', 'gen_ai.prompt');
  const inputMessages = messages.map((message) => readMessage(message));
  const first = system.length === 0 ? [] : [readMessage({ role: 'system', parts: system })];
  if (first.length + inputMessages.length > 0) return [...first, ...inputMessages];
  const flat = numberedObjects(attributes, 'gen_ai.prompt').map((message) => readFlattenedMessage(message));
  if (flat.length > 0) return flat;
  const adk = adkContents(attributes).input;
  if (adk.length > 0) return adk;
  return events.flatMap((event) => {
    const [, role] = /^gen_ai\.(system|user|assistant|tool)\.message$/.exec(event.name) ?? [];
    return role === undefined ? [] : [readMessage(eventMessage(event.attributes), role)];
  });
}

function readOutput({ attributes, events }: Span): TracedMessage[] {
  const outputMessages = listAt(attributes, 'gen_ai.output.messages', 'gen_ai.completion');
  if (outputMessages.length > 0) return outputMessages.map((message) => readMessage(message, 'assistant'));
  const flat = numberedObjects(attributes, 'gen_ai.completion').map((message) =>
    readFlattenedMessage(message, 'assistant'),
  );
  if (flat.length > 0) return flat;
  const adk = adkContents(attributes).output;
  if (adk.length > 0) return adk;
  return events
    .filter(({ name }) => name === 'gen_ai.choice')
    .map((event) => {
      const message = dataAt(event.attributes, 'message');
      return readMessage(isJsonObject(message) ? message : eventMessage(event.attributes), 'assistant');
    });
}

function readFinishReason({ attributes, events }: Span): string | undefined {
  const [reason] = listAt(attributes, 'gen_ai.response.finish_reasons');
  if (typeof reason === 'string') return reason;
  const choice = events.find(({ name }) => name === 'gen_ai.choice');
  return textAt(choice?.attributes ?? attributes, 'finish_reason', 'gen_ai.completion.0.finish_reason');
}

function eventMessage(attributes: JsonObject): Json {
  return {
    ...(attributes.role === undefined ? {} : { role: attributes.role }),
    content: contentAt(attributes, 'content', 'gen_ai.event.content'),
    tool_calls: listAt(attributes, 'tool_calls'),
    tool_call_id: firstAttribute(attributes, 'id', 'tool_call_id') ?? null,
  };
}

/** Reads a flattened message: `gen_ai.prompt.0.role`, `gen_ai.prompt.0.tool_calls.0.name` and so on. */
function readFlattenedMessage(message: JsonObject, role = 'user'): TracedMessage {
  return readMessage(
    {
      role: firstAttribute(message, 'role') ?? role,
      content: contentAt(message, 'content'),
      tool_calls: numberedObjects(message, 'tool_calls'),
      tool_call_id: firstAttribute(message, 'tool_call_id') ?? null,
    },
    role,
  );
}

/**
 * Reads the parts of a message. JSON text counts as a list of parts only if it is an array of objects; other JSON is
 * the content itself.
 */
function contentAt(attributes: JsonObject, ...names: string[]): Json {
  const content = dataAt(attributes, ...names);
  return Array.isArray(content) && content.every(isJsonObject)
    ? content
    : (firstAttribute(attributes, ...names) ?? null);
}
