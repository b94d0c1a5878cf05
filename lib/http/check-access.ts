import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The parts of a request that show whether it comes from whom the server was started for. */
export type AccessFacts = {
  /** In the address, as `turntree ui` prints it. */
  token: string | null;
  authorization: string | null;
  cookie: string | undefined;
};

/** `entered`: it came with the token in its address, and goes on with a cookie. */
export type Access = 'open' | 'entered' | 'closed';

/**
 * Whether a request may be answered. Every user of a machine can reach its loopback addresses, so the server answers
 * only to those who know its token: in the address once, then as a cookie, or as `authorization: Bearer`.
 */
export function checkAccess({ token, authorization, cookie }: AccessFacts, expected: string): Access {
  if (isEqual(authorization, `Bearer ${expected}`) || isEqual(cookie, cookieValue(expected))) {
    return token === null ? 'open' : 'entered';
  }
  return isEqual(token, expected) ? 'entered' : 'closed';
}

/** Cookies know no ports: each server of this machine has one of its own. */
export function cookieName(port: number | undefined): string {
  return `turntree-${port ?? 'server'}`;
}

/** Not the token itself: nobody can make an address of a cookie. */
export function cookieValue(token: string): string {
  return createHmac('sha256', token).update('turntree cookie').digest('base64url');
}

const KEPT_SECONDS = 30 * 86_400;

export function accessCookie(token: string, port: number | undefined): string {
  return `${cookieName(port)}=${cookieValue(token)}; Path=/; Max-Age=${KEPT_SECONDS}; HttpOnly; SameSite=Strict`;
}

/** For people who open a page without the token; it loads nothing. */
export const closedPage = `<!doctype html>
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

/** In a time that does not depend on how much of it is right. */
function isEqual(actual: string | null | undefined, expected: string): boolean {
  return actual !== null && actual !== undefined && timingSafeEqual(digest(actual), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
