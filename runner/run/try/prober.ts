import { fillVariables } from '../../agents/fill-variables.ts';
import { createTextReader } from '../../agents/http/charset.ts';
import { createEndpoint, createRequest, type HttpEntry } from '../../agents/http/endpoint.ts';
import { findRootErrorMessage } from '../../agents/http/http-agent.ts';
import { formatDisplayAddress, type HttpRequest, sendRequest } from '../../agents/http/send-request.ts';
import { createPlainRequest } from '../../agents/plain-request.ts';
import { workspaceConfigSchema } from '../../contract/index.ts';
import { waitMs } from '../../models/wait-ms.ts';
import { AgentError } from '../../ports/index.ts';
import { shortenText } from '../../reporters/console/shorten-text.ts';
import { castToJson, type Json, type JsonObject, toErrorMessage } from '../../values/index.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { createRequestToAgent } from './talk/agent-conversation.ts';

const REQUEST_TIMEOUT_MS = 60_000;
const MAX_ANSWER_LENGTH = 4_000_000;
const MAX_RETRIES = 2;
const MAX_PAUSE_MS = 30_000;

export type ServerReply = {
  /**
   * The HTTP status; 0 if there is no usable response, for example because the request was redirected to another
   * server.
   */
  status: number;
  ok: boolean;
  type: string;
  text: string;
  headers: Headers;
  /** True if the bytes of the response are not valid in the declared charset. */
  isGarbled: boolean;
};

/** True for a redirect, which means that the URL is wrong, not the request body. */
export function isRedirect({ status }: ServerReply): boolean {
  return [0, 401, 403, 404, 405, 501].includes(status);
}

/** A request to a server: a GET request if it has no body. `key` is sent only if the server answers 401 without it. */
export type ProbeRequest = {
  url: string;
  body?: Json;
  key?: string | undefined;
  headers?: Record<string, string>;
  until?: RegExp;
};

/** A format in which messages are sent to an agent, with the fields of an `http` config entry. */
export type RequestTemplate = { url: string } & Partial<
  Pick<HttpEntry, 'method' | 'headers' | 'body' | 'encoding' | 'setup' | 'carry'>
>;
export type ProbeMessage = { message: string; session: string; carry?: JsonObject; setup?: Json };

/** Sends requests to a server one after the other, and stores every response. */
export type Prober = {
  send(question: ProbeRequest): Promise<ServerReply & { withKey: boolean }>;
  /** Sends a message as an agent with this `http` entry would. */
  sendTemplate(template: RequestTemplate, message: ProbeMessage): Promise<ServerReply>;
  /** Lists the requests and their responses, one line each. */
  tried(): readonly string[];
  /** Returns all responses of the server so far. */
  replies(): readonly ServerReply[];
  /** Returns true if the server answered 401 even to a request with the key. */
  isKeyRefused(): boolean;
};

/** Throws a `UsageError` if the server does not respond at all, because then further requests would not help. */
export function createProber({ variables }: Pick<Terminal, 'variables'>, signal: AbortSignal): Prober {
  const attempts: ProbeAttempt[] = [];
  const replies: ServerReply[] = [];
  let isKeyRefused = false;

  async function sendOnce(request: HttpRequest, requestLine: string, until?: RegExp): Promise<ServerReply> {
    for (let retries = 0; ; retries += 1) {
      const reply = await sendWithTimeout(request, requestLine, until);
      replies.push(reply);
      const pause = retries < MAX_RETRIES ? computeRetryPause(reply) : undefined;
      if (pause === undefined) return reply;
      await waitMs(pause, signal);
    }
  }

  async function sendWithTimeout(
    request: HttpRequest,
    description: string,
    until: RegExp | undefined,
  ): Promise<ServerReply> {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]);
    try {
      const response = await sendRequest(request, patience);
      const { text, isGarbled } = await readResponseBody(response, until);
      attempts.push({ request: description, outcome: `${response.status} ${shortenText(text, 120)}`.trimEnd() });
      const { status, ok, headers } = response;
      return { status, ok, type: headers.get('content-type') ?? '', text, headers, isGarbled };
    } catch (error) {
      signal.throwIfAborted();
      const isAlive = replies.length > 0 && isTimeout(error);
      if (!(error instanceof AgentError) && !isAlive)
        throw createNoResponseError(formatDisplayAddress(request.url), error);
      const message = isTimeout(error) ? 'no answer came within a minute' : toErrorMessage(error);
      attempts.push({ request: description, outcome: message });
      return { status: 0, ok: false, type: '', text: message, headers: new Headers(), isGarbled: false };
    }
  }

  function toHttpRequest({ url: template, body, headers: ownHeaders = {} }: ProbeRequest): HttpRequest {
    const url = new URL(fillVariables(template, { agent: 'try', field: 'url', variables }));
    const headers: Record<string, string> = { accept: ACCEPT_HEADER, ...ownHeaders };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const text = body === undefined ? undefined : JSON.stringify(body);
    return { url, method: body === undefined ? 'GET' : 'POST', headers, body: text };
  }

  return {
    tried: () => listAttempts(attempts),
    replies: () => replies,
    isKeyRefused: () => isKeyRefused,
    async send({ key, until, ...question }) {
      const request = toHttpRequest(question);
      const requestLine = `${request.method} ${formatDisplayAddress(request.url)}${question.body === undefined ? '' : ` ${describeBodyKeys(question.body)}`}`;
      const reply = await sendOnce(request, requestLine, until);
      if (reply.status !== 401 || key === undefined) return { ...reply, withKey: false };
      const headers = { ...request.headers, authorization: `Bearer ${key}` };
      const replyToKey = await sendOnce({ ...request, headers }, `${requestLine}, with the key`);
      isKeyRefused ||= replyToKey.status === 401;
      return { ...replyToKey, withKey: true };
    },
    sendTemplate(requestTemplate, probeMessage) {
      const request = fillRequestTemplate(requestTemplate, probeMessage, variables);
      return sendOnce(request, describeRequestTemplate(requestTemplate));
    },
  };
}

