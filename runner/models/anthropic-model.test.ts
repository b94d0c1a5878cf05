import { afterEach, describe, expect, it } from 'vitest';
import type { Message } from '../contract/index.ts';
import { type AnthropicServer, startAnthropicServer } from '../testing/anthropic-server.ts';
import { modelRequest, neverAborted } from '../testing/model-request.ts';
import { createRepliesInTurn, type ModelReply } from '../testing/model-server.ts';
import { createAnthropicModel } from './anthropic-model.ts';
import type { ModelEndpoint } from './model-endpoint.ts';

const servers: AnthropicServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function startModel(reply: ModelReply, endpointFields: Partial<ModelEndpoint> = {}) {
  const server = await startAnthropicServer({ handler: createRepliesInTurn(reply), key: 'sk-ant' });
  servers.push(server);
  const model = createAnthropicModel({
    id: 'claude',
    model: 'claude-test',
    host: server.url,
    key: 'sk-ant',
    ...endpointFields,
  });
  return { server, model };
}

const pixel = 'data:image/png;base64,AA==';

describe('a model behind the Messages API', () => {
  it('streams the answer together and counts the tokens, cached ones among them', async () => {
    const { model, server } = await startModel({
      type: 'answer',
      content: 'Grüße 🙂 und mehr',
      usage: { input: 12, output: 34, cached: 8 },
    });
    const response = await model.generate(modelRequest('hello'), neverAborted());
    expect(response).toEqual({
      content: 'Grüße 🙂 und mehr',
      toolCalls: [],
      usage: { inputTokens: 12, cachedTokens: 8, outputTokens: 34, calls: 1, retries: 0 },
      finishReason: 'stop',
    });
    const { body, headers } = server.requests[0] ?? {};
    expect(body).toEqual({
      model: 'claude-test',
      stream: true,
      max_tokens: expect.any(Number),
      messages: [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }],
    });
    expect(headers).toMatchObject({ 'x-api-key': 'sk-ant', 'anthropic-version': '2023-06-01' });
  });

  it('puts the fragments of tool calls together', async () => {
    const { model } = await startModel({
      type: 'answer',
      content: 'one moment',
      toolCalls: [
        { id: 't1', name: 'submit_expense', arguments: { amount: 42.5, items: ['taxi'] } },
        { id: 't2', name: 'list', arguments: '' },
        { id: 't3', name: 'broken', arguments: '{"amount": ' },
      ],
    });
    const { content, toolCalls, finishReason } = await model.generate(modelRequest('hello'), neverAborted());
    expect({ content, finishReason }).toEqual({ content: 'one moment', finishReason: 'tool-calls' });
    expect(toolCalls).toEqual([
      { id: 't1', tool: 'submit_expense', arguments: { amount: 42.5, items: ['taxi'] } },
      { id: 't2', tool: 'list', arguments: {} },
      {
        id: 't3',
        tool: 'broken',
        arguments: '{"amount": ',
        error: 'its arguments are not JSON: Unexpected end of JSON input',
      },
    ]);
  });

  it('sends messages, tools and options in the shape of the protocol', async () => {
    const { model, server } = await startModel({ type: 'answer', content: 'ok' }, { options: { temperature: 0.7 } });
    const messages: Message[] = [
      { role: 'system', content: 'be kind' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'look' },
          { type: 'image', url: pixel },
        ],
      },
      { role: 'developer', content: 'be brief' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 't1', type: 'function', function: { name: 'find', arguments: { q: 'x' } } },
          { id: 't2', type: 'function', function: { name: 'find', arguments: '{"q":"y"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 't1', content: '[]' },
      { role: 'tool', tool_call_id: 't2', content: '[1]' },
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://example.org/cat.png' } }] },
    ];
    const tools = [{ name: 'find', description: 'finds', parameters: { type: 'object', properties: {} } }];
    const options = { max_completion_tokens: 9, stop: 'END', tool_choice: 'required', seed: 1, stream: false };
    await model.generate(modelRequest(messages, { tools, options }), neverAborted());
    expect(server.requests[0]?.body).toEqual({
      model: 'claude-test',
      stream: true,
      temperature: 0.7,
      max_tokens: 9,
      stop_sequences: ['END'],
      tool_choice: { type: 'any' },
      system: 'be kind\n\nbe brief',
      tools: [{ name: 'find', description: 'finds', input_schema: { type: 'object', properties: {} } }],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'look' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'tool_use', id: 't1', name: 'find', input: { q: 'x' } },
            { type: 'tool_use', id: 't2', name: 'find', input: { q: 'y' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 't1', content: '[]' },
            { type: 'tool_result', tool_use_id: 't2', content: '[1]' },
            { type: 'image', source: { type: 'url', url: 'https://example.org/cat.png' } },
          ],
        },
      ],
    });
  });

  it('sends text files as text, other files as documents, and refuses audio', async () => {
    const { model, server } = await startModel({ type: 'answer', content: 'ok' });
    const pdf = { type: 'file' as const, filename: 'bill.pdf', url: 'data:application/pdf;base64,AA==' };
    const note = { type: 'file' as const, filename: 'note.txt', url: 'data:text/plain;base64,aGk=' };
    await model.generate(modelRequest([{ role: 'user', content: [pdf, note] }]), neverAborted());
    expect(server.requests[0]?.body.messages).toEqual([
      {
        role: 'user',
        content: [
          {
            type: 'document',
            title: 'bill.pdf',
            source: { type: 'base64', media_type: 'application/pdf', data: 'AA==' },
          },
          { type: 'text', text: 'note.txt:\nhi' },
        ],
      },
    ]);
    const audio = [{ role: 'user' as const, content: [{ type: 'audio' as const, data: 'AA==', format: 'wav' }] }];
    await expect(model.generate(modelRequest(audio), neverAborted())).rejects.toThrow('takes no audio');
  });

  it('sends the key as a bearer token and another version when the connector says so', async () => {
    const { model, server } = await startModel(
      { type: 'answer', content: 'ok' },
      { authMode: 'bearer', version: '2099-01-01' },
    );
    await model.generate(modelRequest('hello'), neverAborted());
    const { headers } = server.requests[0] ?? {};
    expect(headers).toMatchObject({ authorization: 'Bearer sk-ant', 'anthropic-version': '2099-01-01' });
    expect(headers).not.toHaveProperty('x-api-key');
  });

  it('is sent the headers of its connector', async () => {
    const { model, server } = await startModel({ type: 'answer', content: 'x' }, { headers: { 'X-Team': 'blue' } });
    await model.generate(modelRequest('hello'), neverAborted());
    expect(server.requests[0]?.headers).toMatchObject({ 'x-team': 'blue', 'x-api-key': 'sk-ant' });
  });
});
