import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { AgentError, type MockDesk } from '../../ports/index.ts';

/**
 * Lets agents outside of this program reach the mocks of their case: an MCP server on the loopback interface. It starts
 * with the first such agent of a run and ends with the run. Every attempt has an address of its own, which nobody can
 * guess, and which answers only while the agent is asked.
 */
export type MocksListener = {
  /** Hands the address to `ask`; without mocks there is none. */
  during<Answer>(
    desk: MockDesk | undefined,
    ask: (mocksUrl: string | undefined) => Promise<Answer>,
    signal: AbortSignal,
  ): Promise<Answer>;
  close(): Promise<void>;
};

/** An agent that is being asked, for as long as that lasts. */
export type Visit = { desk: MockDesk; signal: AbortSignal };

const TOKEN_BYTES = 32;

export function createMocksListener(): MocksListener {
  const tokens = new WeakMap<MockDesk, string>();
  const visits = new Map<string, Visit[]>();
  let started: Promise<HttpServer> | undefined;

  /** The same for all turns of an attempt. */
  function tokenOf(desk: MockDesk): string {
    const token = tokens.get(desk) ?? randomBytes(TOKEN_BYTES).toString('base64url');
    tokens.set(desk, token);
    return token;
  }

  return {
    async during(desk, ask, signal) {
      if (desk === undefined) return ask(undefined);
      started ??= listen((token) => visitAt(token, visits));
      const server = await started;
      const token = tokenOf(desk);
      const ended = new AbortController();
      const visit: Visit = { desk, signal: AbortSignal.any([signal, ended.signal]) };
      const open = visits.get(token) ?? [];
      open.push(visit);
      visits.set(token, open);
      try {
        return await ask(`http://${hostOf(server)}/${token}/mcp`);
      } finally {
        open.splice(open.indexOf(visit), 1);
        if (open.length === 0) visits.delete(token);
        ended.abort(new Error('the agent has answered'));
      }
    },
    async close() {
      const server = await started?.catch(() => undefined);
      server?.closeAllConnections();
      await new Promise((done) => (server === undefined ? done(undefined) : server.close(done)));
    },
  };
}

/** How long the comparison takes says nothing about the tokens. */
function visitAt(token: string, visits: ReadonlyMap<string, Visit[]>): Visit | undefined {
  const asked = digestOf(token);
  let found: Visit | undefined;
  for (const [known, open] of visits) if (timingSafeEqual(digestOf(known), asked)) found = open.at(-1);
  return found;
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

async function listen(find: (token: string) => Visit | undefined): Promise<HttpServer> {
  const { answerMcp } = await import('./answer-mcp.ts');
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
    const answered = await answerMcp(await webRequest(request, left.signal), { ...visit, signal });
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
  return server;
}

function hostOf(server: HttpServer): string {
  const address = server.address();
  return `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

/** A page in a browser that reaches this port by a name of its own says so in one of the two headers. */
function isFromHere({ headers: { host, origin } }: IncomingMessage, own: string): boolean {
  const hosts = [own, own.replace('127.0.0.1', 'localhost')];
  const isOwnOrigin = origin === undefined || hosts.some((each) => origin === `http://${each}`);
  return isOwnOrigin && hosts.some((each) => each === host);
}

async function webRequest(request: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const headers = Object.entries(request.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const { method = 'GET' } = request;
  const body = method === 'GET' || method === 'HEAD' ? undefined : await buffer(request);
  return new Request(`http://${request.headers.host}${request.url}`, { method, headers, body, signal });
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(`${text}\n`);
}
