import type { ServerResponse } from 'node:http';
import type { ChatCompletion, ChatCompletionChunk } from 'openai/resources/chat/completions';
import { afterEach, describe, expect, it } from 'vitest';
import type { AgentRequest, ToolMocks } from '../../../ports/index.ts';
import { agentRequest, listeningContext, neverAborted } from '../../../testing/model-request.ts';
import { answerChatByRules, startOpenAIServer } from '../../../testing/openai-server.ts';
import { createProtocolAgent, type ProtocolServer, startProtocolServer } from '../../../testing/protocol-server.ts';

const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((each) => each.close()));
});

async function serve(answer: (response: ServerResponse) => void): Promise<ProtocolServer> {
  const server = await startProtocolServer((_request, response) => answer(response));
  closing.push(server);
  return server;
}

type Delta = ChatCompletionChunk.Choice.Delta | { role: 'tool'; tool_call_id?: string; content: string };
type Finish = ChatCompletionChunk.Choice['finish_reason'];

function chunk(delta: Delta, finish: Finish = null): object {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices };
}

const call = (index: number, id: string, name: string, args: string): Delta => ({
  tool_calls: [{ index, id, type: 'function', function: { name, arguments: args } }],
});
const DONE = 'data: [DONE]\n\n';
const data = (...documents: object[]): string =>
  documents.map((document) => `data: ${JSON.stringify(document)}\n\n`).join('');

function streaming(text: string): Promise<ProtocolServer> {
  return serve((response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).end(text));
}

function warned(): { context: AgentRequest['context']; warnings: string[] } {
  const warnings: string[] = [];
  return { warnings, context: listeningContext({ warning: ({ text }) => warnings.push(text) }) };
}

async function ask(server: { url: string }, parts: Partial<AgentRequest> = {}, entry: object = {}) {
  const agent = await createProtocolAgent({ type: 'openai-chat', url: `${server.url}/v1/chat/completions`, ...entry });
  return agent.invoke(agentRequest('Where?', parts), neverAborted());
}

