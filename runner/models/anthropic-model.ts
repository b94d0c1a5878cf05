import { getAnswerLimit } from '../ports/index.ts';
import { type JsonObject, toJsonText } from '../values/index.ts';
import { toAnthropicMessages, toAnthropicOptions, toAnthropicTools, unsupportedOptions } from './anthropic-request.ts';
import type { AdaptedModelRequest } from './fit-request.ts';
import type { LanguageModel, ModelResponse } from './language-model.ts';
import { buildAuthHeaders, type ModelEndpoint, toBaseUrl } from './model-endpoint.ts';
import { createRemoteModel, type ProtocolRequest } from './remote-model.ts';
import { assembleStreamedAnswer } from './stream-answer.ts';
import { createStreamFetch } from './stream-fetch.ts';

/** A model behind the Anthropic Messages API, streamed. The SDK is loaded with the first call. */
export function createAnthropicModel(endpoint: ModelEndpoint): LanguageModel {
  const url = toBaseUrl(endpoint.host, 'https://api.anthropic.com');
  return createRemoteModel(endpoint, {
    url,
    foreign: unsupportedOptions,
    ask: (question, signal) => askAnthropic({ endpoint, url, ...question }, signal),
  });
}

type AnthropicCall = ProtocolRequest & { endpoint: ModelEndpoint; url: string };

async function askAnthropic(
  { endpoint, url, request, ...listeners }: AnthropicCall,
  signal: AbortSignal,
): Promise<ModelResponse> {
  const { maxAnswer = getAnswerLimit() } = endpoint;
  // This is an internal class of the SDK: the SDK's public factory requires a key, which a local server may not need.
  const { AnthropicLanguageModel } = await import('@ai-sdk/anthropic/internal');
  const model = new AnthropicLanguageModel(endpoint.model, {
    provider: 'anthropic',
    baseURL: url,
    fetch: createStreamFetch(maxAnswer),
    headers: {
      'anthropic-version': endpoint.version ?? '2023-06-01',
      ...buildAuthHeaders(endpoint.key, endpoint.authMode ?? 'x-api-key'),
      ...endpoint.headers,
    },
    transformRequestBody: (body) => buildRequestBody(body, request),
  });
  const { stream } = await model
    .doStream({ prompt: [], includeRawChunks: true, abortSignal: signal })
    .catch(throwExplainedError);
  return unwrapShapedAnswer(await assembleStreamedAnswer(stream, { ...listeners, maxAnswer }), request);
}

/** Replaces the SDK's misleading error for a stream that is not from the Messages API. */
function throwExplainedError(error: unknown): never {
  const isNonsense = error instanceof Error && error.message.includes('Expected a normalized');
  throw isNonsense ? new Error('the stream does not have the format of the Messages API') : error;
}

/**
 * Builds the request body. Takes over the model, the streaming flag and the default maximum answer length from the body
 * that the SDK has built.
 */
function buildRequestBody(body: Record<string, unknown>, request: AdaptedModelRequest): Record<string, unknown> {
  const { model, max_tokens, stream } = body;
  return { max_tokens, ...toAnthropicOptions(request.options), model, stream, ...buildConversationBody(request) };
}

function buildConversationBody({ messages, tools, shape }: AdaptedModelRequest): JsonObject {
  const conversation = toAnthropicMessages(messages);
  if (shape !== undefined) {
    const tool = { name: shape.name, input_schema: shape.schema };
    return { ...conversation, tools: [tool], tool_choice: { type: 'tool', name: shape.name } };
  }
  return { ...conversation, ...(tools.length === 0 ? {} : { tools: toAnthropicTools(tools) }) };
}

/**
 * The answer is requested as a call of a tool, because the protocol can prescribe a format only for the arguments of a
 * tool.
 */
function unwrapShapedAnswer(answer: ModelResponse, { shape }: AdaptedModelRequest): ModelResponse {
  const call = shape && answer.toolCalls.find(({ tool }) => tool === shape.name);
  if (call === undefined) return answer;
  return { ...answer, content: toJsonText(call.arguments), toolCalls: [], finishReason: 'stop' };
}
