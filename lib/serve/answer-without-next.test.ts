import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { json, text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { writeResults } from '../../runner/history/testing/temporary-histories.ts';
import { caseResult } from '../../runner/testing/finished-run.ts';
import { getServerPort } from '../../runner/testing/server-port.ts';
import { refusedRequests } from '../testing/refused-requests.ts';
import { setUpServedWorkspace } from '../testing/served-workspace.ts';
import { getSharedRunLogFollower } from '../watch/index.ts';
import { createListenerWithoutNext } from './answer-without-next.ts';

const { history } = setUpServedWorkspace({});
const ownHost = { host: '127.0.0.1:4319' };
const events = '/api/runs/run-1/events';
let server: http.Server;
let handedOn: string[] = [];
let errors: unknown[] = [];

beforeEach(async () => {
  vi.stubEnv('TURNTREE_PORT', '4319');
  handedOn = [];
  errors = [];
  server = http.createServer(
    createListenerWithoutNext(
      (request, response) => {
        handedOn.push(`${request.method} ${request.url}`);
        response.end();
      },
      (error) => errors.push(error),
    ),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  globalThis.turntreeToken = undefined;
  server.close();
  server.closeAllConnections();
});

async function ask(headers: Readonly<Record<string, string>>, path = events, method = 'GET'): Promise<IncomingMessage> {
  const request = http
    .request({ host: '127.0.0.1', port: getServerPort(server.address()), path, method, headers })
    .end();
  const [response] = await once(request, 'response');
  return response;
}

describe('the events of a run', () => {
  it('come as a stream under the rules of every answer', async () => {
    await writeResults(history(), { runId: 'run-1', at: 1, results: [caseResult({ id: 'A' })] });
    const answer = await ask(ownHost);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-store, no-transform',
      'content-security-policy': expect.stringMatching(/'nonce-[0-9a-f]{32}'/),
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    const seqs = [...(await text(answer)).matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]));
    expect(seqs.length).toBeGreaterThan(2);
    const last = seqs.at(-1);
    expect((await ask(ownHost, `${events}?after=${last}`)).statusCode).toBe(204);
    expect((await ask({ ...ownHost, 'last-event-id': String(last) })).statusCode).toBe(204);
    expect((await ask(ownHost, `${events}?after=x`)).statusCode).toBe(400);
    expect(handedOn).toEqual([]);
  });

  it('of an unknown run are refused in words', async () => {
    const answer = await ask(ownHost, '/api/runs/unknown/events');
    expect(answer.statusCode).toBe(404);
    expect(await json(answer)).toMatchObject({ error: { code: 'not_found' } });
    expect(answer.headers['x-frame-options']).toBe('DENY');
  });

  it('are read for nobody who has left, which is no error', async () => {
    await writeResults(history(), { runId: 'run-1', at: 1, results: [] }, 'goes on');
    const answer = await ask(ownHost);
    await once(answer, 'data');
    expect(getSharedRunLogFollower().isWatched('run-1')).toBe(true);
    answer.destroy();
    await expect.poll(() => getSharedRunLogFollower().isWatched('run-1'), { timeout: 60_000 }).toBe(false);
    expect(errors).toEqual([]);
  });

  it('end without a stack when the history is gone, and the server says why', async () => {
    history().close();
    const answer = await ask(ownHost);
    expect(answer.statusCode).toBe(500);
    expect(await text(answer)).toBe('Internal Server Error');
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('not open') })]);
  });

  it.each(refusedRequests.filter(([, , , method]) => method === 'GET'))(
    'answers %i to %s, in words and as safely as ever',
    async (status, _what, headers) => {
      const answer = await ask(headers);
      expect(answer.statusCode).toBe(status);
      expect(await json(answer)).toEqual({ error: { code: 'refused', message: expect.any(String), details: [] } });
      expect(answer.headers['x-frame-options']).toBe('DENY');
      expect(handedOn).toEqual([]);
    },
  );

  it('are closed to who does not bring the token', async () => {
    globalThis.turntreeToken = 'secret';
    const unknown = '/api/runs/unknown/events';
    expect((await ask(ownHost, unknown)).statusCode).toBe(401);
    expect((await ask({ ...ownHost, authorization: 'Bearer other' }, unknown)).statusCode).toBe(401);
    expect((await ask({ ...ownHost, authorization: 'Bearer secret' }, unknown)).statusCode).toBe(404);
    const entered = await ask(ownHost, `${unknown}?token=secret&after=1`);
    expect(entered.statusCode).toBe(303);
    expect(entered.headers.location).toBe(`http://127.0.0.1:4319${unknown}?after=1`);
    const [cookie = ''] = entered.headers['set-cookie']?.[0]?.split(';') ?? [];
    expect((await ask({ ...ownHost, cookie: `other=1; ${cookie}` }, unknown)).statusCode).toBe(404);
    expect(handedOn).toEqual([]);
  });
});

it.each([
  ['POST', events],
  ['HEAD', events],
  ['OPTIONS', events],
  ['GET', '/api/runs/run-1'],
  ['GET', '/api/runs/run-1/events/'],
  ['GET', '/api/runs/run%2D1/events'],
  ['GET', '/api/runs/a/b/events'],
  ['GET', '/runs?to=/api/runs/run-1/events'],
])('hands %s %s on', async (method, path) => {
  await ask({ host: 'evil.example' }, path, method);
  expect(handedOn).toEqual([`${method} ${path}`]);
});
