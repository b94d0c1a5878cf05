import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as z from 'zod';
import { jsonSchema } from '../contract/index.ts';
import { waitMs } from '../models/wait-ms.ts';
import type { JsonObject } from '../values/index.ts';
import { getServerPort } from './server-port.ts';

/** A received request; `clientClosed` becomes true if the client disconnects before the answer is complete. */
export type RecordedRequest<Body> = {
  index: number;
  headers: IncomingMessage['headers'];
  body: Body;
  clientClosed: boolean;
};

export type ModelAnswer = {
  type: 'answer';
  content?: string | null;
  toolCalls?: { id?: string; name: string; arguments: string | JsonObject }[];
  usage?: { input: number; output: number; cached?: number };
  /** The finish reason, in the vocabulary of the protocol. */
  finish?: string;
  delayMs?: number;
};

export type ModelReply =
  | ModelAnswer
  /**
   * The server answers with an error of the protocol. If `body` is set, it sends this text instead, like the error page
   * of a proxy.
   */
  | { type: 'error'; status: number; message: string; headers?: Record<string, string>; body?: string }
  /** The server stops sending, either before the headers or in the middle of the stream. */
  | { type: 'hang'; where: 'before headers' | 'mid-stream' }
  /** The server closes the connection in the middle of the answer, or ends the stream there without an error. */
  | { type: 'drop'; content: string; politely?: boolean }
  /** The server sends this text as the body of the stream, optionally with another content type. */
  | { type: 'garbage'; body: string; contentType?: string };

export type ModelHandler<Body> = (request: RecordedRequest<Body>) => ModelReply | Promise<ModelReply>;

export type ModelServer<Body> = {
  /** The server's URL `http://127.0.0.1:<port>`, without a path. */
  readonly url: string;
  readonly requests: RecordedRequest<Body>[];
  /** Resolves once the condition is true of the requests received so far. */
  until(condition: (requests: readonly RecordedRequest<Body>[]) => boolean): Promise<void>;
  close(): Promise<void>;
};

export type ModelServerOptions<Body> = {
  handler: ModelHandler<Body>;
  /** The key that requests must have; requests without it get a 401 response. */
  key?: string;
  /** Whether streams are split at arbitrary byte positions (the default, as in real networks) or sent whole. */
  split?: 'odd' | 'whole';
};

/** The differences between the protocols of model servers. */
export type ServerProtocol<Body> = {
  path: string;
  bodySchema: z.ZodType<Body & { stream?: boolean | undefined }>;
  keyOf(headers: IncomingMessage['headers']): string | undefined;
  errorBody(error: { status: number; message: string }): JsonObject;
  wholeBody(request: RecordedRequest<Body>, answer: ModelAnswer): JsonObject;
  streamBody(request: RecordedRequest<Body>, answer: ModelAnswer): string;
};

const unevenPieceSizes = [1, 7, 2, 31, 3, 64, 5];

