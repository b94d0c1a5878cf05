import type { OpenAICompatibleChatLanguageModel } from '@ai-sdk/openai-compatible';
import type { JsonObject, Usage } from '../contract/index.ts';
import type { LanguageModel, ModelRequest, ModelResponse, ModelToolCall } from './language-model.ts';
import { modelError } from './model-error.ts';
import { wireMessage } from './wire-message.ts';
import { type RetryPolicy, withRetries } from './with-retries.ts';

export type OpenAIEndpoint = {
  id: string;
  model: string;
  /** `https://api.openai.com` unless given; with a trailing slash it is the base path itself. */
  host?: string | undefined;
  key?: string | undefined;
  /** Parameters of the connector, sent unless the request has its own. */
  options?: JsonObject;
  retries?: RetryPolicy;
};

type StreamOf<Source> = Source extends ReadableStream<infer Part> ? Part : never;
type StreamPart = StreamOf<Awaited<ReturnType<OpenAICompatibleChatLanguageModel['doStream']>>['stream']>;

const reserved = ['model', 'messages', 'tools', 'stream', 'stream_options'];

/**
 * A model behind an OpenAI-compatible chat-completions endpoint: streaming, with retries on 429, 5xx and broken
 * connections. The SDK is loaded with the first call.
 */
export function createOpenAIModel(endpoint: OpenAIEndpoint): LanguageModel {
  return {
    id: endpoint.id,
    async generate(request, signal) {
      const { value, retries } = await withRetries(
        { policy: endpoint.retries, attempt: () => generateOnce(endpoint, request, signal) },
        signal,
      ).catch((error: unknown) => {
        signal.throwIfAborted();
        throw modelError(endpoint, error);
      });
      return { ...value, usage: { ...value.usage, retries } };
    },
  };
}

/** The base of all paths: a host that ends in `/` is taken as it is, others get `/v1` unless they have it. */
export function baseUrlOf(host: string | undefined): string {
  const given = host === undefined || host === '' ? 'https://api.openai.com' : host;
  if (given.endsWith('/')) return given.replace(/\/+$/, '');
  return given.endsWith('/v1') ? given : `${given}/v1`;
}

async function generateOnce(
  endpoint: OpenAIEndpoint,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<ModelResponse> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const provider = createOpenAICompatible({
    name: 'openai',
    baseURL: baseUrlOf(endpoint.host),
    includeUsage: true,
    ...(endpoint.key === undefined ? {} : { apiKey: endpoint.key }),
    transformRequestBody: (body) => ({
      ...optionsOf(endpoint, request),
      ...withoutUndefined(body),
      ...written(request),
    }),
  });
  const { stream } = await provider.chatModel(endpoint.model).doStream({ prompt: [], abortSignal: signal });
  return collect(stream);
}

function optionsOf(endpoint: OpenAIEndpoint, request: ModelRequest): JsonObject {
  const options = { ...endpoint.options, ...request.options };
  return Object.fromEntries(Object.entries(options).filter(([name]) => !reserved.includes(name)));
}

/** The conversation and tools have the protocol's own shape already; a detour through the SDK's would lose parts of it. */
function written(request: ModelRequest): JsonObject {
  const messages = request.messages.map(wireMessage);
  if (request.tools === undefined || request.tools.length === 0) return { messages };
  return { messages, tools: request.tools.map((tool) => ({ type: 'function', function: { ...tool } })) };
}

function withoutUndefined(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

async function collect(stream: ReadableStream<StreamPart>): Promise<ModelResponse> {
  let content = '';
  let usage: Usage | undefined;
  let finishReason = 'unknown';
  const toolCalls: ModelToolCall[] = [];
  for await (const part of stream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'text-delta') content += part.delta;
    if (part.type === 'tool-call') toolCalls.push(toolCallOf(part));
    if (part.type === 'finish') {
      finishReason = part.finishReason.unified;
      usage = usageOf(part.usage);
    }
  }
  return {
    content,
    toolCalls,
    usage: usage ?? { inputTokens: 0, outputTokens: 0, calls: 1, retries: 0 },
    finishReason,
  };
}

function toolCallOf(part: Extract<StreamPart, { type: 'tool-call' }>): ModelToolCall {
  return { id: part.toolCallId, tool: part.toolName, arguments: argumentsOf(part.input) };
}

function argumentsOf(text: string): ModelToolCall['arguments'] {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function usageOf(usage: Extract<StreamPart, { type: 'finish' }>['usage']): Usage {
  return {
    inputTokens: usage.inputTokens.total ?? 0,
    outputTokens: usage.outputTokens.total ?? 0,
    calls: 1,
    retries: 0,
  };
}
