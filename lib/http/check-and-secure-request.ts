import { readEnvironment } from '../../runner/host/env.ts';
import { accessDeniedPage, checkAccess, cookieName, formatAccessCookie } from './check-access.ts';
import { CSRF_HEADER, findRequestRefusal, type RequestFacts } from './check-request.ts';

type SecurityHeaders = ReturnType<typeof buildSecurityHeaders>;

/**
 * The result of the checks: `headers` are added to every response; `refusal` is the complete response to a rejected
 * request.
 */
export type RequestCheckResult = { nonce: string; headers: SecurityHeaders; refusal: Response | undefined };

/**
 * Checks every request before it reaches its route: only pages of this server may send requests, and every response
 * gets security headers.
 */
export function checkAndSecureRequest(request: Request): RequestCheckResult {
  const nonce = crypto.randomUUID().replaceAll('-', '');
  const mode = process.env.NODE_ENV === 'development' ? 'development' : 'production';
  const headers = buildSecurityHeaders({ nonce, mode });
  return { nonce, headers, refusal: findRefusalResponse(request, headers) };
}

function findRefusalResponse(request: Request, secured: SecurityHeaders): Response | undefined {
  const { port, token } = readEnvironment();
  const refusal = findRequestRefusal(collectRequestFacts(request), port);
  if (refusal !== undefined) return createRefusalResponse(refusal, secured);
  return token === undefined ? undefined : findAccessResponse(request, { port, token, secured });
}

/**
 * Returns the response to a request without access, or the redirect for a request with the token in its URL; undefined
 * for all other requests.
 */
function findAccessResponse(
  request: Request,
  { port, token, secured }: { port: number | undefined; token: string; secured: SecurityHeaders },
): Response | undefined {
  const { pathname, search, searchParams } = new URL(request.url);
  const facts = {
    token: searchParams.get('token'),
    authorization: request.headers.get('authorization'),
    cookie: readCookie(cookieName(port), request.headers.get('cookie')),
  };
  switch (checkAccess(facts, token)) {
    case 'open':
      return undefined;
    case 'entered': {
      // Redirects to the same host name (127.0.0.1 or localhost), because the cookie is valid only for that name.
      const url = new URL(`${pathname}${search}`, `http://${request.headers.get('host')}`);
      url.searchParams.delete('token');
      const headers = { ...secured, location: url.href, 'set-cookie': formatAccessCookie(token, port) };
      return new Response(null, { status: 303, headers });
    }
    case 'closed': {
      if (!(request.headers.get('accept') ?? '').includes('text/html')) {
        return createRefusalResponse(
          { status: 401, message: 'Send the token that "turntree ui" printed: authorization: Bearer <token>.' },
          secured,
        );
      }
      const headers = { ...secured, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
      return new Response(accessDeniedPage, { status: 401, headers });
    }
  }
}

function createRefusalResponse(
  { status, message }: { status: number; message: string },
  headers: SecurityHeaders,
): Response {
  return Response.json({ error: { code: 'refused', message, details: [] } }, { status, headers });
}

function readCookie(name: string, cookies: string | null): string | undefined {
  const cookieParts = (cookies ?? '').split(';').map((cookiePart) => cookiePart.trim());
  return cookieParts.findLast((cookiePart) => cookiePart.startsWith(`${name}=`))?.slice(name.length + 1);
}

function collectRequestFacts({ headers, method }: Request): RequestFacts {
  return {
    method,
    host: headers.get('host'),
    origin: headers.get('origin'),
    fetchSite: headers.get('sec-fetch-site'),
    fetchMode: headers.get('sec-fetch-mode'),
    fetchDestination: headers.get('sec-fetch-dest'),
    contentType: headers.get('content-type'),
    marker: headers.get(CSRF_HEADER),
  };
}

/**
 * Returns the security headers of every response. Scripts need the nonce of their page. Inline styles are allowed,
 * because windowed lists set positions and sizes. Pages may not load from other origins, send to them, or be framed.
 */
function buildSecurityHeaders({ nonce, mode }: { nonce: string; mode: 'development' | 'production' }) {
  const evaluate = mode === 'development' ? " 'unsafe-eval'" : '';
  return {
    'content-security-policy': [
      "default-src 'self'",
      `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${evaluate}`,
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "media-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "worker-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
}
