import { environment } from '../../runner/host/env.ts';
import { accessCookie, checkAccess, closedPage, cookieName } from './check-access.ts';
import { checkRequest, MARKER_HEADER, type RequestFacts } from './check-request.ts';
import { securityHeaders } from './security-headers.ts';

type Secured = ReturnType<typeof securityHeaders>;

/** `headers` are those of every answer; `refusal` is the whole answer to a request that no route may see. */
export type Admission = { nonce: string; headers: Secured; refusal: Response | undefined };

/** Stands before every route: nobody but this machine's own pages comes in, and every answer says what it may load. */
export function admit(request: Request): Admission {
  const nonce = crypto.randomUUID().replaceAll('-', '');
  const mode = process.env.NODE_ENV === 'development' ? 'development' : 'production';
  const headers = securityHeaders({ nonce, mode });
  return { nonce, headers, refusal: findRefusal(request, headers) };
}

function findRefusal(request: Request, secured: Secured): Response | undefined {
  const { port, token } = environment();
  const refusal = checkRequest(readFacts(request), port);
  if (refusal !== undefined) return refused(refusal, secured);
  return token === undefined ? undefined : closedTo(request, { port, token, secured });
}

/** The answer to who does not know the token, or brings it for the first time; nothing for everybody else. */
function closedTo(
  request: Request,
  { port, token, secured }: { port: number | undefined; token: string; secured: Secured },
): Response | undefined {
  const { pathname, search, searchParams } = new URL(request.url);
  const facts = {
    token: searchParams.get('token'),
    authorization: request.headers.get('authorization'),
    cookie: cookieNamed(cookieName(port), request.headers.get('cookie')),
  };
  switch (checkAccess(facts, token)) {
    case 'open':
      return undefined;
    case 'entered': {
      // Under the name that the page was opened by: the cookie is of that name.
      const place = new URL(`${pathname}${search}`, `http://${request.headers.get('host')}`);
      place.searchParams.delete('token');
      const headers = { ...secured, location: place.href, 'set-cookie': accessCookie(token, port) };
      return new Response(null, { status: 303, headers });
    }
    case 'closed': {
      if (!(request.headers.get('accept') ?? '').includes('text/html')) {
        return refused(
          { status: 401, message: 'Send the token that "turntree ui" printed: authorization: Bearer <token>.' },
          secured,
        );
      }
      const headers = { ...secured, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
      return new Response(closedPage, { status: 401, headers });
    }
  }
}

function refused({ status, message }: { status: number; message: string }, headers: Secured): Response {
  return Response.json({ error: { code: 'refused', message, details: [] } }, { status, headers });
}

function cookieNamed(name: string, cookies: string | null): string | undefined {
  const parts = (cookies ?? '').split(';').map((part) => part.trim());
  return parts.findLast((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
}

function readFacts({ headers, method }: Request): RequestFacts {
  return {
    method,
    host: headers.get('host'),
    origin: headers.get('origin'),
    fetchSite: headers.get('sec-fetch-site'),
    fetchMode: headers.get('sec-fetch-mode'),
    fetchDestination: headers.get('sec-fetch-dest'),
    contentType: headers.get('content-type'),
    marker: headers.get(MARKER_HEADER),
  };
}
