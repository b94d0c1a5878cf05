import type { Message } from '../../contract/index.ts';
import { formatContentText } from '../../fold/index.ts';
import { limitResponse } from '../../models/limited-response.ts';
import { removeTlsNoise } from '../../models/model-error.ts';
import { addCostToUsage } from '../../models/price-usage.ts';
import { toWireMessage } from '../../models/wire-message.ts';
import {
  type Agent,
  AgentError,
  type AgentResponse,
  type AnswerPathCollector,
  getAnswerLimit,
  type ReportFact,
  reportRequestStart,
} from '../../ports/index.ts';
import { type Json, type JsonObject, tryParseJson } from '../../values/index.ts';
import type { MocksListener } from '../mcp/mocks-listener.ts';
import { createPlainRequest, type PlainRequest } from '../plain-request.ts';
import type { SessionCleanup } from '../session-cleanup.ts';
import { createAnswerCollector } from './answer-collector.ts';
import { type CarriedValues, createCarriedValues } from './carried-values.ts';
import { createEndpoint, createRequest, type HttpAgent, type HttpEndpoint } from './endpoint.ts';
import { isJsonLines, isJsonLinesContentType } from './event-stream.ts';
import { createHttpSessions } from './http-session.ts';
import { describeLostConversation } from './lost-conversation.ts';
import { createPathMatchRecorder } from './path-match-recorder.ts';
import { pollJob } from './poll-job.ts';
import { collectJsonAnswer, collectJsonLines, readResponseText, readStream } from './read-answer.ts';
import { listPlaceholders, type TemplateValues } from './request-template.ts';
import { formatDisplayAddress, type HttpRequest, sendRequest } from './send-request.ts';
import type { SessionCookies } from './session-cookies.ts';

/**
 * Creates an agent that is a server, with one request per turn. Throws if an agent with its config entry cannot work.
 */
export function createHttpAgent(
  agent: HttpAgent & { maxAnswer?: number },
  { mocks, ends, paths }: { mocks: MocksListener; ends: SessionCleanup; paths?: AnswerPathCollector },
): Agent {
  const endpoint = createEndpoint(agent);
  const { maxAnswer = getAnswerLimit() } = agent;
  const getSession = createHttpSessions(endpoint, maxAnswer, ends);
  const getCarriedValues = createCarriedValues(endpoint, ends);
  async function answerRequest(
    { request, report, isTested }: AgentHttpRequest,
    signal: AbortSignal,
  ): Promise<AgentResponse> {
    const plainRequest = { ...request, messages: request.messages.map(toWireMessage) };
    const { cookies, setup, uuid } = await getSession({ values: plainRequest, report }, signal);
    const carriedValues = getCarriedValues(request.session_id);
    const texts = toTextMessages(request.messages);
    const values = { ...plainRequest, setup, session_uuid: uuid, text_messages: texts, carry: carriedValues.values() };
    const httpRequest = { ...createRequest(endpoint, plainRequest, values), cookies };
    const { messages } = request;
    const lost = isTested ? describeLostConversation(endpoint, { messages, cookies, to: httpRequest.url }) : undefined;
    if (lost !== undefined) report?.({ type: 'warning', text: lost });
    try {
      const watch = createPathMatchRecorder(endpoint.id, listWatchedPaths(endpoint.paths), {
        isFirstTurn: request.turn === 1,
        output: endpoint.paths.output,
      });
      const result = await exchangeWithServer(
        { ...endpoint, maxAnswer },
        { httpRequest, values, cookies, carried: carriedValues, report, watch },
        signal,
      );
      if (isTested) paths?.add(watch.listMatches());
      const unreadParts = isTested ? watch.unreadParts() : undefined;
      if (unreadParts !== undefined) report?.({ type: 'warning', text: unreadParts });
      return result;
    } catch (error) {
      signal.throwIfAborted();
      const request = `agent "${endpoint.id}": ${httpRequest.method} ${formatDisplayAddress(httpRequest.url)}`;
      throw createRequestError(request, httpRequest.headers, error);
    }
  }
  return {
    id: agent.id,
    async invoke(request, signal) {
      if (request.mocks !== undefined) requireMocksUrl(endpoint);
      const endRequest = reportRequestStart(request.context.report, 'server');
      try {
        const { context } = request;
        const isTested = context.role === 'agent';
        const answerWithMocksUrl = (url?: string) =>
          answerRequest({ request: createPlainRequest(request, url), report: context.report, isTested }, signal);
        return await mocks.callWithMocksUrl(request.mocks, answerWithMocksUrl, signal);
      } finally {
        endRequest();
      }
    },
  };
}

