import OpenAI from 'openai';
import { afterEach, describe, expect, it } from 'vitest';
import { createRepliesInTurn } from '../../runner/testing/model-server.ts';
import {
  answerChatByRules,
  type ChatHandler,
  type OpenAIServer,
  startOpenAIServer,
} from '../../runner/testing/openai-server.ts';

const servers: OpenAIServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function clientOf(handler: ChatHandler, maxRetries = 0): Promise<{ server: OpenAIServer; client: OpenAI }> {
  const server = await startOpenAIServer({ handler, key: 'secret' });
  servers.push(server);
  return { server, client: new OpenAI({ baseURL: `${server.url}/v1`, apiKey: 'secret', maxRetries }) };
}

const hello = { model: 'm', messages: [{ role: 'user' as const, content: 'hello' }] };

describe('the loopback server, seen by the official client', () => {
  it('answers whole', async () => {
    const { client, server } = await clientOf(
      createRepliesInTurn({ type: 'answer', content: 'hi', usage: { input: 3, output: 4 } }),
    );
    const answer = await client.chat.completions.create(hello);
    expect(answer.choices[0]?.message.content).toBe('hi');
    expect(answer.choices[0]?.finish_reason).toBe('stop');
    expect(answer.usage).toEqual({ prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 });
    expect(server.requests[0]?.body.messages).toEqual(hello.messages);
  });

  it('streams text that is cut at odd places, characters of several bytes included', async () => {
    const content = 'Grüße 🙂 from the other side of the wire, 日本語 too';
    const { client } = await clientOf(createRepliesInTurn({ type: 'answer', content }));
    const stream = await client.chat.completions.create({
      ...hello,
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = '';
    let pieces = 0;
    let total: number | undefined;
    for await (const chunk of stream) {
      const delta = chunk.choices[0]?.delta.content ?? '';
      text += delta;
      if (delta !== '') pieces += 1;
      total = chunk.usage?.total_tokens ?? total;
    }
    expect(text).toBe(content);
    expect(pieces).toBeGreaterThan(3);
    expect(total).toBe(15);
  });

  it('streams tool calls in fragments', async () => {
    const { client } = await clientOf(
      createRepliesInTurn({
        type: 'answer',
        toolCalls: [
          { id: 'a', name: 'submit', arguments: { amount: 42, note: 'taxi to the airport' } },
          { id: 'b', name: 'notify', arguments: {} },
        ],
      }),
    );
    const final = await client.chat.completions.stream(hello).finalChatCompletion();
    const calls = final.choices[0]?.message.tool_calls ?? [];
    expect(final.choices[0]?.finish_reason).toBe('tool_calls');
    expect(
      calls.map((call) => call.type === 'function' && [call.id, call.function.name, call.function.arguments]),
    ).toEqual([
      ['a', 'submit', '{"amount":42,"note":"taxi to the airport"}'],
      ['b', 'notify', '{}'],
    ]);
  });

  it('refuses a wrong key, a malformed request and an unknown route', async () => {
    const { client, server } = await clientOf(createRepliesInTurn({ type: 'answer', content: 'hi' }));
    const stranger = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: 'wrong', maxRetries: 0 });
    await expect(stranger.chat.completions.create(hello)).rejects.toMatchObject({ status: 401 });
    await expect(client.chat.completions.create({ ...hello, messages: [] })).rejects.toMatchObject({ status: 400 });
    await expect(client.models.list()).rejects.toMatchObject({ status: 404 });
    expect(server.requests).toHaveLength(0);
  });

  it('fails as told, and the client comes back after Retry-After', async () => {
    const { client, server } = await clientOf(
      createRepliesInTurn(
        { type: 'error', status: 429, message: 'slow down', headers: { 'retry-after': '0.01' } },
        { type: 'error', status: 500, message: 'oops', headers: { 'retry-after-ms': '1' } },
        { type: 'answer', content: 'at last' },
      ),
      2,
    );
    const answer = await client.chat.completions.create(hello);
    expect(answer.choices[0]?.message.content).toBe('at last');
    expect(server.requests).toHaveLength(3);
  });

  it('notices that the client hung up on a hung answer', async () => {
    const { client, server } = await clientOf(createRepliesInTurn({ type: 'hang', where: 'before headers' }));
    const stop = new AbortController();
    const call = client.chat.completions.create(hello, { signal: stop.signal });
    await server.until((requests) => requests.length === 1);
    stop.abort();
    await expect(call).rejects.toThrow(/abort/i);
    await server.until(([request]) => request?.clientClosed === true);
  });

  it.each([
    ['drops the connection', { type: 'drop' as const, content: 'half of this is lost' }],
    ['sends garbage', { type: 'garbage' as const, body: 'data: {"choices": [{"del\n\n' }],
  ])('%s in the middle of a stream', async (_what, reply) => {
    const { client } = await clientOf(createRepliesInTurn(reply));
    await expect(client.chat.completions.stream(hello).finalChatCompletion()).rejects.toThrow();
  });

  it('answers by rules', async () => {
    const { client } = await clientOf(answerChatByRules([{ when: { text: 'hello' }, answer: 'hi {{input}}' }]));
    const answer = await client.chat.completions.create(hello);
    expect(answer.choices[0]?.message.content).toBe('hi hello');
    await expect(
      client.chat.completions.create({ ...hello, messages: [{ role: 'user', content: 'unknown' }] }),
    ).rejects.toThrow(/none of its 1 rules/);
  });
});
