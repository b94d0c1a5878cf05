import { type NextRequest, NextResponse } from 'next/server';
import { checkAndSecureRequest } from './lib/http/index.ts';

/** Runs before every route of Next: rejects unauthorized requests, and passes each page the nonce that its scripts need. */
export function proxy(request: NextRequest): Response {
  const { nonce, headers: secured, refusal } = checkAndSecureRequest(request);
  if (refusal !== undefined) return refusal;
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('content-security-policy', secured['content-security-policy']);
  const response = NextResponse.next({ request: { headers } });
  for (const [name, value] of Object.entries(secured)) response.headers.set(name, value);
  return response;
}
