import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { watchModelRequestsOutsideFetch } from './requests-outside-fetch.ts';

let server: Server;
let address: string;
let arrived: string[];
let questions: unknown[];
let isHeard = false;

beforeAll(async () => {
  watchModelRequestsOutsideFetch({
    asks: 'never',
    isIntercepted: () => isHeard,
    callId: () => 1,
    ask: async (_, question) => {
      questions.push(question);
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
  [arrived, questions, isHeard] = [[], [], false];
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

/**
 * Sends a request through a dispatcher of undici, as an agent with its own copy of undici would, bypassing `fetch`. The
 * undici inside Node is the same package. Each major version has its own names for the events of a dispatcher.
 */
const byUndici: Post = (path) =>
  new Promise((resolve) => {
    const Dispatcher = dispatcherOfNode();
    const failed = ({ message }: Error) => resolve(message);
    const ended = () => resolve('answered');
    new Dispatcher().dispatch(
      { origin: address, path, method: 'POST', body: '{}' },
      {
        onConnect() {},
        onHeaders: () => true,
        onData: () => true,
        onComplete: ended,
        onError: failed,
        onRequestStart() {},
        onResponseStart() {},
        onResponseData() {},
        onResponseEnd: ended,
        onResponseError: (_: unknown, error: Error) => failed(error),
      },
    );
  });

type UndiciDispatcher = { dispatch(options: object, handler: object): boolean };

function dispatcherOfNode(): new () => UndiciDispatcher {
  // Makes Node load undici, which it does when one of undici's classes is first used.
  new Request(address);
  for (const version of [2, 1]) {
    const dispatcher: unknown = Reflect.get(globalThis, Symbol.for(`undici.globalDispatcher.${version}`));
    if (typeof dispatcher === 'object' && dispatcher !== null)
      return dispatcher.constructor as new () => UndiciDispatcher;
  }
  throw new Error('this Node has no undici');
}

describe.each([
  ['node:http', byHttp],
  ['undici', byUndici],
])('a model that a strict replay sees asked with %s', (way, post) => {
  it('is told of, and is not asked', async () => {
    expect(await post('/v1/chat/completions?key=secret')).toBe(
      `a strict replay cannot answer ${questions.map((each) => Reflect.get(Object(each), 'address'))}, which is called with ${way}`,
    );
    expect(questions).toEqual([{ type: 'unheard', address: expect.stringMatching(/\/v1\/chat\/completions$/), way }]);
    expect(arrived).toEqual([]);
  });

  it('is left alone where the tape has heard it, as is what asks no model', async () => {
    expect(await post('/orders')).toBe('answered');
    isHeard = true;
    expect(await post('/v1/chat/completions')).toBe('answered');
    expect([arrived, questions]).toEqual([['/orders', '/v1/chat/completions'], []]);
  });
});
