import type { CookieJar } from 'tough-cookie';

/** The cookies of one conversation. */
export type SessionCookies = {
  /** The value of the header `Cookie` for an address; empty when there is none. */
  header(url: URL): string;
  /** Keeps what a server set; what it may not set is left out. */
  keep(url: URL, headers: Headers): Promise<void>;
};

/** Conversations whose cookies are kept at once: more than ever run side by side. */
const MOST_SESSIONS = 1_000;

/** Cookies of one conversation are not sent in another. Those of the longest silent one are forgotten first. */
export function createSessionCookies(): (sessionId: string) => SessionCookies {
  const jars = new Map<string, CookieJar>();
  return (sessionId) => ({
    header: (url) => jars.get(sessionId)?.getCookieStringSync(url.href) ?? '',
    async keep(url, headers) {
      const cookies = headers.getSetCookie();
      if (cookies.length === 0) return;
      // Few agents set any, and the list of public suffixes takes its time to load.
      const { CookieJar } = await import('tough-cookie');
      const jar = jars.get(sessionId) ?? new CookieJar(undefined, { looseMode: true, rejectPublicSuffixes: false });
      jars.delete(sessionId);
      jars.set(sessionId, jar);
      const [oldest] = jars.keys();
      if (jars.size > MOST_SESSIONS && oldest !== undefined) jars.delete(oldest);
      for (const cookie of cookies) jar.setCookieSync(cookie, url.href, { ignoreError: true });
    },
  });
}
