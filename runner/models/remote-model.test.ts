import { afterEach, describe, expect, it } from 'vitest';
import type { Usage } from '../contract/index.ts';
import { startAnthropicServer } from '../testing/anthropic-server.ts';
import { listeningContext, modelRequest, neverAborted } from '../testing/model-request.ts';
import { createRepliesInTurn, type ModelReply } from '../testing/model-server.ts';
import { startOpenAIServer } from '../testing/openai-server.ts';
import { createAnthropicModel } from './anthropic-model.ts';
import type { ModelEndpoint } from './model-endpoint.ts';
import { createOpenAIModel } from './openai-model.ts';

const kinds = {
  openai: { start: startOpenAIServer, create: createOpenAIModel },
  anthropic: { start: startAnthropicServer, create: createAnthropicModel },
};
const close: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(close.splice(0).map((closeServer) => closeServer()));
});

async function startModel(
  kind: keyof typeof kinds,
  handler: () => ModelReply | Promise<ModelReply>,
  endpointFields: Partial<ModelEndpoint> = {},
  key = 'sk-secret',
) {
  const { start, create } = kinds[kind];
  const server = await start({ handler, key });
  close.push(() => server.close());
  const model = create({
    id: 'gpt',
    model: 'gpt-4o',
    host: server.url,
    key: 'sk-secret',
    retries: { retries: 2, pauseMs: 1 },
    ...endpointFields,
  });
  return { server, model, place: `connector "gpt" at ${server.url}/v1` };
}

const kindNames = ['openai', 'anthropic'] as const;
const price = { input_per_million: 2, output_per_million: 10 };
const slowDown: ModelReply = {
  type: 'error',
  status: 429,
  message: 'slow down',
  headers: { 'retry-after': '0' },
};

