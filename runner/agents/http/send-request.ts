import { fetchWithoutTimeout } from '../../models/fetch-without-timeout.ts';
import { AgentError } from '../../ports/index.ts';
import type { SessionCookies } from './session-cookies.ts';

export type HttpRequest = {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** Where the cookies of the conversation are stored. */
  cookies?: SessionCookies | undefined;
};

const MAX_REDIRECTS = 5;

/**
 * Sends a request and returns the response, whatever its status is. Follows the redirects 307 and 308 if they stay on
 * the same server. Every other redirect is an error, because the headers, which may contain keys, must not reach
 * another server.
 */
export async function sendRequest(request: HttpRequest, signal: AbortSignal): Promise<Response> {
  let { url } = request;
  const { method, headers, body, cookies } = request;
  for (let redirects = 0; ; redirects += 1) {
    const response = await fetchWithoutTimeout(url, {
      method,
      headers: addCookies(headers, cookies?.header(url) ?? ''),
      redirect: 'manual',
      signal,
      body,
    });
    await cookies?.storeCookies(url, response.headers);
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || location === null) return response;
    await response.body?.cancel();
    const target = new URL(location, url);
    const isSafe = [307, 308].includes(response.status) && target.origin === url.origin;
    if (!isSafe || redirects === MAX_REDIRECTS) throw createRedirectError(response.status, target);
    url = target;
  }
}

/** Puts the cookies of the config entry before those that the server set. */
function addCookies(headers: Record<string, string>, sessionCookies: string): Record<string, string> {
  const cookie = [headers.cookie, sessionCookies].filter((part) => part !== undefined && part !== '').join('; ');
  return cookie === '' ? headers : { ...headers, cookie };
}

function createRedirectError(status: number, target: URL): AgentError {
  return new AgentError(
    `redirects to ${formatDisplayAddress(target)} (${status}), and redirects are not followed; if that address is the agent, write it into the url`,
    'agent',
  );
}

/** Returns a URL for messages, without its query and fragment, which may contain keys. */
export function formatDisplayAddress({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}
