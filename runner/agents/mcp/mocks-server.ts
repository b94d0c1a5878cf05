import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { AgentError } from '../../ports/index.ts';
import { answerMcp } from './answer-mcp.ts';
import type { Visit } from './mocks-listener.ts';

/** The address without the path, and how to end it. */
export type MocksServer = { origin: string; close(): Promise<void> };

const MAX_REQUEST_BYTES = 16 * 1024 * 1024;

/** Listens on a free port of the loopback interface. `find` knows who is asked under a token. */
export async function startMocksServer(find: (token: string) => Visit | undefined): Promise<MocksServer> {
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isFromHere(request, hostOf(server))) return refuse(response, 403, 'requests from elsewhere are not answered');
    const [, token = ''] = /^\/([\w-]+)\/mcp$/.exec(request.url ?? '') ?? [];
    const visit = find(token);
    if (visit === undefined) return refuse(response, 404, 'no agent is being asked whose mocks are at this address');
    const left = new AbortController();
    response.once('close', () => left.abort(new Error('the caller has left')));
    const signal = AbortSignal.any([visit.signal, left.signal]);
    const body = await bodyOf(request);
    if (body === undefined) return refuse(response, 413, `more than ${MAX_REQUEST_BYTES} bytes are not read`);
    const answered = await answerMcp(webRequest(request, body, left.signal), { ...visit, signal });
    response.writeHead(answered.status, Object.fromEntries(answered.headers));
    for await (const part of answered.body ?? []) response.write(part);
    response.end();
  }

  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(0, '127.0.0.1', resolve);
  // A run that is over does not wait for it.
  server.unref();
  await promise.catch((error: unknown) => {
    throw new AgentError(`the mocks could not be offered on 127.0.0.1: ${String(error)}`, 'configuration');
  });
  return {
    origin: `http://${hostOf(server)}`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function hostOf(server: Server): string {
  const address = server.address();
  return `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

/** A page in a browser that reaches this port by a name of its own says so in one of the two headers. */
function isFromHere({ headers: { host, origin } }: IncomingMessage, own: string): boolean {
  const hosts = [own, own.replace('127.0.0.1', 'localhost')];
  const isOwnOrigin = origin === undefined || hosts.some((each) => origin === `http://${each}`);
  return isOwnOrigin && hosts.some((each) => each === host);
}

/** Undefined for more than anybody needs: the agent is not trusted. */
async function bodyOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MAX_REQUEST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function webRequest(request: IncomingMessage, body: Buffer<ArrayBuffer>, signal: AbortSignal): Request {
  const headers = Object.entries(request.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const { method = 'GET' } = request;
  const sent = method === 'GET' || method === 'HEAD' ? undefined : body;
  return new Request(`http://${request.headers.host}${request.url}`, { method, headers, body: sent, signal });
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(`${text}\n`);
}
