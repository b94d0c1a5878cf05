import type { Message } from '../../contract/index.ts';
import { textOfContent } from '../../fold/index.ts';
import { limitedResponse } from '../../models/limited-response.ts';
import { withoutTlsNoise } from '../../models/model-error.ts';
import { priceUsage } from '../../models/price-usage.ts';
import { toWireMessage } from '../../models/wire-message.ts';
import {
  type Agent,
  AgentError,
  type AgentResponse,
  type AnswerPaths,
  answerLimit,
  type ReportFact,
  reportRequest,
} from '../../ports/index.ts';
import { type Json, type JsonObject, jsonIn } from '../../values/index.ts';
import type { MocksListener } from '../mcp/mocks-listener.ts';
import { createPlainRequest, type PlainRequest } from '../plain-request.ts';
import type { SessionCleanup } from '../session-ends.ts';
import { createAnswerCollector } from './answer-collector.ts';
import { type CarriedValues, createCarriedValues } from './carried-values.ts';
import { createRequest, type HttpAgent, type HttpEndpoint, openEndpoint } from './endpoint.ts';
import { isLinesOfJson, isLinesType } from './event-stream.ts';
import { createHttpSessions } from './http-session.ts';
import { createPathMatchRecorder } from './path-watch.ts';
import { pollJob } from './poll-job.ts';
import { readDocument, readJson, readLines, readStream } from './read-answer.ts';
import { placeholdersIn, type TemplateValues } from './request-template.ts';
import { displayAddress, type HttpRequest, sendRequest } from './send-request.ts';
import type { SessionCookies } from './session-cookies.ts';

/** An agent behind a URL, with one request per turn. Throws when the entry cannot work. */
export function createHttpAgent(
  agent: HttpAgent & { maxAnswer?: number },
  { mocks, ends, paths }: { mocks: MocksListener; ends: SessionCleanup; paths?: AnswerPaths },
): Agent {
  const endpoint = openEndpoint(agent);
  const { maxAnswer = answerLimit() } = agent;
  const sessionOf = createHttpSessions(endpoint, maxAnswer, ends);
  const carriedOf = createCarriedValues(endpoint, ends);
  async function answerRequest(
    { request, report, isTested }: HttpQuestion,
    signal: AbortSignal,
  ): Promise<AgentResponse> {
    const plain = { ...request, messages: request.messages.map(toWireMessage) };
    const { cookies, setup, uuid } = await sessionOf({ values: plain, report }, signal);
    const carried = carriedOf(request.session_id);
    const texts = textMessages(request.messages);
    const values = { ...plain, setup, session_uuid: uuid, text_messages: texts, carry: carried.values() };
    const httpRequest = { ...createRequest(endpoint, plain, values), cookies };
    try {
      const watch = createPathMatchRecorder(endpoint.id, listWatchedPaths(endpoint.paths), {
        isFirstTurn: request.turn === 1,
        output: endpoint.paths.output,
      });
      const result = await exchangeWithServer(
        { ...endpoint, maxAnswer },
        { asked: httpRequest, values, cookies, carried, report, watch },
        signal,
      );
      if (isTested) paths?.add(watch.heard());
      const unread = isTested ? watch.unreadParts() : undefined;
      if (unread !== undefined) report?.({ type: 'warning', text: unread });
      return result;
    } catch (error) {
      signal.throwIfAborted();
      const request = `agent "${endpoint.id}": ${httpRequest.method} ${displayAddress(httpRequest.url)}`;
      throw requestFailure(request, httpRequest.headers, error);
    }
  }
  return {
    id: agent.id,
    async invoke(request, signal) {
      if (request.mocks !== undefined) requireMocksUrl(endpoint);
      const endRequest = reportRequest(request.context.report, 'server');
      try {
        const { context } = request;
        const isTested = context.role === 'agent';
        const answerAtUrl = (url?: string) =>
          answerRequest({ request: createPlainRequest(request, url), report: context.report, isTested }, signal);
        return await mocks.callWithMocksUrl(request.mocks, answerAtUrl, signal);
      } finally {
        endRequest();
      }
    },
  };
}

