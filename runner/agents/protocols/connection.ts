import type { Variables } from '../../models/connectors.ts';
import { limitResponse } from '../../models/limited-response.ts';
import { toWireMessage } from '../../models/wire-message.ts';
import { AgentError, type AgentRequest } from '../../ports/index.ts';
import { classifyFailureStatus, type Json, tryParseJson } from '../../values/index.ts';
import type { ProtocolNames } from '../agent-type.ts';
import { fillVariables } from '../fill-variables.ts';
import { createEventParser, type ServerEvent } from '../http/event-stream.ts';
import { createRequestError } from '../http/http-agent.ts';
import { describeInvalidJson, formatAnswerExcerpt, readTextChunks } from '../http/read-answer.ts';
import { fillText, findTemplateProblems } from '../http/request-template.ts';
import { formatDisplayAddress, sendRequest } from '../http/send-request.ts';
import { createSessionCookies, type SessionCookies } from '../http/session-cookies.ts';
import { createPlainRequest } from '../plain-request.ts';
import type { ProtocolAgentEntry } from './protocol-entry.ts';

type ConnectionRequest = { url: URL; body?: Json; headers?: Record<string, string> };

/** A response of a server, with functions to read it and to create errors. */
export type ServerAnswer = {
  response: Response;
  isStream: boolean;
  /**
   * Parses the body.
   * @throws an `AgentError` if the body is not JSON
   */
  json(): Promise<Json>;
  /** Yields the events of a stream in batches, as they arrive, up to `[DONE]` or the end. */
  events(): AsyncGenerator<ServerEvent[]>;
  /** Returns true if `[DONE]` was read. */
  isDone(): boolean;
  /** Creates the error for a response that is not a stream, although `protocol` requires one. */
  notAStream(protocol: string): Promise<AgentError>;
};

/** The connection to a server for one request of the runner. */
export type Connection = {
  url: URL;
  /** True if the config sets headers, which are sent with every request and may contain keys. */
  hasHeaders: boolean;
  /** The maximum size of an answer, in bytes. */
  maxAnswer: number;
  /** The conversation id in the config, if there is one. */
  session: string | undefined;
  /** Sends a POST request if there is a body, otherwise a GET request. Returns the response, whatever its status is. */
  send(question: ConnectionRequest, signal: AbortSignal): Promise<ServerAnswer>;
  /** Like `send`, but throws if the status reports an error. */
  ask(question: ConnectionRequest, signal: AbortSignal): Promise<ServerAnswer>;
  /** Creates an error about a request to this URL. */
  failure(url: URL, error: unknown): AgentError;
};

export type ConnectionOptions = { id: string; entry: ProtocolAgentEntry; variables: Variables };

/**
 * Returns the URL and the headers of a config entry, with variables replaced.
 * @throws an `AgentError` if the entry is not valid
 */
export function resolveUrlAndHeaders({ id, entry, variables }: ConnectionOptions): {
  url: URL;
  headers: [string, string][];
} {
  const problems = findTemplateProblems([entry.url, entry.headers, entry.session ?? '']);
  if (problems.length > 0) throw new AgentError(`agent "${id}": ${problems.join('\n  ')}`, 'configuration');
  const fillField = (field: string, text: string) => fillVariables(text, { agent: id, field, variables });
  const url = URL.parse(fillField('url', entry.url));
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new AgentError(`agent "${id}": its url "${entry.url}" is not an http address`, 'configuration');
  }
  const headers = Object.entries(entry.headers).map(([name, value]): [string, string] => [
    name.toLowerCase(),
    fillField(`header ${name}`, value),
  ]);
  return { url, headers };
}

/**
 * Creates a function that opens connections to the server of a config entry.
 * @throws an `AgentError` if the entry is not valid
 */
export function createConnectionFactory(
  options: ConnectionOptions,
  names: ProtocolNames,
): {
  withRequest(request: AgentRequest, parts: { mocksUrl: string | undefined; maxAnswer: number }): Connection;
} {
  const { id, entry } = options;
  const { url, headers } = resolveUrlAndHeaders(options);
  const getCookies = createSessionCookies();
  return {
    withRequest(request, { mocksUrl, maxAnswer }) {
      const plainRequest = createPlainRequest(request, mocksUrl);
      const values = { ...plainRequest, messages: plainRequest.messages.map(toWireMessage) };
      const filledHeaders = headers.map(([name, value]) => [name, fillText(value, values)]);
      const sender = {
        id,
        protocol: entry.type,
        headers: Object.fromEntries(filledHeaders),
        cookies: getCookies(request.sessionId),
        maxAnswer,
        names,
      };
      return {
        url,
        maxAnswer,
        hasHeaders: headers.length > 0,
        session: entry.session === undefined ? undefined : fillText(entry.session, values),
        ...createSender(sender),
      };
    },
  };
}

