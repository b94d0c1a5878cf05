import { afterEach, describe, expect, it } from 'vitest';
import type { Message } from '../contract/index.ts';
import { modelRequest, neverAborted } from '../testing/model-request.ts';
import { createRepliesInTurn } from '../testing/model-server.ts';
import { type ChatHandler, type OpenAIServer, startOpenAIServer } from '../testing/openai-server.ts';
import { type ModelEndpoint, toBaseUrl } from './model-endpoint.ts';
import { createOpenAIModel } from './openai-model.ts';

const servers: OpenAIServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function startModel(handler: ChatHandler, endpointFields: Partial<ModelEndpoint> = {}) {
  const server = await startOpenAIServer({ handler, key: 'sk-secret' });
  servers.push(server);
  const model = createOpenAIModel({
    id: 'gpt',
    model: 'gpt-4o',
    host: server.url,
    key: 'sk-secret',
    ...endpointFields,
  });
  return { server, model };
}

describe('an OpenAI-compatible model', () => {
  it('streams the answer together and counts the tokens', async () => {
    const { model, server } = await startModel(
      createRepliesInTurn({ type: 'answer', content: 'Grüße 🙂 und mehr', usage: { input: 12, output: 34 } }),
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
    const { model } = await startModel(
      createRepliesInTurn({
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
      {
        id: 'c3',
        tool: 'broken',
        arguments: '{"amount": ',
        error: 'its arguments are not JSON: Unexpected end of JSON input',
      },
    ]);
  });

  it('sends messages, tools and options as the protocol writes them', async () => {
    const { model, server } = await startModel(createRepliesInTurn({ type: 'answer', content: 'ok' }), {
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
});

describe('the key of an OpenAI-compatible model', () => {
  it('travels in the header that the connector names', async () => {
    const { model, server } = await startModel(createRepliesInTurn({ type: 'answer', content: 'ok' }), {
      authMode: 'api-key',
    });
    await model.generate(modelRequest('hello'), neverAborted());
    const { headers } = server.requests[0] ?? {};
    expect(headers).toMatchObject({ 'api-key': 'sk-secret' });
    expect(headers).not.toHaveProperty('authorization');
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
    expect(toBaseUrl(host, 'https://api.openai.com')).toBe(base);
  });
});
