import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The parts of a request that can contain proof of access. */
export type AccessCredentials = {
  /** The access token from the URL that `turntree ui` prints. */
  token: string | null;
  authorization: string | null;
  cookie: string | undefined;
};

/**
 * The result of the check. `entered` means that the URL contained the token, which must now be replaced by a cookie.
 */
export type AccessDecision = 'open' | 'entered' | 'closed';

/**
 * Decides whether a request may access the server. Other users of the machine can reach its loopback addresses, too, so
 * each request must prove access: by the token in the URL, by the cookie that replaces it, or by `authorization:
 * Bearer`.
 */
export function checkAccess({ token, authorization, cookie }: AccessCredentials, expected: string): AccessDecision {
  if (
    isEqualInConstantTime(authorization, `Bearer ${expected}`) ||
    isEqualInConstantTime(cookie, cookieValue(expected))
  ) {
    return token === null ? 'open' : 'entered';
  }
  return isEqualInConstantTime(token, expected) ? 'entered' : 'closed';
}

/**
 * Returns the name of the server's cookie. Browsers share cookies between ports, so each server on this machine needs
 * another name.
 */
export function cookieName(port: number | undefined): string {
  return `turntree-${port ?? 'server'}`;
}

/** Returns the value of the cookie. It is an HMAC of the token, so that a leaked cookie does not reveal the token. */
export function cookieValue(token: string): string {
  return createHmac('sha256', token).update('turntree cookie').digest('base64url');
}

const COOKIE_MAX_AGE_SECONDS = 30 * 86_400;

export function formatAccessCookie(token: string, port: number | undefined): string {
  return `${cookieName(port)}=${cookieValue(token)}; Path=/; Max-Age=${COOKIE_MAX_AGE_SECONDS}; HttpOnly; SameSite=Strict`;
}

/** The page for people who open the dashboard without the token. It loads no further files. */
export const accessDeniedPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Turntree needs its token</title>
<main style="font: 16px/1.5 system-ui, sans-serif; max-width: 34rem; margin: 15vh auto; padding: 0 1rem">
<h1 style="font-size: 1.4rem">This dashboard needs its token</h1>
<p>Open the address that <code>turntree ui</code> printed: it ends with <code>?token=…</code>. Other users of this machine do not see it.</p>
<form method="get">
<label>Token <input name="token" type="password" autocomplete="off" required></label>
<button>Open</button>
</form>
</main>
`;

/** Compares two texts in constant time, to prevent timing attacks. */
function isEqualInConstantTime(actual: string | null | undefined, expected: string): boolean {
  return actual !== null && actual !== undefined && timingSafeEqual(hashText(actual), hashText(expected));
}

function hashText(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
