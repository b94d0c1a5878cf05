import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { AgentError } from '../ports/index.ts';

/** A server for programs on this machine. `origin` is its URL without a path. */
export type LoopbackServer = { origin: string; close(): Promise<void> };

const MAX_REQUEST_BYTES = 16 * 1024 * 1024;
export const REQUEST_TOO_LARGE_MESSAGE = `requests of more than ${MAX_REQUEST_BYTES} bytes are refused`;

const LOOPBACK_ADDRESS = '127.0.0.1';

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Starts a server on a free port of the loopback interface. `description` names the server in error messages. */
export async function startLoopbackServer(description: string, serve: RequestHandler): Promise<LoopbackServer> {
  // Not imported at the top of the file, because importing `node:http` also loads a WebSocket client and takes a tenth
  // of a run's startup time.
  const { createServer } = process.getBuiltinModule('node:http');
  const server = createServer((request, response) => {
    answerLoopbackRequest(request, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    );
  });

  async function answerLoopbackRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (isLoopbackRequest(request, getHostAndPort(server))) return serve(request, response);
    refuseRequest(response, 403, 'requests from other origins are refused');
  }

  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen({ port: 0, host: LOOPBACK_ADDRESS }, resolve);
  // Lets the process exit after the run even if the server is still open.
  server.unref();
  await promise.catch((error: unknown) => {
    throw new AgentError(
      `${description} could not be offered on ${LOOPBACK_ADDRESS}: ${String(error)}`,
      'configuration',
    );
  });
  return {
    origin: `http://${getHostAndPort(server)}`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/**
 * Returns the body of a request, or undefined if it is too large. The limit protects the runner, because agents are not
 * trusted.
 */
export async function readRequestBody(request: IncomingMessage): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_REQUEST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function refuseRequest(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(`${text}\n`);
}

function getHostAndPort(server: Server): string {
  const address = server.address();
  return `${LOOPBACK_ADDRESS}:${typeof address === 'object' ? address?.port : ''}`;
}

/**
 * Returns false if a page in a browser has sent the request under another host name (DNS rebinding). Its `Host` or
 * `Origin` header then contains that name.
 */
function isLoopbackRequest({ headers: { host, origin } }: IncomingMessage, ownAddress: string): boolean {
  const hosts = [ownAddress, ownAddress.replace(LOOPBACK_ADDRESS, 'localhost')];
  const isOwnOrigin = origin === undefined || hosts.some((each) => origin === `http://${each}`);
  return isOwnOrigin && hosts.some((each) => each === host);
}