/** Throws when nothing tells the agent the URL of the mocks, because it would then call its real tools. */
function requireMocksUrl({ id, method, url, headers, body }: HttpEndpoint): void {
  const isWholeRequest = body === undefined && method !== 'GET';
  if (isWholeRequest || placeholdersIn([url, headers, body ?? null]).includes('mocks_url')) return;
  throw new AgentError(
    `agent "${id}": the case has mocks, but the agent does not get their address: put {{mocks_url}} into its url, headers or ` +
      'body, and have it call its tools at that MCP server',
    'configuration',
  );
}

type HttpQuestion = { request: PlainRequest; isTested: boolean; report: ReportFact | undefined };
type HttpExchange = {
  report: ReportFact | undefined;
  asked: HttpRequest;
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
  { asked, values, cookies, carried, report, watch }: HttpExchange,
  signal: AbortSignal,
): Promise<AgentResponse> {
  const { paths, stream, events, separator, cost, maxAnswer, poll } = endpoint;
  const response = limitedResponse(await sendRequest(asked, signal), maxAnswer);
  carried.readHeaders(response.headers);
  const texts = stream === 'last' ? 'last' : 'joined';
  const onDocument = (document: Json): void => {
    carried.readDocument(document);
    watch.onDocument(document);
  };
  const collector = createAnswerCollector(paths, maxAnswer, { texts, separator, onDocument });
  const type = response.headers.get('content-type') ?? '';
  const isStream = stream !== false && (isLinesType(type) || !/json/.test(type));
  const readBody = async () => {
    if (isStream && response.ok)
      return readStream(response, { collector, events }, (delta) => report?.({ type: 'text', text: delta }));
    const text = await readDocument(response);
    if (stream !== false && isLinesOfJson(text)) return readLines(text, collector);
    if (poll === undefined) return readJson(text, collector);
    const headers = Object.fromEntries(response.headers);
    const jobValues = { ...values, answer: jsonIn(text) ?? text, headers };
    carried.readDocument(jobValues.answer);
    return readJson(await pollJob({ endpoint, poll, values: jobValues, cookies, maxAnswer }, signal), collector);
  };
  const result = await readBody();
  const answer = collector.response();
  if (answer?.usage !== undefined) return { ...answer, usage: priceUsage(answer.usage, cost) };
  if (answer !== undefined) return answer;
  throw new AgentError(`answered without ${paths.output.written}: ${result}`, 'agent');
}

export function requestFailure(request: string, headers: Record<string, string>, error: unknown): AgentError {
  const text = error instanceof AgentError ? error.message : `failed: ${rootMessage(error)}`;
  return new AgentError(`${request} ${withoutSecrets(text, headers)}`, 'agent', { cause: error });
}

/** Removes keys from error texts, because some servers repeat the request in their error pages. */
function withoutSecrets(text: string, headers: Record<string, string>): string {
  const secrets = Object.entries(headers).flatMap(([name, value]) =>
    /auth|key|token|secret|cookie/.test(name) ? value.split(' ').map((secret) => ({ name, secret })) : [],
  );
  return secrets
    .filter(({ secret }) => secret.length > 7)
    .reduce((clean, { name, secret }) => clean.replaceAll(secret, `[${name}]`), text);
}

/** `fetch` hides the real error in `cause`, or in an AggregateError when a host name has several addresses. */
export function rootMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.errors.length > 0) return rootMessage(error.errors[0]);
  return error.cause === undefined ? withoutTlsNoise(error.message) : rootMessage(error.cause);
}

/**
 * Converts a conversation for servers that accept only texts: `{role, content}`, without tool calls, results and
 * attachments. The assistant's texts before and after a call become one message.
 */
function textMessages(messages: readonly Message[]): JsonObject[] {
  const texts: { role: string; content: string }[] = [];
  for (const { role, content } of messages) {
    const text = content === null ? '' : textOfContent(content);
    if (role === 'tool' || text.trim() === '') continue;
    const last = texts.at(-1);
    if (role === 'assistant' && last?.role === role) last.content += `\n${text}`;
    else texts.push({ role, content: text });
  }
  return texts;
}
