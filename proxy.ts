import { type NextRequest, NextResponse } from 'next/server';
import { environment } from './lib/env.ts';
import {
  accessCookie,
  checkAccess,
  checkRequest,
  closedPage,
  cookieName,
  MARKER_HEADER,
  type RequestFacts,
  securityHeaders,
} from './lib/http/index.ts';

type Secured = ReturnType<typeof securityHeaders>;

/** Stands before every route: nobody but this machine's own pages comes in, and every answer says what it may load. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = crypto.randomUUID().replaceAll('-', '');
  const mode = process.env.NODE_ENV === 'development' ? 'development' : 'production';
  const secured = securityHeaders({ nonce, mode });
  const refusal = checkRequest(factsOf(request), environment().port);
  if (refusal !== undefined) return refused(refusal, secured);
  const shut = closedTo(request, secured);
  if (shut !== undefined) return shut;
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('content-security-policy', secured['content-security-policy']);
  const response = NextResponse.next({ request: { headers } });
  for (const [name, value] of Object.entries(secured)) response.headers.set(name, value);
  return response;
}

/** The answer to who does not know the token, or brings it for the first time; nothing for everybody else. */
function closedTo(request: NextRequest, secured: Secured): NextResponse | undefined {
  const { port, token } = environment();
  if (token === undefined) return undefined;
  const facts = {
    token: request.nextUrl.searchParams.get('token'),
    authorization: request.headers.get('authorization'),
    cookie: request.cookies.get(cookieName(port))?.value,
  };
  switch (checkAccess(facts, token)) {
    case 'open':
      return undefined;
    case 'entered': {
      // Under the name that the page was opened by: the cookie is of that name.
      const place = new URL(
        `${request.nextUrl.pathname}${request.nextUrl.search}`,
        `http://${request.headers.get('host')}`,
      );
      place.searchParams.delete('token');
      const headers = { ...secured, 'set-cookie': accessCookie(token, port) };
      return NextResponse.redirect(place, { status: 303, headers });
    }
    case 'closed': {
      if (!(request.headers.get('accept') ?? '').includes('text/html')) {
        return refused(
          { status: 401, message: 'Send the token that "turntree ui" printed: authorization: Bearer <token>.' },
          secured,
        );
      }
      const headers = { ...secured, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
      return new NextResponse(closedPage, { status: 401, headers });
    }
  }
}

function refused({ status, message }: { status: number; message: string }, headers: Secured): NextResponse {
  return NextResponse.json({ error: { code: 'refused', message, details: [] } }, { status, headers });
}

function factsOf(request: NextRequest): RequestFacts {
  const { headers, method } = request;
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
