import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';
import { type JsonObject, jsonObjectSchema, jsonSchema, messageSchema, type ScriptedRule } from '../contract/index.ts';
import { createScriptedModel } from '../models/scripted-model.ts';
import { wait } from '../models/wait.ts';
import { defaultEnvironment } from '../plan/plan-run.ts';

const chatRequestSchema = z.looseObject({
  model: z.string(),
  messages: z.array(jsonObjectSchema).min(1),
  tools: z.array(jsonObjectSchema).optional(),
  stream: z.boolean().optional(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).optional(),
});
type ChatRequest = z.infer<typeof chatRequestSchema>;

/** A request as it arrived; `clientClosed` becomes true when the client hung up before the answer was complete. */
type RecordedRequest = {
  index: number;
  authorization: string | undefined;
  body: ChatRequest;
  clientClosed: boolean;
};

export type ChatReply =
  | {
      type: 'answer';
      content?: string | null;
      toolCalls?: { id?: string; name: string; arguments: string | JsonObject }[];
      usage?: { input: number; output: number };
      delayMs?: number;
    }
  | { type: 'error'; status: number; message: string; headers?: Record<string, string> }
  /** Says nothing more, for ever: before the headers or in the middle of the stream. */
  | { type: 'hang'; where: 'before headers' | 'mid-stream' }
  /** Cuts the connection in the middle of the answer. */
  | { type: 'drop'; content: string }
  /** Sends this as the body of the stream, whatever it is. */
  | { type: 'garbage'; body: string };

export type ChatHandler = (request: RecordedRequest) => ChatReply | Promise<ChatReply>;

export type OpenAIServer = {
  /** `http://127.0.0.1:<port>`, without a path. */
  readonly url: string;
  readonly requests: RecordedRequest[];
  /** Resolves once the condition holds for what has arrived so far. */
  until(condition: (requests: readonly RecordedRequest[]) => boolean): Promise<void>;
  close(): Promise<void>;
};

export type OpenAIServerOptions = {
  handler: ChatHandler;
  /** Requests without this key are answered 401. */
  key?: string;
  /** Split streams at odd byte positions (the default, and what networks do), or send them whole. */
  split?: 'odd' | 'whole';
};

const oddSizes = [1, 7, 2, 31, 3, 64, 5];