/** Throws if the case has mocks but no request contains their URL, because the agent would then call its real tools. */
function requireMocksUrl({ id, method, url, headers, body }: HttpEndpoint): void {
  const isWholeRequest = body === undefined && method !== 'GET';
  if (isWholeRequest || listPlaceholders([url, headers, body ?? null]).includes('mocks_url')) return;
  throw new AgentError(
    `agent "${id}": the case has mocks, but the agent does not get their address: put {{mocks_url}} into its url, headers or ` +
      'body, and have it call its tools at that MCP server',
    'configuration',
  );
}

type AgentHttpRequest = { request: PlainRequest; isTested: boolean; report: ReportFact | undefined };
type HttpExchangeOptions = {
  report: ReportFact | undefined;
  httpRequest: HttpRequest;
  values: TemplateValues;
  cookies: SessionCookies;
  carried: CarriedValues;
  watch: ReturnType<typeof createPathMatchRecorder>;
};

function listWatchedPaths({ toolCalls, usage }: HttpEndpoint['paths']) {
  return [
    ...(toolCalls === undefined ? [] : [{ part: 'tools' as const, path: toolCalls }]),
    ...(usage === undefined ? [] : [{ part: 'usage' as const, path: usage }]),
  ];
}

async function exchangeWithServer(
  endpoint: HttpEndpoint & { maxAnswer: number },
  { httpRequest, values, cookies, carried, report, watch }: HttpExchangeOptions,
  signal: AbortSignal,
): Promise<AgentResponse> {
  const { paths, stream, events, separator, cost, maxAnswer, poll } = endpoint;
  const response = limitResponse(await sendRequest(httpRequest, signal), maxAnswer);
  carried.readHeaders(response.headers);
  const texts = stream === 'last' ? 'last' : 'joined';
  const recordDocument = (document: Json): void => {
    carried.readDocument(document);
    watch.onDocument(document);
  };
  const collector = createAnswerCollector(paths, maxAnswer, { texts, separator, onDocument: recordDocument });
  const type = response.headers.get('content-type') ?? '';
  const isStream = stream !== false && (isJsonLinesContentType(type) || !/json/.test(type));
  const readBody = async () => {
    if (isStream && response.ok)
      return readStream(response, { collector, events }, (delta) => report?.({ type: 'text', text: delta }));
    const text = await readResponseText(response);
    if (stream !== false && isJsonLines(text)) return collectJsonLines(text, collector);
    if (poll === undefined) return collectJsonAnswer(text, collector);
    const headers = Object.fromEntries(response.headers);
    const jobValues = { ...values, answer: tryParseJson(text) ?? text, headers };
    carried.readDocument(jobValues.answer);
    return collectJsonAnswer(
      await pollJob({ endpoint, poll, values: jobValues, cookies, maxAnswer }, signal),
      collector,
    );
  };
  const result = await readBody();
  const answer = collector.response();
  if (answer?.usage !== undefined) return { ...answer, usage: addCostToUsage(answer.usage, cost) };
  if (answer !== undefined) return answer;
  throw new AgentError(`answered without ${paths.output.source}: ${result}`, 'agent');
}

export function createRequestError(request: string, headers: Record<string, string>, error: unknown): AgentError {
  const text = error instanceof AgentError ? error.message : `failed: ${findRootErrorMessage(error)}`;
  return new AgentError(`${request} ${redactHeaderSecrets(text, headers)}`, 'agent', { cause: error });
}

/** Removes keys from an error text, because some servers include the request in their error pages. */
function redactHeaderSecrets(text: string, headers: Record<string, string>): string {
  const secrets = Object.entries(headers).flatMap(([name, value]) =>
    /auth|key|token|secret|cookie/.test(name) ? value.split(' ').map((secret) => ({ name, secret })) : [],
  );
  return secrets
    .filter(({ secret }) => secret.length > 7)
    .reduce((redacted, { name, secret }) => redacted.replaceAll(secret, `[${name}]`), text);
}

/**
 * Returns the original error. `fetch` puts it into `cause`; if a host name has several addresses, it is inside an
 * AggregateError.
 */
export function findRootErrorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.errors.length > 0) return findRootErrorMessage(error.errors[0]);
  return error.cause === undefined ? removeTlsNoise(error.message) : findRootErrorMessage(error.cause);
}

/**
 * Converts a conversation to `{role, content}` objects for servers that accept only texts. Leaves out tool calls, their
 * results and attachments. The assistant's texts before and after a tool call become one message.
 */
function toTextMessages(messages: readonly Message[]): JsonObject[] {
  const texts: { role: string; content: string }[] = [];
  for (const { role, content } of messages) {
    const text = content === null ? '' : formatContentText(content);
    if (role === 'tool' || text.trim() === '') continue;
    const lastMessage = texts.at(-1);
    if (role === 'assistant' && lastMessage?.role === role) lastMessage.content += `\n${text}`;
    else texts.push({ role, content: text });
  }
  return texts;
}
