import * as z from 'zod';
import { jsonObjectSchema, jsonSchema, type Message, messageSchema, type ScriptedRule } from '../contract/index.ts';
import type { JsonObject } from '../values/index.ts';
import {
  type ModelAnswer,
  type ModelHandler,
  type ModelServer,
  type ModelServerOptions,
  type RecordedRequest,
  type ServerProtocol,
  splitIntoUnevenPieces,
  startModelServer,
} from './model-server.ts';
import { createScriptedResponder } from './scripted-reply.ts';

const blockSchema = z.looseObject({ type: z.string() });
const messagesRequestSchema = z.looseObject({
  model: z.string(),
  max_tokens: z.int().positive(),
  messages: z
    .array(
      z.strictObject({
        role: z.enum(['user', 'assistant']),
        content: z.union([z.string().min(1), z.array(blockSchema).min(1)]),
      }),
    )
    .min(1),
  system: jsonSchema.optional(),
  tools: z.array(jsonObjectSchema).optional(),
  stream: z.boolean().optional(),
});
type MessagesRequest = z.infer<typeof messagesRequestSchema>;
type Request = RecordedRequest<MessagesRequest>;

export type AnthropicServer = ModelServer<MessagesRequest>;

/**
 * A real HTTP server on a free loopback port that implements the Messages API, streamed or not, with errors on request.
 */
export function startAnthropicServer(options: ModelServerOptions<MessagesRequest>): Promise<AnthropicServer> {
  return startModelServer(messagesProtocol, options);
}

/** Answers requests over HTTP by the rules of a scripted connector. */
export function answerMessagesByRules(rules: readonly ScriptedRule[]): ModelHandler<MessagesRequest> {
  const reply = createScriptedResponder(rules);
  return ({ body: { system, messages } }) => {
    const prompts: Message[] = typeof system === 'string' ? [{ role: 'system', content: system }] : [];
    return reply([...prompts, ...messages.flatMap(toChatMessages)]);
  };
}

/** Converts a message to chat completions, in which tool results are separate messages. */
function toChatMessages({ role, content }: MessagesRequest['messages'][number]): Message[] {
  if (typeof content === 'string') return [{ role, content }];
  const filterBlocksByType = (...types: string[]) => content.filter(({ type }) => types.includes(type));
  const results = filterBlocksByType('tool_result').map((block) => ({
    role: 'tool',
    tool_call_id: block.tool_use_id,
    content: block.content,
  }));
  const contentParts = filterBlocksByType('text', 'image').map((block) =>
    block.type === 'text' ? block : { type: 'image_url', image_url: { url: 'data:image/png;base64,' } },
  );
  const calls = filterBlocksByType('tool_use').map(({ id, name, input }) => ({
    id,
    function: { name, arguments: input },
  }));
  const message = { role, content: contentParts, ...(calls.length === 0 ? {} : { tool_calls: calls }) };
  const all = contentParts.length + calls.length === 0 ? results : [...results, message];
  return all.map((entry) => messageSchema.parse(entry));
}

const messagesProtocol: ServerProtocol<MessagesRequest> = {
  path: '/v1/messages',
  bodySchema: messagesRequestSchema,
  keyOf(headers) {
    const ownKey = headers['x-api-key'];
    return typeof ownKey === 'string' ? ownKey : headers.authorization?.replace(/^Bearer /, '');
  },
  errorBody: ({ status, message }) => ({ type: 'error', error: { type: getErrorType(status), message } }),
  wholeBody: (request, answer) => ({
    ...buildMessageEnvelope(request),
    content: [...buildTextBlocks(answer), ...buildToolBlocks(request, answer).map(({ written, ...block }) => block)],
    stop_reason: getStopReason(answer),
    stop_sequence: null,
    usage: { ...buildInputUsage(answer), output_tokens: getOutputTokens(answer) },
  }),
  streamBody(request, answer) {
    const blocks = [
      ...buildTextBlocks(answer).map(buildTextEvents),
      ...buildToolBlocks(request, answer).map(buildToolEvents),
    ];
    const events: JsonObject[] = [
      {
        type: 'message_start',
        message: {
          ...buildMessageEnvelope(request),
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { ...buildInputUsage(answer), output_tokens: 1 },
        },
      },
      { type: 'ping' },
      ...blocks.flatMap((events, index) => events.map((event) => ({ ...event, index }))),
      {
        type: 'message_delta',
        delta: { stop_reason: getStopReason(answer), stop_sequence: null },
        usage: { output_tokens: getOutputTokens(answer) },
      },
      { type: 'message_stop' },
    ];
    return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  },
};

function getErrorType(status: number): string {
  const types: Record<number, string> = {
    401: 'authentication_error',
    404: 'not_found_error',
    429: 'rate_limit_error',
    529: 'overloaded_error',
  };
  return types[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
}

function buildMessageEnvelope(request: Request): JsonObject {
  return { id: `msg_${request.index + 1}`, type: 'message', role: 'assistant', model: request.body.model };
}

type TextBlock = { type: 'text'; text: string };
type ToolBlock = { type: 'tool_use'; id: string; name: string; input: JsonObject; written: string };

function buildTextBlocks({ content }: ModelAnswer): TextBlock[] {
  return content === undefined || content === null || content === '' ? [] : [{ type: 'text', text: content }];
}

function buildToolBlocks(request: Request, { toolCalls = [] }: ModelAnswer): ToolBlock[] {
  return toolCalls.map((call, index) => ({
    type: 'tool_use',
    id: call.id ?? `toolu_${request.index + 1}_${index + 1}`,
    name: call.name,
    input: typeof call.arguments === 'string' ? {} : call.arguments,
    written: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
  }));
}

function buildTextEvents({ text }: TextBlock): JsonObject[] {
  return [
    { type: 'content_block_start', content_block: { type: 'text', text: '' } },
    ...splitIntoUnevenPieces(text).map((textPiece) => ({
      type: 'content_block_delta',
      delta: { type: 'text_delta', text: textPiece },
    })),
    { type: 'content_block_stop' },
  ];
}

/** Creates the events of a tool call. The tool input is sent in pieces that are not valid JSON on their own. */
function buildToolEvents({ id, name, written }: ToolBlock): JsonObject[] {
  return [
    { type: 'content_block_start', content_block: { type: 'tool_use', id, name, input: {} } },
    ...splitIntoUnevenPieces(written).map((textPiece) => ({
      type: 'content_block_delta',
      delta: { type: 'input_json_delta', partial_json: textPiece },
    })),
    { type: 'content_block_stop' },
  ];
}

function getStopReason({ toolCalls = [] }: ModelAnswer): string {
  return toolCalls.length > 0 ? 'tool_use' : 'end_turn';
}

function buildInputUsage({ usage = { input: 10, output: 5 } }: ModelAnswer): JsonObject {
  const { input, cached = 0 } = usage;
  return { input_tokens: input - cached, cache_creation_input_tokens: 0, cache_read_input_tokens: cached };
}

function getOutputTokens({ usage = { input: 10, output: 5 } }: ModelAnswer): number {
  return usage.output;
}