describe.each(kindNames)('a call of a %s model', (kind) => {
  it.each<[string, ModelReply]>([
    ['429 with Retry-After', slowDown],
    ['503', { type: 'error', status: 503, message: 'busy' }],
    ['a connection dropped in the middle', { type: 'drop', content: 'this answer never arrives in full' }],
    ['a stream that ends in the middle', { type: 'drop', content: 'neither does this one, at all', politely: true }],
  ])('is repeated after %s, and that is counted', async (_what, failure) => {
    const { model, server } = await startModel(
      kind,
      createRepliesInTurn(failure, { type: 'answer', content: 'at last' }),
    );
    const { content, usage } = await model.generate(modelRequest('hello'), neverAborted());
    expect(content).toBe('at last');
    expect(usage).toMatchObject({ calls: 1, retries: 1 });
    expect(server.requests).toHaveLength(2);
  });

  it('gives up after its retries, with the place, the status and the words of the server', async () => {
    const { model, server, place } = await startModel(
      kind,
      createRepliesInTurn({ type: 'error', status: 500, message: 'the disk is full' }),
    );
    await expect(model.generate(modelRequest('hello'), neverAborted())).rejects.toMatchObject({
      name: 'AgentError',
      kind: 'model',
      message: `${place} answered 500: the disk is full (tried 3 times)`,
    });
    expect(server.requests).toHaveLength(3);
  });

  it('is not repeated when it would fail again, and never shows the key', async () => {
    const { model, server, place } = await startModel(
      kind,
      createRepliesInTurn({ type: 'error', status: 400, message: 'bad request with sk-secret inside' }),
    );
    await expect(model.generate(modelRequest('hello'), neverAborted())).rejects.toThrow(
      `${place} answered 400: bad request with [key] inside`,
    );
    expect(server.requests).toHaveLength(1);
  });

  it('says which key was refused, by whom', async () => {
    const { model, place } = await startModel(kind, createRepliesInTurn({ type: 'answer' }), { key: 'sk-wrong' });
    await expect(model.generate(modelRequest('hello'), neverAborted())).rejects.toThrow(
      `${place} answered 401: Incorrect API key provided`,
    );
  });

  it('says which model is not there, also when the answer is a page', async () => {
    const lostConnection = await startModel(
      kind,
      createRepliesInTurn({ type: 'error', status: 404, message: 'The model `gpt-4o` does not exist' }),
    );
    await expect(lostConnection.model.generate(modelRequest('hello'), neverAborted())).rejects.toThrow(
      `${lostConnection.place} answered 404: The model \`gpt-4o\` does not exist`,
    );
    const page = await startModel(
      kind,
      createRepliesInTurn({ type: 'error', status: 403, message: '', body: '<h1>Blocked by\n the proxy</h1>' }),
    );
    await expect(page.model.generate(modelRequest('hello'), neverAborted())).rejects.toThrow(
      `${page.place} answered 403: Forbidden: <h1>Blocked by the proxy</h1>`,
    );
  });

  it('says that the stream was garbage', async () => {
    const { model, place } = await startModel(
      kind,
      createRepliesInTurn({ type: 'garbage', body: 'data: {"choices": [{"del\n\n' }),
    );
    const failed = model.generate(modelRequest('hello'), neverAborted());
    await expect(failed).rejects.toMatchObject({ kind: 'model' });
    await expect(failed).rejects.toThrow(
      `${place} failed: ${kind === 'openai' ? 'JSON parsing failed' : 'the stream does not have the format of the Messages API'}`,
    );
  });

  it.each([
    ['text/html; charset=utf-8', '<h1>Please\n log in</h1>', 'text/html', '<h1>Please log in</h1>'],
    ['application/json', '{"answer": "whole"}', 'application/json', '{"answer": "whole"}'],
  ])('says that the answer was %s and no stream, and does not repeat it', async (contentType, body, type, excerpt) => {
    const { model, server, place } = await startModel(
      kind,
      createRepliesInTurn({ type: 'garbage', body, contentType }),
    );
    await expect(model.generate(modelRequest('hello'), neverAborted())).rejects.toThrow(
      `${place} failed: the answer is ${type}, not an event stream: ${excerpt}`,
    );
    expect(server.requests).toHaveLength(1);
  });

  it('says that a server speaks no https', async () => {
    const { server } = await startModel(kind, createRepliesInTurn({ type: 'answer' }));
    const host = server.url.replace('http:', 'https:');
    const { model } = await startModel(kind, createRepliesInTurn({ type: 'answer' }), { host });
    await expect(model.generate(modelRequest('hello'), neverAborted())).rejects.toThrow(
      /failed: Cannot connect to API: the server does not speak https \(tried 3 times\)$/,
    );
  });

  it('leaves words alone that happen to be the key', async () => {
    const handler = createRepliesInTurn({ type: 'error', status: 400, message: 'x does not exist' });
    const { model, place } = await startModel(kind, handler, { key: 'x' }, 'x');
    await expect(model.generate(modelRequest('hello'), neverAborted())).rejects.toThrow(
      `${place} answered 400: x does not exist`,
    );
  });

  it('says that nobody listens', async () => {
    const { model, server, place } = await startModel(kind, createRepliesInTurn({ type: 'answer' }));
    await server.close();
    await expect(model.generate(modelRequest('hello'), neverAborted())).rejects.toThrow(
      new RegExp(`${place} failed: .*ECONNREFUSED.* \\(tried 3 times\\)`),
    );
  });

  it.each(['before headers', 'mid-stream'] as const)('lets go of the socket when aborted %s', async (moment) => {
    const { model, server } = await startModel(kind, createRepliesInTurn({ type: 'hang', where: moment }));
    const controller = new AbortController();
    const failed = expect(model.generate(modelRequest('hello'), controller.signal)).rejects.toThrow('deadline');
    await server.until((requests) => requests.length === 1);
    controller.abort(new Error('deadline'));
    await failed;
    await server.until(([request]) => request?.clientClosed === true);
    expect(server.requests).toHaveLength(1);
  });

  it.each(['before headers', 'mid-stream'] as const)(
    'ends at the time limit of the connector when the answer hangs %s, and is tried again',
    async (moment) => {
      const reply = createRepliesInTurn({ type: 'hang', where: moment }, { type: 'answer', content: 'at last' });
      const { model, server } = await startModel(kind, reply, { timeoutMs: 1_500 });
      const { content, usage } = await model.generate(modelRequest('hello'), neverAborted());
      expect({ content, retries: usage.retries }).toEqual({ content: 'at last', retries: 1 });
      await server.until(([request]) => request?.clientClosed === true);
    },
  );

  it('says that no try was in time', async () => {
    const reply = createRepliesInTurn({ type: 'hang', where: 'before headers' });
    const { model, place } = await startModel(kind, reply, { timeoutMs: 50 });
    await expect(model.generate(modelRequest('hello'), neverAborted())).rejects.toThrow(
      `${place} failed: no complete answer within 50ms (tried 3 times)`,
    );
  });
});

