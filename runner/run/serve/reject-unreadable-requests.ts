import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

const MAX_BYTES = 10 * 1024 * 1024;
const allowedMethods = ['GET', 'HEAD', 'POST', 'OPTIONS'];

/**
 * Rejects requests that are too large, invalid URLs and methods that no route supports, before their bodies are read.
 * So the size of every body is limited.
 */
export function rejectUnreadableRequests(handleRequest: RequestListener): RequestListener {
  return (request, response) => {
    const refusal = findUnreadableRefusal(request);
    if (refusal === undefined) handleRequest(request, response);
    else respondWithRefusal(response, refusal);
  };
}

/** CONNECT requests do not reach request listeners, so they are rejected here. */
export function rejectTunnels(server: Server): void {
  server.on('connect', (_request, socket) => {
    socket.end(`HTTP/1.1 405 Method Not Allowed\r\nallow: ${allowedMethods.join(', ')}\r\nconnection: close\r\n\r\n`);
  });
}

type RequestRefusal = { status: 400 | 405 | 411 | 413; message: string };

function findUnreadableRefusal({ method = '', url = '', headers }: IncomingMessage): RequestRefusal | undefined {
  if (!allowedMethods.includes(method)) {
    return { status: 405, message: `This server answers ${allowedMethods.join(', ')}, not ${method}.` };
  }
  if (!isReadableUrl(url)) return { status: 400, message: 'The URL of the request is not valid.' };
  if (headers['transfer-encoding'] !== undefined) {
    return { status: 411, message: 'Send the body as a whole, with its content-length.' };
  }
  const bytes = Number(headers['content-length'] ?? 0);
  if (bytes <= MAX_BYTES) return undefined;
  const formatMegabytes = (size: number) => `${Math.ceil(size / (1024 * 1024))} MB`;
  return {
    status: 413,
    message: `The request has ${formatMegabytes(bytes)}; at most ${formatMegabytes(MAX_BYTES)} are read.`,
  };
}

/** A valid URL starts with exactly one slash, can be decoded and contains no NUL character. */
function isReadableUrl(url: string): boolean {
  if (!/^\/(?![/\\])/.test(url)) return false;
  try {
    return !decodeURIComponent(url.split('?', 1)[0] ?? '').includes('\0');
  } catch {
    return false;
  }
}

function respondWithRefusal(response: ServerResponse, { status, message }: RequestRefusal): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    // The rest of the request body is not read, so the connection cannot be reused.
    connection: 'close',
    ...(status === 405 ? { allow: allowedMethods.join(', ') } : {}),
  });
  response.end(JSON.stringify({ error: { code: 'refused', message, details: [] } }));
}
