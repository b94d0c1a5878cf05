import { isJsonObject, type Json, type JsonObject } from '../../values/index.ts';
import type { Span } from '../span.ts';
import { parseAdkContents } from './adk.ts';
import {
  getFirstAttribute,
  getTextAttribute,
  groupNumberedAttributes,
  parseDataAttribute,
  parseListAttribute,
  selectAttributesByPrefix,
} from './attributes.ts';
import { convertToChatMessages, joinChatAnswer, parseTracedMessage, type TracedMessage } from './messages.ts';
import { getUsageAttributes, type SpanInterpretation, toRequestOfSpan } from './span-interpretation.ts';

const modelOperations = new Set(['chat', 'text_completion', 'generate_content', 'completion']);
const tokenNames = {
  input: ['gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens'],
  output: ['gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens'],
  cached: ['gen_ai.usage.cache_read.input_tokens', 'gen_ai.usage.cache_read_input_tokens'],
};
/**
 * Attributes that contain the name of a model. Older instrumentation sets no operation, so model requests are
 * recognized by these attributes.
 */
const modelNames = ['gen_ai.request.model', 'gen_ai.response.model'];

/**
 * Reads a span of OpenTelemetry's GenAI conventions (`gen_ai.*`), in their newer forms and those of OpenLLMetry.
 * Spans of `invoke_agent` and of workflows contain calls, but are not calls themselves.
 */
export function interpretGenAiSpan(span: Span): SpanInterpretation | 'other' | undefined {
  const { attributes } = span;
  const operation = getTextAttribute(attributes, 'gen_ai.operation.name', 'llm.request.type');
  const isTool = operation === 'execute_tool' || getTextAttribute(attributes, 'traceloop.span.kind') === 'tool';
  if (isTool) return interpretToolSpan(span);
  const model = getTextAttribute(attributes, ...modelNames);
  if (operation === undefined && (model === undefined || getUsageAttributes(attributes, tokenNames) === undefined))
    return undefined;
  if (operation !== undefined && !modelOperations.has(operation)) return 'other';
  const spanWithContents = { ...span, attributes: mergeContentAttributes(span) };
  const outputMessages = parseOutputMessages(spanWithContents);
  return {
    kind: 'model',
    connector: model ?? 'unknown',
    usage: getUsageAttributes(attributes, tokenNames),
    finishReason: findFinishReason(spanWithContents),
    request: toRequestOfSpan({
      messages: convertToChatMessages(parseInputMessages(spanWithContents)),
      tools: parseListAttribute(spanWithContents.attributes, 'gen_ai.tool.definitions'),
      options: selectAttributesByPrefix(attributes, 'gen_ai.request.', ['model']),
    }),
    answer: joinChatAnswer(outputMessages),
  };
}

function interpretToolSpan({ name, attributes }: Span): SpanInterpretation {
  return {
    kind: 'tool',
    tool:
      getTextAttribute(attributes, 'gen_ai.tool.name', 'traceloop.entity.name') ?? name.replace(/^execute_tool /, ''),
    arguments: parseDataAttribute(
      attributes,
      ...['gen_ai.tool.call.arguments', 'traceloop.entity.input', 'gcp.vertex.agent.tool_call_args'],
    ),
    result: parseDataAttribute(
      attributes,
      ...['gen_ai.tool.call.result', 'traceloop.entity.output', 'gcp.vertex.agent.tool_response'],
    ),
  };
}

/** Reads message contents, which are in the attributes of the span or of one of its events. */
function mergeContentAttributes({ attributes, events }: Span): JsonObject {
  const contentEvents = events.filter(({ name }) => name.startsWith('gen_ai.') && !isMessageEvent(name));
  return Object.assign({}, ...contentEvents.map((event) => event.attributes), attributes);
}

function isMessageEvent(name: string): boolean {
  return /^gen_ai\.(?:(?:system|user|assistant|tool)\.message|choice)$/.test(name);
}

function parseInputMessages({ attributes, events }: Span): TracedMessage[] {
  const system = parseListAttribute(attributes, 'gen_ai.system_instructions');
  const messages = parseListAttribute(attributes, 'gen_ai.input.messages', 'gen_ai.prompt');
  const inputMessages = messages.map((message) => parseTracedMessage(message));
  const first = system.length === 0 ? [] : [parseTracedMessage({ role: 'system', parts: system })];
  if (first.length + inputMessages.length > 0) return [...first, ...inputMessages];
  const flat = groupNumberedAttributes(attributes, 'gen_ai.prompt').map((message) => parseFlattenedMessage(message));
  if (flat.length > 0) return flat;
  const adk = parseAdkContents(attributes).input;
  if (adk.length > 0) return adk;
  return events.flatMap((event) => {
    const [, role] = /^gen_ai\.(system|user|assistant|tool)\.message$/.exec(event.name) ?? [];
    return role === undefined ? [] : [parseTracedMessage(toMessageFromEvent(event.attributes), role)];
  });
}

function parseOutputMessages({ attributes, events }: Span): TracedMessage[] {
  const outputMessages = parseListAttribute(attributes, 'gen_ai.output.messages', 'gen_ai.completion');
  if (outputMessages.length > 0) return outputMessages.map((message) => parseTracedMessage(message, 'assistant'));
  const flat = groupNumberedAttributes(attributes, 'gen_ai.completion').map((message) =>
    parseFlattenedMessage(message, 'assistant'),
  );
  if (flat.length > 0) return flat;
  const adk = parseAdkContents(attributes).output;
  if (adk.length > 0) return adk;
  return events
    .filter(({ name }) => name === 'gen_ai.choice')
    .map((event) => {
      const message = parseDataAttribute(event.attributes, 'message');
      return parseTracedMessage(isJsonObject(message) ? message : toMessageFromEvent(event.attributes), 'assistant');
    });
}

function findFinishReason({ attributes, events }: Span): string | undefined {
  const [reason] = parseListAttribute(attributes, 'gen_ai.response.finish_reasons');
  if (typeof reason === 'string') return reason;
  const choice = events.find(({ name }) => name === 'gen_ai.choice');
  return getTextAttribute(choice?.attributes ?? attributes, 'finish_reason', 'gen_ai.completion.0.finish_reason');
}

function toMessageFromEvent(attributes: JsonObject): Json {
  return {
    ...(attributes.role === undefined ? {} : { role: attributes.role }),
    content: parseContentAttribute(attributes, 'content', 'gen_ai.event.content'),
    tool_calls: parseListAttribute(attributes, 'tool_calls'),
    tool_call_id: getFirstAttribute(attributes, 'id', 'tool_call_id') ?? null,
  };
}

/** Reads a flattened message: `gen_ai.prompt.0.role`, `gen_ai.prompt.0.tool_calls.0.name` and so on. */
function parseFlattenedMessage(message: JsonObject, role = 'user'): TracedMessage {
  return parseTracedMessage(
    {
      role: getFirstAttribute(message, 'role') ?? role,
      content: parseContentAttribute(message, 'content'),
      tool_calls: groupNumberedAttributes(message, 'tool_calls'),
      tool_call_id: getFirstAttribute(message, 'tool_call_id') ?? null,
    },
    role,
  );
}

/**
 * Reads the parts of a message. JSON text counts as a list of parts only if it is an array of objects; other JSON is
 * the content itself.
 */
function parseContentAttribute(attributes: JsonObject, ...names: string[]): Json {
  const content = parseDataAttribute(attributes, ...names);
  return Array.isArray(content) && content.every(isJsonObject)
    ? content
    : (getFirstAttribute(attributes, ...names) ?? null);
}