describe('an openai-chat agent', () => {
  it.each([true, false])('answers with text, calls and what it spent (stream: %j)', async (stream) => {
    const rules = [{ answer: 'Looking it up.', tool_calls: [{ name: 'find', arguments: { city: 'Bonn' } }] }];
    const server = await startOpenAIServer({ handler: answerChatByRules(rules) });
    closing.push(server);
    const texts: string[] = [];
    const cost = { input_per_million: 1_000_000, output_per_million: 0 };
    const entry = { model: 'desk', stream, cost };
    const answer = await ask(server, { context: listeningContext({ text: ({ text }) => texts.push(text) }) }, entry);
    expect(answer).toMatchObject({
      content: 'Looking it up.',
      toolCalls: [{ tool: 'find', arguments: { city: 'Bonn' } }],
      usage: { inputTokens: 2, outputTokens: 18, calls: 1, retries: 0, cost: 2 },
    });
    expect(texts.at(-1)).toBe(stream ? 'Looking it up.' : undefined);
    expect(server.requests[0]?.body).toMatchObject({ model: 'desk', stream, user: 'test-user' });
  });

  it('is sent the whole conversation, metadata as texts, its session and headers', async () => {
    const server = await streaming(data(chunk({ content: 'ok' }, 'stop')) + DONE);
    const history: Parameters<typeof agentRequest>[0] = [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See' },
          { type: 'image', url: 'data:image/png;base64,AAAA' },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'find', arguments: { n: 1 } } }],
      },
      { role: 'tool', content: '[]', tool_call_id: 'c1' },
      { role: 'user', content: 'And?' },
    ];
    const agent = await createProtocolAgent(
      {
        type: 'openai-chat',
        url: `${server.url}/chat`,
        session: 'talk-{{session_id}}',
        headers: { authorization: 'Bearer $ENV.KEY', 'x-plan': '{{metadata.plan}}' },
      },
      { KEY: 'secret-0123456789' },
    );
    const options = { metadata: { plan: 'gold', limits: { n: 1 } } };
    await agent.invoke(agentRequest(history, { options }), neverAborted());
    expect(server.asked[0]?.headers).toMatchObject({ authorization: 'Bearer secret-0123456789', 'x-plan': 'gold' });
    expect(server.asked[0]?.body).toEqual({
      stream: true,
      stream_options: { include_usage: true },
      user: 'test-user',
      metadata: { plan: 'gold', limits: '{"n":1}', session_id: 'talk-session-1' },
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'See' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          ],
        },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'find', arguments: '{"n":1}' } }],
        },
        { role: 'tool', content: '[]', tool_call_id: 'c1' },
        { role: 'user', content: 'And?' },
      ],
    });
  });

  it('may call tools of its own, and go on', async () => {
    const server = await streaming(
      data(
        chunk({ role: 'assistant', content: 'Let me see. ' }),
        chunk(call(0, 'c1', 'find', '{"ci')),
        chunk({ tool_calls: [{ index: 0, function: { arguments: 'ty":"Bonn"}' } }] }),
        chunk(call(1, 'c2', 'now', '')),
        chunk({}, 'tool_calls'),
        chunk({ role: 'tool', tool_call_id: 'c1', content: '{"found":2}' }),
        chunk({ role: 'assistant', content: 'Two.' }),
        chunk({}, 'stop'),
      ),
    );
    const { context, warnings } = warned();
    expect(await ask(server, { context })).toMatchObject({
      content: 'Let me see. Two.',
      toolCalls: [
        { id: 'c1', tool: 'find', arguments: { city: 'Bonn' }, result: { found: 2 } },
        { id: 'c2', tool: 'now', arguments: {} },
      ],
    });
    expect(warnings).toEqual([]);
  });

  it('says what a test should know: calls that nobody answers, an answer that was cut off', async () => {
    const calls = await streaming(data(chunk(call(0, 'c1', 'find', '{}'), 'tool_calls')) + DONE);
    const cut = await streaming(data(chunk({ content: 'Half' }, 'length')) + DONE);
    const { context, warnings } = warned();
    await ask(calls, { context });
    await ask(cut, { context, options: { mode: 'task', metadata: {} } });
    expect(warnings).toEqual([
      expect.stringContaining('type "openai"'),
      'options.mode of the case was not passed on: openai-chat has no field for it',
      'the answer was cut off at its token limit',
    ]);
  });

  it('reads the only document of an agent that does not stream', async () => {
    const refusal: ChatCompletion = {
      id: 'c',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [
        {
          index: 0,
          finish_reason: 'stop',
          logprobs: null,
          message: { role: 'assistant', content: null, refusal: 'No.' },
        },
      ],
    };
    const server = await serve((response) => response.end(JSON.stringify(refusal)));
    expect(await ask(server)).toMatchObject({ content: 'No.', toolCalls: [] });
  });

  it.each<[string, string, RegExp]>([
    [
      'half a stream',
      data(chunk({ content: 'Ha' })),
      /the answer is incomplete: it ended after event 1 \(chat\.completion\.chunk\), before its finish_reason/,
    ],
    ['no event', '', /ended without an event/],
    [
      'an error in the middle',
      data(chunk({ content: 'Ha' }), { error: { message: 'overloaded', code: 'busy' } }),
      /reported an error: overloaded \(busy\)/,
    ],
    [
      'text behind the end',
      data(chunk({ content: 'a' }, 'stop'), chunk({ content: 'b' })),
      /event 2 .* is invalid at this point: the answer had already ended \(stop\)/,
    ],
    [
      'two calls of one name',
      data(chunk(call(0, 'c1', 'a', '{}')), chunk(call(1, 'c1', 'b', '{}'), 'stop')),
      /two tool calls have the id c1; the second one is of b/,
    ],
    [
      'a call without a name',
      data(chunk({ tool_calls: [{ index: 3, function: { arguments: '{}' } }] }, 'stop')),
      /a tool call without a name/,
    ],
    ['something that is not JSON', 'data: {"choices": [\n\n', /answered an event that is not JSON/],
    ['something else', data({ hello: 1 }), /event 1 is invalid at this point: the answer has no "choices"/],
    ['AG-UI', data({ type: 'RUN_STARTED', threadId: 't', runId: 'r' }), /speaks ag-ui, not openai-chat/],
    ['the AI SDK', data({ type: 'start' }), /speaks ai-sdk-ui, not openai-chat/],
    ['the Responses API', data({ type: 'response.created', response: {} }), /speaks openai-responses, not openai-chat/],
    [
      "Anthropic's messages",
      data({ type: 'message_start', message: {} }),
      /speaks Anthropic's messages, not openai-chat/,
    ],
  ])('is an error when it answers %s', async (_what, text, message) => {
    await expect(ask(await streaming(text))).rejects.toThrow(message);
  });

  it('is counted what it spent before it broke off', async () => {
    const usage = { prompt_tokens: 7, completion_tokens: 3 };
    const server = await streaming(data({ ...chunk({ content: 'Ha' }), usage }));
    const usages: object[] = [];
    await expect(
      ask(server, { context: listeningContext({ usage: ({ usage }) => usages.push(usage) }) }),
    ).rejects.toThrow();
    expect(usages).toEqual([{ inputTokens: 7, outputTokens: 3, calls: 1, retries: 0 }]);
  });

  it.each([
    [401, '{"error":{"message":"bad key secret-0123456789"}}', /answered 401: .*bad key \[authorization\]/],
    [429, 'slow down', /answered 429: slow down/],
    [422, '{"detail":[{"loc":["body","threadId"]}]}', /answered 422: .*; it speaks ag-ui, not openai-chat/],
  ])('names a status %i, and no key', async (status, text, message) => {
    const server = await serve((response) => response.writeHead(status).end(text));
    const entry = { headers: { Authorization: 'Bearer secret-0123456789' } };
    await expect(ask(server, {}, entry)).rejects.toThrow(message);
  });

  it('has a limit for one event, and for all that is kept', async () => {
    const piece = data(chunk({ content: 'x'.repeat(100) }));
    const many = await streaming(piece.repeat(50));
    const huge = await streaming(data(chunk({ content: 'x'.repeat(5_000) })));
    for (const { url } of [many, huge]) {
      const agent = await createProtocolAgent({ type: 'openai-chat', url }, {}, { max_answer: 2_000 });
      await expect(agent.invoke(agentRequest('hi'), neverAborted())).rejects.toThrow(/more than .* max_answer/);
    }
  });

  it('closes the connection when it is aborted', async () => {
    const stop = new AbortController();
    let closed = (): void => undefined;
    const isClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const server = await serve((response) => {
      response.on('close', closed).writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(data(chunk({ content: 'Ha' })));
    });
    const agent = await createProtocolAgent({ type: 'openai-chat', url: server.url });
    const context = listeningContext({ text: () => stop.abort(new Error('out of time')) });
    await expect(agent.invoke(agentRequest('hi', { context }), stop.signal)).rejects.toThrow('out of time');
    await isClosed;
  });

  it('is not asked with mocks that it cannot learn of', async () => {
    const server = await streaming(data(chunk({ content: 'ok' }, 'stop')));
    const mocks: ToolMocks = {
      tools: ['find'],
      isMocked: () => true,
      answer: () => Promise.resolve({ type: 'result', result: null }),
    };
    await expect(ask(server, { mocks })).rejects.toThrow(
      /the agent does not get their address: put {{mocks_url}} into one of its headers/,
    );
    expect(server.asked).toEqual([]);
  });
});