/** A real HTTP server on a free loopback port that answers like a model, streamed or not, with errors on request. */
export async function startModelServer<Body>(
  protocol: ServerProtocol<Body>,
  options: ModelServerOptions<Body>,
): Promise<ModelServer<Body>> {
  const requests: RecordedRequest<Body>[] = [];
  const waiters = new Set<() => void>();
  const checkWaitingConditions = () => {
    for (const resolveIfConditionHolds of waiters) resolveIfConditionHolds();
  };
  const server = createServer((request, response) => {
    void serveExchange({
      incoming: request,
      response,
      protocol,
      options,
      requests,
      notice: checkWaitingConditions,
    }).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${getServerPort(server.address())}`,
    requests,
    until: (condition) =>
      new Promise((resolve) => {
        const check = () => {
          if (!condition(requests)) return;
          waiters.delete(check);
          resolve();
        };
        waiters.add(check);
        check();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns the replies in order; after the last one, returns it again and again. */
export function createRepliesInTurn(...replies: [ModelReply, ...ModelReply[]]): () => ModelReply {
  let next = 0;
  return () => {
    const reply = replies[Math.min(next, replies.length - 1)] ?? replies[0];
    next += 1;
    return reply;
  };
}

type ServerExchange<Body> = {
  incoming: IncomingMessage;
  response: ServerResponse;
  protocol: ServerProtocol<Body>;
  options: ModelServerOptions<Body>;
  requests: RecordedRequest<Body>[];
  notice: () => void;
};

async function serveExchange<Body>(exchange: ServerExchange<Body>): Promise<void> {
  const { incoming, response, protocol, options, requests, notice } = exchange;
  const text = await readRequestBody(incoming);
  const sendError = (status: number, message: string) =>
    sendJson(response, status, protocol.errorBody({ status, message }));
  if (incoming.method !== 'POST' || !incoming.url?.endsWith(protocol.path)) {
    return sendError(404, `no route for ${incoming.method} ${incoming.url}`);
  }
  if (options.key !== undefined && protocol.keyOf(incoming.headers) !== options.key) {
    return sendError(401, 'Incorrect API key provided');
  }
  const parsed = protocol.bodySchema.safeParse(tryParseJson(text));
  if (!parsed.success) return sendError(400, z.prettifyError(parsed.error));
  const request = { index: requests.length, headers: incoming.headers, body: parsed.data, clientClosed: false };
  requests.push(request);
  response.on('close', () => {
    request.clientClosed = !response.writableFinished;
    notice();
  });
  notice();
  const isStream = parsed.data.stream === true;
  await sendReply({ request, isStream, answer: await options.handler(request) }, exchange);
}

type AnswerContext<Body> = { request: RecordedRequest<Body>; isStream: boolean; answer: ModelReply };

async function sendReply<Body>(
  { request, isStream, answer }: AnswerContext<Body>,
  { response, protocol, options }: ServerExchange<Body>,
): Promise<void> {
  switch (answer.type) {
    case 'error':
      for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
      if (answer.body === undefined) return sendJson(response, answer.status, protocol.errorBody(answer));
      response.writeHead(answer.status, { 'content-type': 'text/html' }).end(answer.body);
      return;
    case 'hang':
      if (answer.where === 'before headers') return;
      startStream(response);
      await sendHalfOfStream(response, protocol.streamBody(request, { type: 'answer', content: 'never' }));
      return;
    case 'drop':
      startStream(response);
      await sendHalfOfStream(response, protocol.streamBody(request, { type: 'answer', content: answer.content }));
      if (answer.politely === true) response.end();
      else response.destroy();
      return;
    case 'garbage':
      if (answer.contentType === undefined) startStream(response);
      else response.writeHead(200, { 'content-type': answer.contentType });
      response.end(answer.body);
      return;
    case 'answer':
      if (answer.delayMs !== undefined) await waitMs(answer.delayMs, new AbortController().signal);
      if (!isStream) return sendJson(response, 200, protocol.wholeBody(request, answer));
      startStream(response);
      await sendBytes(response, protocol.streamBody(request, answer), options.split ?? 'odd');
      response.end();
      return;
    default:
      answer satisfies never;
  }
}

/** Splits a text into pieces of varying size, by code points, so that every piece is valid in JSON. */
export function splitIntoUnevenPieces(text: string): string[] {
  const points = [...text];
  const result: string[] = [];
  for (let offset = 0, turn = 0; offset < points.length; turn += 1) {
    const size = unevenPieceSizes[turn % unevenPieceSizes.length] ?? 1;
    result.push(points.slice(offset, offset + size).join(''));
    offset += size;
  }
  return result;
}

/** Sends half of a stream's events, and half of the next event. */
async function sendHalfOfStream(response: ServerResponse, text: string): Promise<void> {
  await sendBytes(response, text.slice(0, Math.floor(text.length / 2)), 'odd');
}

/** Sends bytes; if they are split, then in pieces that end inside of lines, JSON values and characters. */
async function sendBytes(response: ServerResponse, text: string, splitMode: 'odd' | 'whole'): Promise<void> {
  if (splitMode === 'whole') {
    response.write(text);
    return;
  }
  const bytes = Buffer.from(text, 'utf8');
  for (let offset = 0, turn = 0; offset < bytes.length && !response.destroyed; turn += 1) {
    const size = (unevenPieceSizes[turn % unevenPieceSizes.length] ?? 1) * 5 + 1;
    response.write(bytes.subarray(offset, offset + size));
    offset += size;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function startStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
}

function sendJson(response: ServerResponse, status: number, body: JsonObject): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function readRequestBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function tryParseJson(text: string): unknown {
  try {
    return jsonSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
