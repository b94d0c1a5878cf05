import type { IncomingMessage } from 'node:http';

/**
 * The number of requests that may arrive at once, and how many more per second. Exporters only send one request every
 * few seconds.
 */
const MAX_BURST = 200;
const REQUESTS_PER_SECOND = 50;

/** The reason why a request is rejected, and the HTTP status of the response. */
export type ExporterRefusal = { status: number; text: string };

/**
 * Checks a request before its body is read. Accepts only programs on this machine. Pages in a browser are detected by
 * their `Origin` header, or by another host name in the `Host` header.
 */
export function createExporterCheck(
  ownPort: () => number,
): (request: IncomingMessage, now: number) => ExporterRefusal | undefined {
  let allowedRequests = MAX_BURST;
  let lastCheckAt = 0;
  return ({ headers, method, url }, now) => {
    const hosts = [`127.0.0.1:${ownPort()}`, `localhost:${ownPort()}`];
    if (headers.origin !== undefined) return { status: 403, text: 'requests of pages in a browser are refused' };
    if (!hosts.some((host) => host === headers.host)) {
      return { status: 403, text: `requests must be addressed to ${hosts.join(' or ')}` };
    }
    if (url !== '/v1/traces') return { status: 404, text: 'traces are accepted at /v1/traces, and nothing else' };
    if (method !== 'POST') return { status: 405, text: 'traces must be sent with POST' };
    if (!/^application\/(?:json|x-protobuf)\b/.test(headers['content-type'] ?? '')) {
      return { status: 415, text: 'traces must be application/json or application/x-protobuf' };
    }
    allowedRequests = Math.min(MAX_BURST, allowedRequests + ((now - lastCheckAt) / 1_000) * REQUESTS_PER_SECOND);
    lastCheckAt = now;
    if (allowedRequests < 1)
      return { status: 429, text: `more than ${REQUESTS_PER_SECOND} requests a second are refused` };
    allowedRequests -= 1;
    return undefined;
  };
}
