import { afterEach, describe, expect, it } from 'vitest';
import type { Message } from '../contract/index.ts';
import { modelRequest, neverAborted } from '../testing/model-request.ts';
import { type ChatHandler, inTurn, type OpenAIServer, startOpenAIServer } from '../testing/openai-server.ts';
import { baseUrlOf, createOpenAIModel, type OpenAIEndpoint } from './openai-model.ts';

const servers: OpenAIServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function modelOf(handler: ChatHandler, parts: Partial<OpenAIEndpoint> = {}) {
  const server = await startOpenAIServer({ handler, key: 'sk-secret' });
  servers.push(server);
  const model = createOpenAIModel({
    id: 'gpt',
    model: 'gpt-4o',
    host: server.url,
    key: 'sk-secret',
    retries: { retries: 2, pauseMs: 1 },
    ...parts,
  });
  return { server, model };
}

describe('an OpenAI-compatible model', () => {
  it('streams the answer together and counts the tokens', async () => {
    const { model, server } = await modelOf(
      inTurn({ type: 'answer', content: 'Grüße 🙂 und mehr', usage: { input: 12, output: 34 } }),
    );
    const response = await model.generate(modelRequest('hello'), neverAborted());
    expect(response).toEqual({
      content: 'Grüße 🙂 und mehr',
      toolCalls: [],
      usage: { inputTokens: 12, outputTokens: 34, calls: 1, retries: 0 },
      finishReason: 'stop',
    });
    expect(server.requests[0]?.body).toMatchObject({
      model: 'gpt-4o',
      stream: true,
      stream_options: { include_usage: true },
      messages: [{ role: 'user', content: 'hello' }],
    });
  });

  it('puts the fragments of tool calls together', async () => {
    const { model } = await modelOf(
      inTurn({
        type: 'answer',
        content: 'one moment',
        toolCalls: [
          { id: 'c1', name: 'submit_expense', arguments: { amount: 42.5, items: ['taxi'] } },
          { id: 'c2', name: 'list', arguments: '' },
          { id: 'c3', name: 'broken', arguments: '{"amount": ' },
        ],
      }),
    );
    const { content, toolCalls, finishReason } = await model.generate(modelRequest('hello'), neverAborted());
    expect({ content, finishReason }).toEqual({ content: 'one moment', finishReason: 'tool-calls' });
    expect(toolCalls).toEqual([
      { id: 'c1', tool: 'submit_expense', arguments: { amount: 42.5, items: ['taxi'] } },
      { id: 'c2', tool: 'list', arguments: {} },
      { id: 'c3', tool: 'broken', arguments: '{"amount": ' },
    ]);
  });

  it('sends messages, tools and options as the protocol writes them', async () => {
    const { model, server } = await modelOf(inTurn({ type: 'answer', content: 'ok' }), {
      options: { temperature: 0.7, seed: 1 },
    });
    const messages: Message[] = [
      { role: 'system', content: 'be kind' },
      {
        role: 'user',
        name: 'ada',
        content: [
          { type: 'text', text: 'look' },
          { type: 'image', url: 'data:image/png;base64,AA==' },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'find', arguments: { q: 'x' } } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: '[]' },
    ];
    const tools = [{ name: 'find', description: 'finds', parameters: { type: 'object', properties: {} } }];
    const options = {
      temperature: 0.2,
      max_tokens: 9,
      response_format: { type: 'json_object' },
      model: 'other',
      stream: false,
    };
    await model.generate(modelRequest(messages, { tools, options }), neverAborted());
    const { body } = server.requests[0] ?? {};
    expect(body).toEqual({
      model: 'gpt-4o',
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0.2,
      seed: 1,
      max_tokens: 9,
      response_format: { type: 'json_object' },
      tools: [{ type: 'function', function: tools[0] }],
      messages: [
        { role: 'system', content: 'be kind' },
        {
          role: 'user',
          name: 'ada',
          content: [
            { type: 'text', text: 'look' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
          ],
        },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'find', arguments: '{"q":"x"}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: '[]' },
      ],
    });
  });

  it.each([
    [
      '429 with Retry-After',
      { type: 'error' as const, status: 429, message: 'slow down', headers: { 'retry-after': '0' } },
    ],
    ['503', { type: 'error' as const, status: 503, message: 'busy' }],
    ['a connection dropped in the middle', { type: 'drop' as const, content: 'this answer never arrives in full' }],
  ])('tries again after %s and counts it', async (_what, failure) => {
    const { model, server } = await modelOf(inTurn(failure, { type: 'answer', content: 'at last' }));
    const { content, usage } = await model.generate(modelRequest('hello'), neverAborted());
    expect(content).toBe('at last');
    expect(usage).toMatchObject({ calls: 1, retries: 1 });
    expect(server.requests).toHaveLength(2);
  });

  it('gives up after its retries, with the status and the words of the server', async () => {
    const { model, server } = await modelOf(inTurn({ type: 'error', status: 500, message: 'the disk is full' }));
    await expect(model.generate(modelRequest('hello'), neverAborted())).rejects.toMatchObject({
      name: 'AgentError',
      kind: 'model',
      message: 'connector "gpt" answered 500: the disk is full',
    });
    expect(server.requests).toHaveLength(3);
  });

  it('does not repeat what would fail again, and never shows the key', async () => {
    const { model, server } = await modelOf(
      inTurn({ type: 'error', status: 400, message: 'bad request with sk-secret inside' }),
    );
    await expect(model.generate(modelRequest('hello'), neverAborted())).rejects.toThrow(
      'connector "gpt" answered 400: bad request with [key] inside',
    );
    expect(server.requests).toHaveLength(1);
  });

  it('reports a stream of garbage and an error inside the stream', async () => {
    const garbage = await modelOf(inTurn({ type: 'garbage', body: 'data: {"choices": [{"del\n\n' }));
    await expect(garbage.model.generate(modelRequest('hello'), neverAborted())).rejects.toMatchObject({
      kind: 'model',
    });
    const error = await modelOf(
      inTurn({ type: 'garbage', body: 'data: {"error":{"message":"model overloaded"}}\n\n' }),
    );
    await expect(error.model.generate(modelRequest('hello'), neverAborted())).rejects.toThrow(
      'connector "gpt" failed: model overloaded',
    );
  });

  it.each(['before headers', 'mid-stream'] as const)('lets go of the socket when aborted %s', async (where) => {
    const { model, server } = await modelOf(inTurn({ type: 'hang', where }));
    const stop = new AbortController();
    const call = model.generate(modelRequest('hello'), stop.signal);
    const failed = expect(call).rejects.toThrow('deadline');
    await server.until((requests) => requests.length === 1);
    stop.abort(new Error('deadline'));
    await failed;
    await server.until(([request]) => request?.clientClosed === true);
    expect(server.requests).toHaveLength(1);
  });

  it('stops waiting for its next try when aborted', async () => {
    const { model, server } = await modelOf(
      inTurn({ type: 'error', status: 429, message: 'slow down', headers: { 'retry-after': '3600' } }),
    );
    const stop = new AbortController();
    const failed = expect(model.generate(modelRequest('hello'), stop.signal)).rejects.toThrow('deadline');
    await server.until((requests) => requests.length === 1);
    stop.abort(new Error('deadline'));
    await failed;
  });

  it('says that nobody listens', async () => {
    const model = createOpenAIModel({
      id: 'gone',
      model: 'm',
      host: 'http://127.0.0.1:9',
      retries: { retries: 1, pauseMs: 1 },
    });
    await expect(model.generate(modelRequest('hello'), neverAborted())).rejects.toThrow(/^connector "gone" failed: /);
  });
});

describe('baseUrlOf', () => {
  it.each([
    [undefined, 'https://api.openai.com/v1'],
    ['', 'https://api.openai.com/v1'],
    ['http://localhost:1234', 'http://localhost:1234/v1'],
    ['http://localhost:1234/v1', 'http://localhost:1234/v1'],
    ['https://host/openai/', 'https://host/openai'],
    ['https://host/v1/', 'https://host/v1'],
  ])('%s means %s', (host, base) => {
    expect(baseUrlOf(host)).toBe(base);
  });
});
