import type { CookieJar } from 'tough-cookie';
import { EmptyingMap } from '../../values/index.ts';

/** The cookies of one conversation. */
export type SessionCookies = {
  /** The value of the `Cookie` header for a URL; empty when there are no cookies. */
  header(url: URL): string;
  /** Stores the cookies that a server set and ignores those that it is not allowed to set. */
  storeCookies(url: URL, headers: Headers): Promise<void>;
};

/** Limit for conversations with stored cookies, far above the number that run in parallel. */
const MAX_SESSIONS = 1_000;

/**
 * Keeps the cookies of each conversation separate. Beyond the limit, the conversation whose cookies were set least
 * recently is dropped.
 */
export function createSessionCookies(): (sessionId: string) => SessionCookies {
  const jars = new EmptyingMap<string, CookieJar>();
  return (sessionId) => ({
    header: (url) => jars.get(sessionId)?.getCookieStringSync(url.href) ?? '',
    async storeCookies(url, headers) {
      const cookies = headers.getSetCookie();
      if (cookies.length === 0) return;
      // Imported on demand: few agents set cookies, and the module loads a long list of public suffixes.
      const { CookieJar } = await import('tough-cookie');
      const jar = jars.get(sessionId) ?? new CookieJar(undefined, { looseMode: true, rejectPublicSuffixes: false });
      jars.set(sessionId, jar);
      const [oldest] = jars.keys();
      if (jars.size > MAX_SESSIONS && oldest !== undefined) jars.delete(oldest);
      for (const cookie of cookies) jar.setCookieSync(cookie, url.href, { ignoreError: true });
    },
  });
}
