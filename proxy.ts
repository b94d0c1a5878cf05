import { type NextRequest, NextResponse } from 'next/server';
import { environment } from './lib/env.ts';
import { checkRequest, MARKER_HEADER, type RequestFacts, securityHeaders } from './lib/http/index.ts';

/** Stands before every route: nobody but this machine's own pages comes in, and every answer says what it may load. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = crypto.randomUUID().replaceAll('-', '');
  const mode = process.env.NODE_ENV === 'development' ? 'development' : 'production';
  const secured = securityHeaders({ nonce, mode });
  const refusal = checkRequest(factsOf(request), environment().port);
  if (refusal !== undefined) {
    const { status, message } = refusal;
    return NextResponse.json({ error: { code: 'refused', message, details: [] } }, { status, headers: secured });
  }
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('content-security-policy', secured['content-security-policy']);
  const response = NextResponse.next({ request: { headers } });
  for (const [name, value] of Object.entries(secured)) response.headers.set(name, value);
  return response;
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