/** A real HTTP server on a free loopback port that speaks chat completions, streamed and whole, and fails on request. */
export async function startOpenAIServer(options: OpenAIServerOptions): Promise<OpenAIServer> {
  const requests: RecordedRequest[] = [];
  const waiting = new Set<() => void>();
  const notice = () => {
    for (const check of waiting) check();
  };
  const server = createServer((incoming, response) => {
    void serveChat({ incoming, response, options, requests, notice }).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    requests,
    until: (condition) =>
      new Promise((resolve) => {
        const check = () => {
          if (!condition(requests)) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Gives the replies one after the other, and the last one ever after. */
export function inTurn(...replies: [ChatReply, ...ChatReply[]]): ChatHandler {
  let next = 0;
  return () => {
    const reply = replies[Math.min(next, replies.length - 1)] ?? replies[0];
    next += 1;
    return reply;
  };
}

/** Answers as a scripted connector with these rules would, but over HTTP. */
export function byRules(rules: readonly ScriptedRule[]): ChatHandler {
  const model = createScriptedModel('loopback', rules);
  const context = { runId: '', suiteKey: '', caseId: '', attempt: 1, turn: 1, environment: defaultEnvironment };
  return async ({ body }) => {
    const messages = body.messages.map((message) => messageSchema.parse(message));
    const answer = await model
      .generate({ messages, context: { ...context, role: 'agent' } }, new AbortController().signal)
      .catch((error: unknown) => String(error));
    if (typeof answer === 'string') return { type: 'error', status: 500, message: answer };
    return {
      type: 'answer',
      content: answer.content,
      toolCalls: answer.toolCalls.map(({ id, tool, arguments: args }) => ({
        id,
        name: tool,
        arguments: JSON.stringify(args),
      })),
      usage: { input: answer.usage.inputTokens, output: answer.usage.outputTokens },
    };
  };
}

type Exchange = {
  incoming: IncomingMessage;
  response: ServerResponse;
  options: OpenAIServerOptions;
  requests: RecordedRequest[];
  notice: () => void;
};

async function serveChat(exchange: Exchange): Promise<void> {
  const { incoming, response, options, requests, notice } = exchange;
  const text = await readBody(incoming);
  if (incoming.method !== 'POST' || !incoming.url?.endsWith('/chat/completions')) {
    return sendError(response, { status: 404, message: `no route for ${incoming.method} ${incoming.url}` });
  }
  if (options.key !== undefined && incoming.headers.authorization !== `Bearer ${options.key}`) {
    return sendError(response, { status: 401, message: 'Incorrect API key provided' });
  }
  const parsed = chatRequestSchema.safeParse(safeJson(text));
  if (!parsed.success) return sendError(response, { status: 400, message: z.prettifyError(parsed.error) });
  const request: RecordedRequest = {
    index: requests.length,
    authorization: incoming.headers.authorization,
    body: parsed.data,
    clientClosed: false,
  };
  requests.push(request);
  response.on('close', () => {
    request.clientClosed = !response.writableFinished;
    notice();
  });
  notice();
  await reply(request, await options.handler(request), exchange);
}

async function reply(request: RecordedRequest, answer: ChatReply, { response, options }: Exchange): Promise<void> {
  switch (answer.type) {
    case 'error':
      return sendError(response, answer);
    case 'hang':
      if (answer.where === 'before headers') return;
      startStream(response);
      await sendBytes(response, `data: ${JSON.stringify(chunk(request, { content: 'never' }))}\n\n`, 'odd');
      return;
    case 'drop': {
      startStream(response);
      const body = streamBody(request, { type: 'answer', content: answer.content });
      await sendBytes(response, body.slice(0, Math.floor(body.length / 2)), 'odd');
      response.destroy();
      return;
    }
    case 'garbage':
      startStream(response);
      response.end(answer.body);
      return;
    case 'answer': {
      if (answer.delayMs !== undefined) await wait(answer.delayMs, new AbortController().signal);
      if (request.body.stream !== true) return sendJson(response, 200, wholeBody(request, answer));
      startStream(response);
      await sendBytes(response, streamBody(request, answer), options.split ?? 'odd');
      response.end();
      return;
    }
    default:
      answer satisfies never;
  }
}

type Answer = Extract<ChatReply, { type: 'answer' }>;

function wholeBody(request: RecordedRequest, answer: Answer): JsonObject {
  const toolCalls = wireToolCalls(request, answer);
  const message = { role: 'assistant', content: answer.content ?? null, refusal: null };
  return {
    ...envelope(request, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: toolCalls.length === 0 ? message : { ...message, tool_calls: toolCalls },
        logprobs: null,
        finish_reason: finishReason(answer),
      },
    ],
    usage: usageOf(answer),
  };
}

function streamBody(request: RecordedRequest, answer: Answer): string {
  const wantsUsage = request.body.stream_options?.include_usage === true;
  const chunks: JsonObject[] = [
    chunk(request, { role: 'assistant', content: '' }),
    ...pieces(answer.content ?? '').map((content) => chunk(request, { content })),
    ...wireToolCalls(request, answer).flatMap((call, index) => toolCallChunks(request, call, index)),
    { ...chunk(request, {}), choices: [{ index: 0, delta: {}, logprobs: null, finish_reason: finishReason(answer) }] },
    ...(wantsUsage ? [{ ...envelope(request, 'chat.completion.chunk'), choices: [], usage: usageOf(answer) }] : []),
  ];
  return `${chunks.map((data) => `data: ${JSON.stringify(data)}\n\n`).join('')}data: [DONE]\n\n`;
}

/** The first fragment has the id and the name, the others pieces of the arguments that are no JSON by themselves. */
function toolCallChunks(request: RecordedRequest, call: WireToolCall, index: number): JsonObject[] {
  const opening = { index, id: call.id, type: 'function', function: { name: call.function.name, arguments: '' } };
  return [
    chunk(request, { tool_calls: [opening] }),
    ...pieces(call.function.arguments).map((fragment) =>
      chunk(request, { tool_calls: [{ index, function: { arguments: fragment } }] }),
    ),
  ];
}

type WireToolCall = { id: string; type: string; function: { name: string; arguments: string } };

function wireToolCalls(request: RecordedRequest, answer: Answer): WireToolCall[] {
  return (answer.toolCalls ?? []).map((call, index) => ({
    id: call.id ?? `call_${request.index + 1}_${index + 1}`,
    type: 'function',
    function: {
      name: call.name,
      arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
    },
  }));
}

function chunk(request: RecordedRequest, delta: JsonObject): JsonObject {
  return {
    ...envelope(request, 'chat.completion.chunk'),
    choices: [{ index: 0, delta, logprobs: null, finish_reason: null }],
  };
}

function envelope(request: RecordedRequest, object: string): JsonObject {
  return { id: `chatcmpl-${request.index + 1}`, object, created: 1_767_225_600, model: request.body.model };
}

function finishReason(answer: Answer): string {
  return (answer.toolCalls ?? []).length > 0 ? 'tool_calls' : 'stop';
}

function usageOf(answer: Answer): JsonObject {
  const { input, output } = answer.usage ?? { input: 10, output: 5 };
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

/** Cut by code points, so that every piece is valid JSON text by itself. */
function pieces(text: string): string[] {
  const points = [...text];
  const result: string[] = [];
  for (let at = 0, turn = 0; at < points.length; turn += 1) {
    const size = oddSizes[turn % oddSizes.length] ?? 1;
    result.push(points.slice(at, at + size).join(''));
    at += size;
  }
  return result;
}

/** Cut by bytes: in the middle of lines, of JSON and of characters. */
async function sendBytes(response: ServerResponse, text: string, split: 'odd' | 'whole'): Promise<void> {
  if (split === 'whole') {
    response.write(text);
    return;
  }
  const bytes = Buffer.from(text, 'utf8');
  for (let at = 0, turn = 0; at < bytes.length && !response.destroyed; turn += 1) {
    const size = (oddSizes[turn % oddSizes.length] ?? 1) * 5 + 1;
    response.write(bytes.subarray(at, at + size));
    at += size;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function startStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
}

function sendError(
  response: ServerResponse,
  error: { status: number; message: string; headers?: Record<string, string> },
): void {
  const type = error.status === 429 ? 'rate_limit_error' : 'server_error';
  const body = { error: { message: error.message, type, param: null, code: null } };
  for (const [name, value] of Object.entries(error.headers ?? {})) response.setHeader(name, value);
  sendJson(response, error.status, body);
}

function sendJson(response: ServerResponse, status: number, body: JsonObject): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
}

function safeJson(text: string): unknown {
  try {
    return jsonSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function portOf(address: string | AddressInfo | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}
