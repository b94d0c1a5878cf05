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
  startModelServer,
  textPieces,
} from './model-server.ts';
import { scriptedReply } from './scripted-reply.ts';

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

/** Answers over HTTP by the rules of a scripted connector. */
export function answerByRules(rules: readonly ScriptedRule[]): ChatHandler {
  const reply = scriptedReply(rules);
  return ({ body }) => reply(body.messages.map((message) => messageSchema.parse(message)));
}

const chatCompletions: ServerProtocol<ChatRequest> = {
  path: '/chat/completions',
  bodySchema: chatRequestSchema,
  keyOf(headers) {
    const own = headers['api-key'];
    return typeof own === 'string' ? own : headers.authorization?.replace(/^Bearer /, '');
  },
  errorBody: ({ status, message }) => ({
    error: { message, type: status === 429 ? 'rate_limit_error' : 'server_error', param: null, code: null },
  }),
  wholeBody,
  streamBody,
};

type Request = RecordedRequest<ChatRequest>;
type ScriptedReply = ModelAnswer;

function wholeBody(request: Request, answer: ScriptedReply): JsonObject {
  const toolCalls = wireToolCalls(request, answer);
  const message = { role: 'assistant', content: answer.content ?? null, refusal: null };
  return {
    ...completionEnvelope(request, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: toolCalls.length === 0 ? message : { ...message, tool_calls: toolCalls },
        logprobs: null,
        finish_reason: finishReason(answer),
      },
    ],
    usage: completionUsage(answer),
  };
}

function streamBody(request: Request, answer: ScriptedReply): string {
  const wantsUsage = request.body.stream_options?.include_usage === true;
  const chunks: JsonObject[] = [
    chunk(request, { role: 'assistant', content: '' }),
    ...textPieces(answer.content ?? '').map((content) => chunk(request, { content })),
    ...wireToolCalls(request, answer).flatMap((call, index) => toolCallChunks(request, call, index)),
    { ...chunk(request, {}), choices: [{ index: 0, delta: {}, logprobs: null, finish_reason: finishReason(answer) }] },
    ...(wantsUsage
      ? [{ ...completionEnvelope(request, 'chat.completion.chunk'), choices: [], usage: completionUsage(answer) }]
      : []),
  ];
  return `${chunks.map((data) => `data: ${JSON.stringify(data)}\n\n`).join('')}data: [DONE]\n\n`;
}

/**
 * Creates the chunks of a tool call: the first has the id and the name, later ones have pieces of the arguments that
 * are not valid JSON on their own.
 */
function toolCallChunks(request: Request, call: WireToolCall, index: number): JsonObject[] {
  const opening = { index, id: call.id, type: 'function', function: { name: call.function.name, arguments: '' } };
  return [
    chunk(request, { tool_calls: [opening] }),
    ...textPieces(call.function.arguments).map((fragment) =>
      chunk(request, { tool_calls: [{ index, function: { arguments: fragment } }] }),
    ),
  ];
}

type WireToolCall = { id: string; type: string; function: { name: string; arguments: string } };

function wireToolCalls(request: Request, answer: ScriptedReply): WireToolCall[] {
  return (answer.toolCalls ?? []).map((call, index) => ({
    id: call.id ?? `call_${request.index + 1}_${index + 1}`,
    type: 'function',
    function: {
      name: call.name,
      arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
    },
  }));
}

function chunk(request: Request, delta: JsonObject): JsonObject {
  return {
    ...completionEnvelope(request, 'chat.completion.chunk'),
    choices: [{ index: 0, delta, logprobs: null, finish_reason: null }],
  };
}

function completionEnvelope(request: Request, object: string): JsonObject {
  return { id: `chatcmpl-${request.index + 1}`, object, created: 1_767_225_600, model: request.body.model };
}

function finishReason(answer: ScriptedReply): string {
  if (answer.finish !== undefined) return answer.finish;
  return (answer.toolCalls ?? []).length > 0 ? 'tool_calls' : 'stop';
}

function completionUsage(answer: ScriptedReply): JsonObject {
  const { input, output, cached } = answer.usage ?? { input: 10, output: 5 };
  const counts: JsonObject = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
  return cached === undefined ? counts : { ...counts, prompt_tokens_details: { cached_tokens: cached } };
}
