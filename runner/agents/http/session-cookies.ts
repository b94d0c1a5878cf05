import type { CookieJar } from 'tough-cookie';
import { EmptyingMap } from '../../values/index.ts';

/** The cookies of one conversation. */
export type SessionCookies = {
  /** Returns the value of the `Cookie` header for a URL; empty if there are no cookies. */
  header(url: URL): string;
  /** Stores the cookies that a response sets. Ignores those that its server is not allowed to set. */
  storeCookies(url: URL, headers: Headers): Promise<void>;
};

/**
 * The maximum number of conversations whose cookies are stored. It is much larger than the number that run at the same
 * time.
 */
const MAX_SESSIONS = 1_000;

/**
 * Stores the cookies of each conversation separately. If there are too many conversations, forgets the one that was
 * stored first.
 */
export function createSessionCookies(): (sessionId: string) => SessionCookies {
  const jars = new EmptyingMap<string, CookieJar>();
  return (sessionId) => ({
    header: (url) => jars.get(sessionId)?.getCookieStringSync(url.href) ?? '',
    async storeCookies(url, headers) {
      const cookies = headers.getSetCookie();
      if (cookies.length === 0) return;
      // Imported on demand, because the module loads a long list of public suffixes, and few agents set cookies.
      const { CookieJar } = await import('tough-cookie');
      const jar = jars.get(sessionId) ?? new CookieJar(undefined, { looseMode: true, rejectPublicSuffixes: false });
      jars.set(sessionId, jar);
      const [oldest] = jars.keys();
      if (jars.size > MAX_SESSIONS && oldest !== undefined) jars.delete(oldest);
      for (const cookie of cookies) jar.setCookieSync(cookie, url.href, { ignoreError: true });
    },
  });
}
