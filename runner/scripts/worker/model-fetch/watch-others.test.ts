import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { watchOthers } from './watch-others.ts';

let server: Server;
let address: string;
let arrived: string[];
let told: unknown[];
let isHeard = false;

beforeAll(async () => {
  watchOthers({
    asks: 'never',
    isHeard: () => isHeard,
    callId: () => 1,
    ask: async (_, question) => {
      told.push(question);
      return new Promise(() => undefined);
    },
  });
  server = createServer((request, response) => {
    arrived.push(request.url ?? '');
    request.resume().on('end', () => response.end('ok'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = server.address();
  address = `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}`;
});

beforeEach(() => {
  [arrived, told, isHeard] = [[], [], false];
});

afterAll(() => {
  isHeard = true;
  server.closeAllConnections();
  server.close();
});

type Post = (path: string) => Promise<string>;

const byHttp: Post = (path) =>
  new Promise((resolve) => {
    const sent = httpRequest(address + path, { method: 'POST' }, (response) => {
      response.resume().on('end', () => resolve('answered'));
    });
    sent.on('error', ({ message }) => resolve(message));
    sent.end('{}');
  });

/** The undici inside Node is the package that an agent would bring: its dispatchers are asked past `fetch`. */
const byUndici: Post = async (path) => {
  const Dispatcher = dispatcherOfNode();
  const asked = new Dispatcher().request({ origin: address, path, method: 'POST', body: '{}' });
  return asked.then(
    async ({ body }) => {
      await body.text();
      return 'answered';
    },
    ({ message }: Error) => message,
  );
};

type Asking = { request(options: object): Promise<{ body: { text(): Promise<string> } }> };

function dispatcherOfNode(): new () => Asking {
  // Node loads it with the first of its classes that somebody needs.
  new Request(address);
  for (const version of [2, 1]) {
    const found: unknown = Reflect.get(globalThis, Symbol.for(`undici.globalDispatcher.${version}`));
    if (typeof found === 'object' && found !== null) return found.constructor as new () => Asking;
  }
  throw new Error('this Node has no undici');
}

describe.each([
  ['node:http', byHttp],
  ['undici', byUndici],
])('a model that a strict replay sees asked with %s', (way, post) => {
  it('is told of, and is not asked', async () => {
    expect(await post('/v1/chat/completions?key=secret')).toBe(
      `a strict replay cannot answer ${told.map((each) => Reflect.get(Object(each), 'address'))}, which is asked with ${way}`,
    );
    expect(told).toEqual([{ type: 'unheard', address: expect.stringMatching(/\/v1\/chat\/completions$/), way }]);
    expect(arrived).toEqual([]);
  });

  it('is left alone where the tape has heard it, as is what asks no model', async () => {
    expect(await post('/orders')).toBe('answered');
    isHeard = true;
    expect(await post('/v1/chat/completions')).toBe('answered');
    expect([arrived, told]).toEqual([['/orders', '/v1/chat/completions'], []]);
  });
});
