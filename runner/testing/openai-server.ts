import * as z from 'zod';
import { jsonObjectSchema, messageSchema, type ScriptedRule } from '../contract/index.ts';
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

const chatRequestSchema = z.looseObject({
  model: z.string(),
  messages: z.array(jsonObjectSchema).min(1),
  tools: z.array(jsonObjectSchema).optional(),
  stream: z.boolean().optional(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).optional(),
});
type ChatRequest = z.infer<typeof chatRequestSchema>;

export type ChatHandler = ModelHandler<ChatRequest>;
export type OpenAIServer = ModelServer<ChatRequest>;

/**
 * A real HTTP server on a free loopback port that implements chat completions, streamed or not, with errors on request.
 */
export function startOpenAIServer(options: ModelServerOptions<ChatRequest>): Promise<OpenAIServer> {
  return startModelServer(chatCompletions, options);
}

/** Answers requests over HTTP by the rules of a scripted connector. */
export function answerChatByRules(rules: readonly ScriptedRule[]): ChatHandler {
  const reply = createScriptedResponder(rules);
  return ({ body }) => reply(body.messages.map((message) => messageSchema.parse(message)));
}

const chatCompletions: ServerProtocol<ChatRequest> = {
  path: '/chat/completions',
  bodySchema: chatRequestSchema,
  keyOf(headers) {
    const ownKey = headers['api-key'];
    return typeof ownKey === 'string' ? ownKey : headers.authorization?.replace(/^Bearer /, '');
  },
  errorBody: ({ status, message }) => ({
    error: { message, type: status === 429 ? 'rate_limit_error' : 'server_error', param: null, code: null },
  }),
  wholeBody: buildCompletionBody,
  streamBody: buildStreamBody,
};

type Request = RecordedRequest<ChatRequest>;
type ScriptedReply = ModelAnswer;

function buildCompletionBody(request: Request, answer: ScriptedReply): JsonObject {
  const toolCalls = buildWireToolCalls(request, answer);
  const message = { role: 'assistant', content: answer.content ?? null, refusal: null };
  return {
    ...buildCompletionEnvelope(request, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: toolCalls.length === 0 ? message : { ...message, tool_calls: toolCalls },
        logprobs: null,
        finish_reason: getFinishReason(answer),
      },
    ],
    usage: buildCompletionUsage(answer),
  };
}

function buildStreamBody(request: Request, answer: ScriptedReply): string {
  const wantsUsage = request.body.stream_options?.include_usage === true;
  const chunks: JsonObject[] = [
    buildCompletionChunk(request, { role: 'assistant', content: '' }),
    ...splitIntoUnevenPieces(answer.content ?? '').map((content) => buildCompletionChunk(request, { content })),
    ...buildWireToolCalls(request, answer).flatMap((call, index) => buildToolCallChunks(request, call, index)),
    {
      ...buildCompletionChunk(request, {}),
      choices: [{ index: 0, delta: {}, logprobs: null, finish_reason: getFinishReason(answer) }],
    },
    ...(wantsUsage
      ? [
          {
            ...buildCompletionEnvelope(request, 'chat.completion.chunk'),
            choices: [],
            usage: buildCompletionUsage(answer),
          },
        ]
      : []),
  ];
  return `${chunks.map((data) => `data: ${JSON.stringify(data)}\n\n`).join('')}data: [DONE]\n\n`;
}

/**
 * Creates the chunks of a tool call: the first chunk has the id and the name, later chunks have pieces of the arguments
 * that are not valid JSON on their own.
 */
function buildToolCallChunks(request: Request, call: WireToolCall, index: number): JsonObject[] {
  const openingCall = { index, id: call.id, type: 'function', function: { name: call.function.name, arguments: '' } };
  return [
    buildCompletionChunk(request, { tool_calls: [openingCall] }),
    ...splitIntoUnevenPieces(call.function.arguments).map((fragment) =>
      buildCompletionChunk(request, { tool_calls: [{ index, function: { arguments: fragment } }] }),
    ),
  ];
}

type WireToolCall = { id: string; type: string; function: { name: string; arguments: string } };

function buildWireToolCalls(request: Request, answer: ScriptedReply): WireToolCall[] {
  return (answer.toolCalls ?? []).map((call, index) => ({
    id: call.id ?? `call_${request.index + 1}_${index + 1}`,
    type: 'function',
    function: {
      name: call.name,
      arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
    },
  }));
}

function buildCompletionChunk(request: Request, delta: JsonObject): JsonObject {
  return {
    ...buildCompletionEnvelope(request, 'chat.completion.chunk'),
    choices: [{ index: 0, delta, logprobs: null, finish_reason: null }],
  };
}

function buildCompletionEnvelope(request: Request, object: string): JsonObject {
  return { id: `chatcmpl-${request.index + 1}`, object, created: 1_767_225_600, model: request.body.model };
}

function getFinishReason(answer: ScriptedReply): string {
  if (answer.finish !== undefined) return answer.finish;
  return (answer.toolCalls ?? []).length > 0 ? 'tool_calls' : 'stop';
}

function buildCompletionUsage(answer: ScriptedReply): JsonObject {
  const { input, output, cached } = answer.usage ?? { input: 10, output: 5 };
  const counts: JsonObject = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
  return cached === undefined ? counts : { ...counts, prompt_tokens_details: { cached_tokens: cached } };
}