type SenderOptions = {
  id: string;
  protocol: ProtocolAgentEntry['type'];
  headers: Record<string, string>;
  cookies: SessionCookies;
  maxAnswer: number;
  names: ProtocolNames;
};

function createSender({
  id,
  protocol,
  headers,
  cookies,
  maxAnswer,
  names,
}: SenderOptions): Pick<Connection, 'send' | 'ask' | 'failure'> {
  async function sendRequestTo(
    { url, body, headers: ownHeaders = {} }: ConnectionRequest,
    signal: AbortSignal,
  ): Promise<ServerAnswer> {
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const accept = { accept: 'text/event-stream, application/json' };
    const method = body === undefined ? 'GET' : 'POST';
    const text = body === undefined ? undefined : JSON.stringify(body);
    const httpRequest = {
      url,
      method,
      headers: { ...accept, ...type, ...ownHeaders, ...headers },
      body: text,
      cookies,
    };
    return createServerAnswer(limitResponse(await sendRequest(httpRequest, signal), maxAnswer), { protocol, names });
  }
  return {
    send: sendRequestTo,
    async ask(question, signal) {
      const answer = await sendRequestTo(question, signal);
      const { response } = answer;
      if (response.ok) return answer;
      const service = classifyFailureStatus(response.status);
      const answerText = await readAnswerText(response);
      const detectedProtocol = names.byDocument(tryParseJson(answerText)) ?? names.byComplaint(answerText) ?? protocol;
      const hint = detectedProtocol === protocol ? '' : `; it speaks ${detectedProtocol}, not ${protocol}`;
      throw new AgentError(`answered ${response.status}: ${formatAnswerExcerpt(answerText)}${hint}`, 'agent', {
        service,
      });
    },
    failure: (url, error) => createRequestError(`agent "${id}" at ${formatDisplayAddress(url)}:`, headers, error),
  };
}

function createServerAnswer(
  response: Response,
  { protocol, names }: Pick<SenderOptions, 'protocol' | 'names'>,
): ServerAnswer {
  let isFirst = true;
  let isDone = false;
  /** Throws for a response in another protocol, because it would be misunderstood or seem to be empty. */
  const requireExpectedProtocol = (text: string): void => {
    if (!isFirst) return;
    isFirst = false;
    const detectedProtocol = names.byHeaders(response.headers) ?? names.byDocument(tryParseJson(text)) ?? protocol;
    if (detectedProtocol !== protocol)
      throw new AgentError(`speaks ${detectedProtocol}, not ${protocol}: ${formatAnswerExcerpt(text)}`, 'agent');
  };
  return {
    isDone: () => isDone,
    response,
    isStream: /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? ''),
    async json() {
      const text = await readAnswerText(response);
      requireExpectedProtocol(text);
      const value = tryParseJson(text);
      if (value === undefined) throw new AgentError(`answered ${describeInvalidJson('something', text)}`, 'agent');
      return value;
    },
    async *events() {
      const parser = createEventParser();
      const takeEventsBeforeDone = (events: ServerEvent[]): ServerEvent[] => {
        const [first] = events;
        if (first !== undefined) requireExpectedProtocol(first.data);
        const end = events.findIndex(({ data }) => data === '[DONE]');
        isDone = end >= 0;
        return isDone ? events.slice(0, end) : events;
      };
      for await (const piece of readTextChunks(response)) {
        yield takeEventsBeforeDone(parser.push(piece));
        if (isDone) return;
      }
      yield takeEventsBeforeDone(parser.end());
    },
    async notAStream(expected) {
      const type = response.headers.get('content-type') ?? 'no content type';
      const text = await readAnswerText(response);
      const detectedProtocol = names.byHeaders(response.headers) ?? names.byDocument(tryParseJson(text));
      const problem =
        detectedProtocol === undefined
          ? `does not speak ${expected}: instead of an event stream, it answered with ${type}`
          : `speaks ${detectedProtocol}, not ${expected}`;
      return new AgentError(`${problem}: ${formatAnswerExcerpt(text)}`, 'agent');
    },
  };
}

async function readAnswerText(response: Response): Promise<string> {
  let text = '';
  for await (const piece of readTextChunks(response)) text += piece;
  return text;
}

/** Parses the data of an event as JSON. */
export function parseEventJson({ data }: ServerEvent): Json {
  const value = tryParseJson(data);
  if (value === undefined) throw new AgentError(`answered ${describeInvalidJson('an event', data)}`, 'agent');
  return value;
}
