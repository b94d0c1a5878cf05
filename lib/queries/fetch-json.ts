import type { RouteAnswers, RouteBodies, RouteName, RouteUrlValues } from './routes.ts';

/**
 * Sends a GET request to a route of `Routes`. Values for which the path has no placeholder become search parameters.
 */
export function getFromRoute<Name extends Extract<RouteName, `GET ${string}`>>(
  name: Name,
  values: RouteUrlValues[Name],
  signal: AbortSignal,
): Promise<RouteAnswers[Name]> {
  return getJson(buildApiPath(name, values), signal);
}

/** Sends a POST request to a route of `Routes`. */
export function postToRoute<Name extends Extract<RouteName, `POST ${string}`>>(
  name: Name,
  values: RouteUrlValues[Name],
  body: RouteBodies[Name],
  options: { expected?: readonly number[] } = {},
): Promise<RouteAnswers[Name]> {
  return postJson(buildApiPath(name, values), body, options);
}

export function buildApiPath<Name extends RouteName>(name: Name, values: RouteUrlValues[Name]): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) if (value !== undefined) search.set(key, String(value));
  const path = name.slice(name.indexOf(' ') + 1).replace(/\[(\w+)\]/g, (_, key) => {
    const value = search.get(key) ?? '';
    search.delete(key);
    return encodeURIComponent(value);
  });
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** An error response of the server. `status` is 0 if the server could not be reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly details: readonly string[];

  constructor(status: number, message: string, details: readonly string[] = []) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.details = details;
  }
}

/** Returns the message and details of an error, one per line. */
export function errorText(error: Error | null): readonly string[] {
  if (error === null) return [];
  return error instanceof ApiError ? [error.message, ...error.details] : [error.message];
}

/** Sets no additional headers, because the browser could then not use a preloaded response. */
async function getJson<Answer>(url: string, signal: AbortSignal): Promise<Answer> {
  return parseAnswerOrThrow<Answer>(await fetchOrThrowApiError(url, { signal }));
}

/**
 * Sends a POST request with the header that only pages of this server can send. `expected` lists error statuses whose
 * response is returned instead of thrown.
 */
export async function postJson<Answer>(
  url: string,
  body: unknown,
  { expected = [] }: { expected?: readonly number[] } = {},
): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'x-turntree': '1' };
  const response = await fetchOrThrowApiError(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return expected.includes(response.status)
    ? castServerAnswer<Answer>(await response.json())
    : parseAnswerOrThrow<Answer>(response);
}

async function fetchOrThrowApiError(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new ApiError(0, 'The Turntree server does not answer.', ['Is "turntree ui" still running?']);
  }
}

async function parseAnswerOrThrow<Answer>(response: Response): Promise<Answer> {
  if (response.ok) return castServerAnswer<Answer>(await response.json());
  const refusal = parseErrorBody(await response.json().catch(() => undefined));
  if (refusal === undefined) throw new ApiError(response.status, `The server answered with ${response.status}.`);
  throw new ApiError(response.status, refusal.message, refusal.details);
}

/**
 * Reads the body of an error response. Validates it without a schema library, which would be the largest part of the
 * page's code.
 */
function parseErrorBody(answer: unknown): { message: string; details: string[] } | undefined {
  const error = getProperty(answer, 'error');
  const message = getProperty(error, 'message');
  if (typeof message !== 'string') return undefined;
  const details = getProperty(error, 'details');
  return { message, details: Array.isArray(details) ? details.filter((text) => typeof text === 'string') : [] };
}

function getProperty(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([name]) => name === key)?.[1];
}

/**
 * Casts a response to its type. This is safe, because the page and the server come from the same build, and the server
 * validates what it sends.
 */
function castServerAnswer<Answer>(value: unknown): Answer {
  return value as Answer;
}
