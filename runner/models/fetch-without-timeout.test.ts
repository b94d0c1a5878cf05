import { createServer, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startAnthropicServer } from '../testing/anthropic-server.ts';
import { modelRequest, neverAborted } from '../testing/model-request.ts';
import type { ModelReply } from '../testing/model-server.ts';
import { startOpenAIServer } from '../testing/openai-server.ts';
import { createAnthropicModel } from './anthropic-model.ts';
import { fetchWithoutTimeout } from './fetch-without-timeout.ts';
import { createOpenAIModel } from './openai-model.ts';

// Node 22 keeps its dispatcher under an older key than later versions.
const dispatcherKey =
  [2, 1]
    .map((version) => Symbol.for(`undici.globalDispatcher.${version}`))
    .find((key) => typeof Request === 'function' && key in globalThis) ?? Symbol();
let usualFetch: unknown;

/** Shortens the five-minute timeout of Node's fetch to almost zero. */
beforeEach(() => {
  expect(typeof Request).toBe('function');
  usualFetch = Reflect.get(globalThis, dispatcherKey);
  const Dispatcher: unknown = Reflect.get(Object(usualFetch), 'constructor');
  if (typeof Dispatcher !== 'function') throw new Error('this Node keeps its dispatcher elsewhere');
  const hasty: unknown = Reflect.construct(Dispatcher, [{ headersTimeout: 30, bodyTimeout: 30 }]);
  Reflect.set(globalThis, dispatcherKey, hasty);
});
afterEach(() => {
  Reflect.set(globalThis, dispatcherKey, usualFetch);
});

async function serve(begin: (response: ServerResponse) => void) {
  const open: ServerResponse[] = [];
  const server = createServer((_request, response) => {
    begin(response);
    open.push(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    finish: () => open.map((response) => response.end('at last')),
    close: () => void server.close(),
  };
}

describe('a patient fetch', () => {
  it.each([
    ['before its headers', () => undefined],
    ['in the middle of its answer', (response: ServerResponse) => response.write('now ')],
  ])('waits for a server that is silent %s for longer than fetch would', async (_where, begin) => {
    const server = await serve(begin);
    const answer = fetchWithoutTimeout(server.url).then((response) => response.text());
    const impatient = fetch(server.url).then((response) => response.text());
    await expect(impatient).rejects.toThrow(/fetch failed|terminated/);
    server.finish();
    expect(await answer).toContain('at last');
    server.close();
  });
});

describe.each([
  ['openai', startOpenAIServer, createOpenAIModel],
  ['anthropic', startAnthropicServer, createAnthropicModel],
] as const)('a model of type %s', (_type, start, create) => {
  it('is waited for as patiently', async () => {
    const released = Promise.withResolvers<ModelReply>();
    const server = await start({ handler: () => released.promise });
    const model = create({ id: 'slow', model: 'm', host: server.url, retries: { retries: 0, pauseMs: 1 } });
    const answer = model.generate(modelRequest('hello'), neverAborted());
    const silent = await serve(() => undefined);
    await expect(fetch(silent.url)).rejects.toThrow('fetch failed');
    silent.close();
    released.resolve({ type: 'answer', content: 'at last' });
    expect((await answer).content).toBe('at last');
    await server.close();
  });
});
