import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { isJsonObject, type Json, type JsonObject, tryParseJson } from '../values/index.ts';
import { getServerPort } from './server-port.ts';

/** A request that the server received. */
export type ReceivedRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: JsonObject;
  raw: string;
};
export type ServerReply = {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  body: string | Uint8Array;
};
type ServerHandler = (
  receivedRequest: ReceivedRequest,
  state: Map<string, string[]>,
) => ServerReply | Promise<ServerReply>;

/** A server with an unusual API, and the entry for the config that detection should find for it. */
export type AgentServer = {
  name: string;
  /** The path of the URL that the user passes to `turntree try`. */
  path?: string;
  answer: ServerHandler;
} & (
  | {
      /** The agent's answer to a message; a server with memory also receives the earlier messages. */
      says(message: string, before: readonly string[]): string;
      /** Fields that the detected entry must have. */
      entry?: JsonObject;
      remembers?: boolean;
    }
  | { refused: RegExp }
);

const sentences = [
  'We are open from nine to five.',
  'A table for two is free at eight.',
  'Our soup is lentil today.',
  'You can park behind the house.',
  'The garden is closed in winter.',
  'Dogs may come in, cats may not.',
  'Tea is served at four.',
];

/** Returns one of a few fixed sentences, always the same for a message, so that a test can tell answers apart. */
export function pickEchoSentence(message: string): string {
  const sum = [...message].reduce(
    (total, character, index) => total + (character.codePointAt(0) ?? 0) * (index + 1),
    0,
  );
  return sentences[sum % sentences.length] ?? '';
}

export function createJsonReply(value: Json, replyFields: Omit<ServerReply, 'body'> = {}): ServerReply {
  return { type: 'application/json', ...replyFields, body: JSON.stringify(value) };
}

export function createRefusalReply(status: number, value: Json, headers: Record<string, string> = {}): ServerReply {
  return createJsonReply(value, { status, headers });
}

export function createEventStreamReply(
  list: readonly (Json | { event: string; data: Json })[],
  replyFields: Omit<ServerReply, 'body'> = {},
): ServerReply {
  const lines = list.map((each) => {
    const isNamed =
      isJsonObject(each) && typeof each.event === 'string' && 'data' in each && Object.keys(each).length === 2;
    const data = isNamed ? (each.data ?? null) : each;
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    return `${isNamed ? `event: ${String(each.event)}\n` : ''}data: ${text}\n\n`;
  });
  return { type: 'text/event-stream', ...replyFields, body: lines.join('') };
}

/** Splits a text into pieces, as models stream it. */
export function splitIntoPieces(text: string): string[] {
  return text.match(/\S+\s*/g) ?? [];
}

/** Returns the growing text after each piece. */
export function buildGrowingTexts(text: string): string[] {
  return splitIntoPieces(text).map((_piece, index, all) => all.slice(0, index + 1).join(''));
}

export function getTextProperty(body: JsonObject, key: string): string | undefined {
  const value = body[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Handles POST requests at one path only; rejects all others. */
export function handlePostRequests(answer: ServerHandler, path = '/chat'): ServerHandler {
  return (receivedRequest, state) => {
    if (receivedRequest.path !== path) return createRefusalReply(404, { detail: 'Not Found' });
    return receivedRequest.method === 'POST'
      ? answer(receivedRequest, state)
      : createRefusalReply(405, { detail: 'Method Not Allowed' }, { allow: 'POST' });
  };
}

/** Requires a text under a key of the request; otherwise rejects the request with the given message. */
export function handlePostsWithKey(
  key: string,
  reply: (message: string, receivedRequest: ReceivedRequest) => ServerReply,
  refusal?: ServerReply,
): ServerHandler {
  return handlePostRequests((receivedRequest) => {
    const message = getTextProperty(receivedRequest.body, key);
    return message === undefined
      ? (refusal ?? createRefusalReply(400, { error: 'bad request' }))
      : reply(message, receivedRequest);
  });
}

export async function startAgentServer({ answer, path = '/chat' }: Pick<AgentServer, 'answer' | 'path'>): Promise<{
  url: string;
  got: ReceivedRequest[];
  close(): Promise<void>;
}> {
  const got: ReceivedRequest[] = [];
  const state = new Map<string, string[]>();
  const server = createServer((incoming, response) => {
    void respondToRequest(incoming, response);
  });
  async function respondToRequest(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await textOf(incoming);
    const url = new URL(incoming.url ?? '', 'http://127.0.0.1');
    const body = tryParseJson(raw);
    const receivedRequest = {
      method: incoming.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      body: isJsonObject(body) ? body : {},
      raw,
    };
    got.push(receivedRequest);
    const { status = 200, type, headers = {}, body: replyBody } = await answer(receivedRequest, state);
    response.writeHead(status, { ...(type === undefined ? {} : { 'content-type': type }), ...headers });
    response.end(replyBody);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${getServerPort(server.address())}${path}`,
    got,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