type ProbeAttempt = { request: string; outcome: string };

/** The maximum length of a response that is printed again for each request that got it. */
const MAX_REPEATED_LENGTH = 40;

/** Lists the requests and their responses, one line each. A long response is printed only once. */
function listAttempts(attempts: readonly ProbeAttempt[]): string[] {
  const printed = new Set<string>();
  return attempts.map(({ request, outcome }) => {
    const isRepeated = printed.has(outcome) && outcome.length > MAX_REPEATED_LENGTH;
    printed.add(outcome);
    return `${request}: ${isRepeated ? outcome.replace(/^(\d{3}) .*/s, '$1, the same answer') : outcome}`;
  });
}

const ACCEPT_HEADER = 'application/json, text/event-stream;q=0.5, */*;q=0.1';

function fillRequestTemplate(
  template: RequestTemplate,
  { message, session, carry = {}, setup }: ProbeMessage,
  variables: Terminal['variables'],
): HttpRequest {
  const { agents } = workspaceConfigSchema.parse({ agents: { try: { type: 'http', output: '$', ...template } } });
  const entry = agents.try;
  if (entry?.type !== 'http') throw new UsageError(`${template.url} cannot be called`);
  const endpoint = createEndpoint({ id: 'try', entry, variables });
  const hello = createRequestToAgent({ messages: [{ role: 'user', content: message }], turn: 1, sessionId: session });
  const plainRequest = { ...createPlainRequest(hello), messages: castToJson(hello.messages) };
  const values = {
    ...plainRequest,
    text_messages: plainRequest.messages,
    session_uuid: session.replace(/^try:/, ''),
    carry,
    setup,
  };
  const request = createRequest(endpoint, plainRequest, values);
  return { ...request, headers: { ...request.headers, accept: template.headers?.accept ?? ACCEPT_HEADER } };
}

/** Describes a request format, without values that may be keys. */
export function describeRequestTemplate({ url, method = 'POST', body, encoding }: RequestTemplate): string {
  const address = url.replace(/[?#].*$/s, '');
  const names = [...url.matchAll(/[?&]([^=&?]+)=\{\{/g)].map(([, name]) => name).join(', ');
  if (method === 'GET') return `GET ${address}${names === '' ? '' : ` ?${names}`}`;
  const form = encoding === undefined || encoding === 'json' ? '' : ` (${encoding})`;
  return `${method} ${address} ${describeBodyKeys(body ?? {})}${form}`;
}

const DONE_EVENT_PATTERN = /^data: ?\[(?:DONE|END)\]/m;
const LAST_EVENT_PATTERN = /^event: ?(?:done|end|close|eof)$/m;

/** Reading stops at `[DONE]`, or at a size that an answer to a test message does not reach. */
async function readResponseBody(
  response: Response,
  until = DONE_EVENT_PATTERN,
): Promise<{ text: string; isGarbled: boolean }> {
  const type = response.headers.get('content-type');
  const reader = createTextReader(type);
  const strict = createTextReader(type, { fatal: true });
  let text = '';
  let isGarbled = false;
  const checkIfGarbled = (read: () => unknown) => {
    if (isGarbled) return;
    try {
      read();
    } catch {
      isGarbled = true;
    }
  };
  try {
    for await (const bytes of response.body ?? []) {
      text += reader.push(bytes);
      checkIfGarbled(() => strict.push(bytes));
      if (isAnswerTextComplete(text, until) || text.length > MAX_ANSWER_LENGTH) break;
    }
  } catch (error) {
    if (!isTimeout(error) || text === '') throw error;
    throw new AgentError(`began an answer that did not end within a minute: ${shortenText(text, 80)}`, 'agent');
  }
  text += reader.end();
  checkIfGarbled(() => strict.end());
  return { text, isGarbled };
}

function isAnswerTextComplete(text: string, until: RegExp): boolean {
  const end = text.slice(-1_000);
  return until.test(end) || (end.endsWith('\n\n') && LAST_EVENT_PATTERN.test(end));
}

/** Returns the pause before a retry, if the server asks for one. */
function computeRetryPause({ status, headers }: ServerReply): number | undefined {
  const after = Number(headers.get('retry-after') ?? Number.NaN) * 1000;
  const isBusy = status === 429 || status === 503;
  return isBusy && after <= MAX_PAUSE_MS ? after : undefined;
}

function createNoResponseError(address: string, error: unknown): UsageError {
  return new UsageError(
    `${address} does not answer: ${isTimeout(error) ? 'no answer came within a minute' : findRootErrorMessage(error)}`,
  );
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** Describes a body by its keys only. */
function describeBodyKeys(body: Json): string {
  return typeof body === 'string' ? 'a text' : `{${Object.keys(Object(body)).join(', ')}}`;
}
