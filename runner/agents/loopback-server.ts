import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { AgentError } from '../ports/index.ts';

/** The address without the path, and how to end it. */
export type LoopbackServer = { origin: string; close(): Promise<void> };

const MAX_REQUEST_BYTES = 16 * 1024 * 1024;
export const TOO_LARGE = `more than ${MAX_REQUEST_BYTES} bytes are not read`;

type Serve = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Listens on a free port of the loopback interface, for programs of this machine. `offers` is what errors call it. */
export async function startLoopbackServer(offers: string, serve: Serve): Promise<LoopbackServer> {
  // To import it evaluates all that it exports, a client of WebSockets among it: a tenth of the start of a run.
  const { createServer } = process.getBuiltinModule('node:http');
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (isFromHere(request, hostAddress(server))) return serve(request, response);
    refuse(response, 403, 'requests from elsewhere are not answered');
  }

  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(0, '127.0.0.1', resolve);
  // A run that is over does not wait for it.
  server.unref();
  await promise.catch((error: unknown) => {
    throw new AgentError(`${offers} could not be offered on 127.0.0.1: ${String(error)}`, 'configuration');
  });
  return {
    origin: `http://${hostAddress(server)}`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Undefined for more than anybody needs: the agent is not trusted. */
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

export function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(`${text}\n`);
}

function hostAddress(server: Server): string {
  const address = server.address();
  return `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

/** A page in a browser that reaches this port by a name of its own says so in one of the two headers. */
function isFromHere({ headers: { host, origin } }: IncomingMessage, own: string): boolean {
  const hosts = [own, own.replace('127.0.0.1', 'localhost')];
  const isOwnOrigin = origin === undefined || hosts.some((each) => origin === `http://${each}`);
  return isOwnOrigin && hosts.some((each) => each === host);
}
