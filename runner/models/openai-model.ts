import { getAnswerLimit } from '../ports/index.ts';
import { type JsonObject, withoutUndefined } from '../values/index.ts';
import type { AdaptedModelRequest } from './fit-request.ts';
import type { LanguageModel, ModelResponse } from './language-model.ts';
import { buildAuthHeaders, type ModelEndpoint, toBaseUrl } from './model-endpoint.ts';
import { createRemoteModel, type ProtocolRequest } from './remote-model.ts';
import { assembleStreamedAnswer } from './stream-answer.ts';
import { createStreamFetch } from './stream-fetch.ts';
import { toWireMessage } from './wire-message.ts';

const reservedOptions = ['model', 'messages', 'tools', 'stream', 'stream_options'];

/** A model behind an OpenAI-compatible chat-completions endpoint, streamed. The SDK is loaded with the first call. */
export function createOpenAIModel(endpoint: ModelEndpoint): LanguageModel {
  const url = toBaseUrl(endpoint.host, 'https://api.openai.com');
  return createRemoteModel(endpoint, {
    url,
    foreign: reservedOptions,
    ask: (question, signal) => askOpenAI({ endpoint, url, ...question }, signal),
  });
}

type OpenAICall = ProtocolRequest & { endpoint: ModelEndpoint; url: string };

async function askOpenAI(
  { endpoint, url, request, ...listeners }: OpenAICall,
  signal: AbortSignal,
): Promise<ModelResponse> {
  const { maxAnswer = getAnswerLimit() } = endpoint;
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const provider = createOpenAICompatible({
    name: 'openai',
    baseURL: url,
    includeUsage: true,
    fetch: createStreamFetch(maxAnswer),
    headers: { ...buildAuthHeaders(endpoint.key, endpoint.authMode ?? 'bearer'), ...endpoint.headers },
    queryParams: endpoint.version === undefined ? undefined : { 'api-version': endpoint.version },
    transformRequestBody: (body) => ({
      ...request.options,
      ...buildResponseFormatBody(request),
      ...withoutUndefined(body),
      ...buildConversationBody(request),
    }),
  });
  const { stream } = await provider
    .chatModel(endpoint.model)
    .doStream({ prompt: [], includeRawChunks: true, abortSignal: signal });
  return assembleStreamedAnswer(stream, { ...listeners, maxAnswer });
}

function buildResponseFormatBody({ shape }: AdaptedModelRequest): JsonObject {
  if (shape === undefined) return {};
  return { response_format: { type: 'json_schema', json_schema: { ...shape, strict: true } } };
}

/**
 * Returns the conversation and tools for the request body. They are sent directly, because they already have the
 * protocol's format: converting them to the SDK's format and back would lose parts.
 */
function buildConversationBody({ messages, tools }: AdaptedModelRequest): JsonObject {
  const conversation = { messages: messages.map(toWireMessage) };
  if (tools.length === 0) return conversation;
  return { ...conversation, tools: tools.map((tool) => ({ type: 'function', function: { ...tool } })) };
}
