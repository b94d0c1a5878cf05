import type { AgentEntryOf } from '../../contract/index.ts';
import type { Variables } from '../../models/connectors.ts';
import { limitedResponse } from '../../models/limited-response.ts';
import { withoutTlsNoise } from '../../models/model-error.ts';
import { pricedUsage } from '../../models/priced-usage.ts';
import { wireMessage } from '../../models/wire-message.ts';
import { type Agent, AgentError, type AgentRequest, type AgentResponse, answerLimit } from '../../ports/index.ts';
import { fillTexts, type Json } from '../../values/index.ts';
import { fillVariables } from '../fill-variables.ts';
import type { MocksListener } from '../mcp/mocks-listener.ts';
import { type PlainRequest, plainRequest } from '../plain-request.ts';
import { type AnswerPaths, createAnswerCollector, readAnswerPaths } from './answer-collector.ts';
import { readJson, readStream } from './read-answer.ts';
import { fillTemplate, fillText, placeholdersIn, problemsOfTemplate, type TemplateValues } from './request-template.ts';
import { addressOf, type HttpRequest, sendRequest } from './send-request.ts';
import { createSessionCookies } from './session-cookies.ts';

type HttpEntry = AgentEntryOf<'http'>;
/** An entry that was checked, with its variables filled in. */
type Endpoint = HttpEntry & { id: string; paths: AnswerPaths };

/** An agent behind an address: one request for every turn. Throws when the entry cannot work. */
export function createHttpAgent(agent: HttpAgent & { maxAnswer?: number }, mocks: MocksListener): Agent {
  const endpoint = openEndpoint(agent);
  const { maxAnswer = answerLimit() } = agent;
  const cookiesOf = createSessionCookies();
  async function answer({ request, said }: Question, signal: AbortSignal): Promise<AgentResponse> {
    const filled = requestTo(endpoint, { ...request, messages: request.messages.map(wireMessage) });
    const asked = { ...filled, cookies: cookiesOf(request.session_id) };
    try {
      return await ask({ ...endpoint, maxAnswer }, { asked, said }, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw failure(endpoint, asked, error);
    }
  }
  return {
    id: agent.id,
    async invoke(request, signal) {
      if (request.mocks !== undefined) requireMocksUrl(endpoint);
      const over = request.context.calling?.('server');
      try {
        const { said } = request;
        const asking = (url?: string) => answer({ request: plainRequest(request, url), said }, signal);
        return await mocks.during(request.mocks, asking, signal);
      } finally {
        over?.();
      }
    },
  };
}

/** An agent that does not learn where the mocks are would call its real tools. */
function requireMocksUrl({ id, method, url, headers, body }: Endpoint): void {
  const isWholeRequest = body === undefined && method !== 'GET';
  if (isWholeRequest || placeholdersIn([url, headers, body ?? null]).includes('mocks_url')) return;
  throw new AgentError(
    `agent "${id}": the case has mocks, and nothing tells the agent where: put {{mocks_url}} into its url, headers or ` +
      'body, and have it call its tools at that MCP server',
    'configuration',
  );
}

type HttpAgent = { id: string; entry: HttpEntry; variables: Variables };

/** The checked entry. Throws when it cannot work. */
export function openEndpoint({ id, entry, variables }: HttpAgent): Endpoint {
  const fill = (field: string, written: Json) =>
    fillTexts(written, (text) => fillVariables(text, { agent: id, field, variables }));
  const problems = problemsOfTemplate([entry.url, entry.headers, entry.body ?? null]);
  if (problems.length > 0) throw new AgentError(`agent "${id}": ${problems.join('\n  ')}`, 'configuration');
  const paths = readAnswerPaths(id, entry);
  const url = fillVariables(entry.url, { agent: id, field: 'url', variables });
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new AgentError(`agent "${id}": its url "${entry.url}" is not an http address`, 'configuration');
  }
  if (/^https?:\/\/[^/?#]*\{\{/.test(url)) {
    throw new AgentError(
      `agent "${id}": its url has a placeholder in its host; only what follows can be filled in`,
      'configuration',
    );
  }
  const headers = Object.entries(entry.headers).map(([name, value]): [string, string] => [
    name,
    fillVariables(value, { agent: id, field: `header ${name}`, variables }),
  ]);
  const body = entry.body === undefined ? undefined : fill('body', entry.body);
  return { ...entry, id, url, headers: Object.fromEntries(headers), body, paths };
}

/** Without a `body` the server gets the request that modules and commands get. */
function requestTo({ url, method, headers, body, stream }: Endpoint, request: TemplateValues): HttpRequest {
  const filled = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), fillText(value, request)]);
  const hasBody = method !== 'GET';
  return {
    url: new URL(fillText(url, request, encoded)),
    method,
    headers: {
      accept: stream ? 'text/event-stream, application/json' : 'application/json',
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...Object.fromEntries(filled),
    },
    body: hasBody ? JSON.stringify(body === undefined ? request : fillTemplate(body, request)) : undefined,
  };
}

/** Half of a surrogate pair has no encoding. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

type Question = { request: PlainRequest; said: AgentRequest['said'] };
type Asking = { asked: HttpRequest; said: AgentRequest['said'] };

async function ask(
  { paths, stream, cost, maxAnswer }: Endpoint & { maxAnswer: number },
  { asked, said }: Asking,
  signal: AbortSignal,
): Promise<AgentResponse> {
  const response = limitedResponse(await sendRequest(asked, signal), maxAnswer);
  const collector = createAnswerCollector(paths, maxAnswer);
  const isStream = stream && !/json/.test(response.headers.get('content-type') ?? '');
  const seen =
    isStream && response.ok ? await readStream(response, collector, said) : await readJson(response, collector);
  const answer = collector.response();
  if (answer?.usage !== undefined) return { ...answer, usage: pricedUsage(answer.usage, cost) };
  if (answer !== undefined) return answer;
  throw new AgentError(`answered without ${paths.output.written}: ${seen}`, 'agent');
}

function failure({ id }: Endpoint, { method, url, headers }: HttpRequest, error: unknown): AgentError {
  const text = error instanceof AgentError ? error.message : `failed: ${rootMessage(error)}`;
  return new AgentError(`agent "${id}": ${method} ${addressOf(url)} ${withoutSecrets(text, headers)}`, 'agent', {
    cause: error,
  });
}

/** Some servers repeat the request in their error pages. */
function withoutSecrets(text: string, headers: Record<string, string>): string {
  const secrets = Object.entries(headers).flatMap(([name, value]) =>
    /auth|key|token|secret|cookie/.test(name) ? value.split(' ').map((secret) => ({ name, secret })) : [],
  );
  return secrets
    .filter(({ secret }) => secret.length > 7)
    .reduce((clean, { name, secret }) => clean.replaceAll(secret, `[${name}]`), text);
}

/** `fetch` hides what happened in the cause, or in the causes when a name has several addresses. */
export function rootMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.errors.length > 0) return rootMessage(error.errors[0]);
  return error.cause === undefined ? withoutTlsNoise(error.message) : rootMessage(error.cause);
}