describe('a call of a model', () => {
  it('reports an error inside the stream', async () => {
    const body = 'data: {"error":{"message":"model overloaded"}}\n\n';
    const { model, place } = await startModel('openai', createRepliesInTurn({ type: 'garbage', body }));
    await expect(model.generate(modelRequest('hello'), neverAborted())).rejects.toThrow(
      `${place} failed: model overloaded`,
    );
  });

  it('is repeated when the Messages API is overloaded, which it says inside the stream', async () => {
    const body = 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n';
    const { model } = await startModel(
      'anthropic',
      createRepliesInTurn({ type: 'garbage', body }, { type: 'answer', content: 'at last' }),
    );
    const { content, usage } = await model.generate(modelRequest('hello'), neverAborted());
    expect({ content, retries: usage.retries }).toEqual({ content: 'at last', retries: 1 });
  });

  it('says what it waits for while it waits to try again, and stops when aborted', async () => {
    const { model, place } = await startModel(
      'openai',
      createRepliesInTurn({ ...slowDown, headers: { 'retry-after': '3600' } }),
    );
    const controller = new AbortController();
    const reasons: (string | undefined)[] = [];
    const context = listeningContext({
      wait({ reason }) {
        reasons.push(reason);
        if (reason !== undefined) controller.abort(new Error('deadline'));
      },
    });
    await expect(model.generate(modelRequest('hello', { context }), controller.signal)).rejects.toThrow('deadline');
    expect(reasons).toEqual([undefined, `waiting to retry: ${place} answered 429: slow down`]);
  });

  it.each([
    ['length', 'stopped in the middle of its answer: it reached the length limit'],
    ['content_filter', 'withheld its answer, or the rest of it: content filter'],
  ])('warns when an answer ends because of %s', async (finish, warning) => {
    const { model } = await startModel('openai', createRepliesInTurn({ type: 'answer', content: 'once upon', finish }));
    const warnings: string[] = [];
    const context = listeningContext({ warning: ({ text }) => warnings.push(text) });
    expect((await model.generate(modelRequest('hello', { context }), neverAborted())).content).toBe('once upon');
    expect(warnings).toEqual([`connector "gpt" ${warning}`]);
  });

  it('warns about arguments of a tool call that are not JSON', async () => {
    const { model } = await startModel(
      'openai',
      createRepliesInTurn({ type: 'answer', toolCalls: [{ name: 'submit', arguments: '{"amount": ' }] }),
    );
    const warnings: string[] = [];
    const context = listeningContext({ warning: ({ text }) => warnings.push(text) });
    await model.generate(modelRequest('hello', { context }), neverAborted());
    expect(warnings).toEqual([
      'connector "gpt" called the tool submit, but its arguments are not JSON: Unexpected end of JSON input',
    ]);
  });

  it('costs what the connector says, cached tokens less', async () => {
    const cost = { input_per_million: 2, output_per_million: 10, cached_input_per_million: 0.5 };
    const usage = { input: 1_000_000, output: 100_000, cached: 400_000 };
    const { model } = await startModel('openai', createRepliesInTurn({ type: 'answer', usage }), { cost });
    expect((await model.generate(modelRequest('hello'), neverAborted())).usage).toMatchObject({
      cachedTokens: 400_000,
      cost: 0.6 * 2 + 0.4 * 0.5 + 0.1 * 10,
    });
  });

  it('spends what its broken tries did as well', async () => {
    const broken: ModelReply = { type: 'drop', content: 'this answer never arrives in full' };
    const { model } = await startModel(
      'anthropic',
      createRepliesInTurn(broken, { type: 'answer', content: 'at last' }),
      {
        cost: price,
      },
    );
    const bills: Usage[] = [];
    const context = listeningContext({ usage: ({ usage }) => bills.push(usage) });
    const { usage } = await model.generate(modelRequest('hello', { context }), neverAborted());
    expect(usage).toMatchObject({ inputTokens: 20, calls: 1, retries: 1 });
    expect(usage.cost).toBeCloseTo((20 * 2 + usage.outputTokens * 10) / 1_000_000, 12);
    expect(bills).toEqual([usage]);
  });

  it.each(kindNames)('of type %s tells what it spent when it fails, as far as the server said', async (kind) => {
    const broken: ModelReply = { type: 'drop', content: 'this answer never arrives in full' };
    const { model } = await startModel(
      kind,
      createRepliesInTurn(broken, { type: 'error', status: 400, message: 'no' }),
    );
    const bills: Usage[] = [];
    const context = listeningContext({ usage: ({ usage }) => bills.push(usage) });
    await expect(model.generate(modelRequest('hello', { context }), neverAborted())).rejects.toThrow('answered 400');
    expect(bills).toMatchObject([{ inputTokens: kind === 'anthropic' ? 10 : 0, calls: 1, retries: 1 }]);
  });

  it('tells at once what it spent when it is broken off', async () => {
    const { model, server } = await startModel('anthropic', createRepliesInTurn({ type: 'hang', where: 'mid-stream' }));
    const controller = new AbortController();
    const bills: Usage[] = [];
    const context = listeningContext({ usage: ({ usage }) => bills.push(usage) });
    const failed = expect(model.generate(modelRequest('hello', { context }), controller.signal)).rejects.toThrow(
      'deadline',
    );
    await server.until((requests) => requests.length === 1);
    controller.abort(new Error('deadline'));
    expect(bills).toMatchObject([{ calls: 1, retries: 0 }]);
    await failed;
    expect(bills).toHaveLength(1);
  });

  it('that never began spends nothing', async () => {
    const { model, server } = await startModel(
      'openai',
      createRepliesInTurn({ type: 'hang', where: 'before headers' }),
      {
        maxParallel: 1,
      },
    );
    const controller = new AbortController();
    const first = expect(model.generate(modelRequest('hello'), controller.signal)).rejects.toThrow('deadline');
    await server.until((requests) => requests.length === 1);
    const bills: Usage[] = [];
    const context = listeningContext({ usage: ({ usage }) => bills.push(usage) });
    const second = expect(model.generate(modelRequest('hello', { context }), controller.signal)).rejects.toThrow(
      'deadline',
    );
    controller.abort(new Error('deadline'));
    await Promise.all([first, second]);
    expect(bills).toEqual([]);
  });

  it('waits for its turn when the connector has a limit', async () => {
    const barrier = Promise.withResolvers<void>();
    const answer = async (): Promise<ModelReply> => {
      await barrier.promise;
      return { type: 'answer', content: 'done' };
    };
    const { model, server } = await startModel('openai', answer, { maxParallel: 2 });
    const reasons: string[] = [];
    const context = listeningContext({ wait: ({ reason }) => reasons.push(reason ?? 'goes on') });
    const answers = [1, 2].map(() => model.generate(modelRequest('hello'), neverAborted()));
    await server.until((requests) => requests.length === 2);
    const third = model.generate(modelRequest('hello', { context }), neverAborted());
    expect(reasons).toEqual(['waiting for a free slot at connector "gpt", which allows 2 calls at a time']);
    expect(server.requests).toHaveLength(2);
    barrier.resolve();
    await Promise.all([...answers, third]);
    expect(reasons.at(-1)).toBe('goes on');
    expect(server.requests).toHaveLength(3);
  });

  it('halves what is under way when many are refused at once; repeated calls wait their turn', async () => {
    const allArrived = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    let arrived = 0;
    const answer = async (): Promise<ModelReply> => {
      arrived += 1;
      const early = arrived <= 8;
      if (arrived === 8) allArrived.resolve();
      await (early ? allArrived.promise : released.promise);
      return early ? slowDown : { type: 'answer', content: 'done' };
    };
    const { model, server } = await startModel('openai', answer);
    const reasons: (string | undefined)[] = [];
    const context = listeningContext({ wait: ({ reason }) => reasons.push(reason) });
    const all = Array.from({ length: 8 }, () => model.generate(modelRequest('hello', { context }), neverAborted()));
    await server.until((requests) => requests.length === 12);
    expect(reasons.filter((reason) => reason === undefined)).toHaveLength(12);
    expect(reasons).toContain('waiting for a free slot at connector "gpt", which allows 4 calls at a time');
    released.resolve();
    const answers = await Promise.all(all);
    expect(answers.map(({ content, usage }) => [content, usage.retries])).toEqual(
      Array.from({ length: 8 }, () => ['done', 1]),
    );
    expect(server.requests).toHaveLength(16);
  });
});
