import type { ServerResponse } from 'node:http';
import { convertToModelMessages, isStepCount, streamText, tool, type UIMessage, validateUIMessages } from 'ai';
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { AgentRequest } from '../../../ports/index.ts';
import { agentRequest, listeningContext, neverAborted } from '../../../testing/model-request.ts';
import { createProtocolAgent, type ProtocolServer, startProtocolServer } from '../../../testing/protocol-server.ts';

type StreamPart =
  Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never;

const closing: ProtocolServer[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((server) => server.close()));
});

const textStream = (id: string, ...pieces: string[]): StreamPart[] => [
  { type: 'text-start', id },
  ...pieces.map((delta): StreamPart => ({ type: 'text-delta', id, delta })),
  { type: 'text-end', id },
];
const toolCall = (toolCallId: string, toolName: string, input: object): StreamPart => ({
  type: 'tool-call',
  toolCallId,
  toolName,
  input: JSON.stringify(input),
});
const finished = (unified: 'stop' | 'tool-calls' | 'length'): StreamPart => ({
  type: 'finish',
  finishReason: { unified, raw: unified },
  usage: {
    inputTokens: { total: 7, noCache: 5, cacheRead: 2, cacheWrite: 0 },
    outputTokens: { total: 3, text: 3, reasoning: 0 },
  },
});

type Needs = { approval?: boolean };

/** The AI SDK's own server for `useChat`: its model answers step after step with these parts. */
async function serveAiSdk(
  steps: StreamPart[][],
  { approval = false }: Needs = {},
): Promise<ProtocolServer & { models: MockLanguageModelV4 }> {
  let next = 0;
  const model = new MockLanguageModelV4({
    doStream: () => {
      const chunks: StreamPart[] = [{ type: 'stream-start', warnings: [] }, ...(steps[next] ?? [])];
      next += 1;
      return Promise.resolve({
        stream: simulateReadableStream({ chunks, initialDelayInMs: null, chunkDelayInMs: null }),
      });
    },
  });
  const tools = {
    find: tool({ inputSchema: z.object({ city: z.string() }), execute: ({ city }) => ({ found: city.length }) }),
    fail: tool({
      inputSchema: z.object({}),
      execute: (): string => {
        throw new Error('no such shop');
      },
    }),
    refund: tool({
      inputSchema: z.object({ amount: z.number() }),
      execute: ({ amount }) => ({ refunded: amount }),
      needsApproval: approval,
    }),
    choose: tool({ inputSchema: z.object({ of: z.array(z.string()) }) }),
  };
  const server = await startProtocolServer(async ({ body }, response) => {
    const messages = await validateUIMessages<UIMessage>({ messages: body.messages });
    await streamText({
      model,
      tools,
      stopWhen: isStepCount(5),
      onError: () => undefined,
      messages: await convertToModelMessages(messages),
      allowSystemInMessages: true,
    }).pipeUIMessageStreamToResponse(response, {
      originalMessages: messages,
      messageMetadata: ({ part }) => (part.type === 'finish' ? { totalUsage: part.totalUsage } : undefined),
    });
  });
  closing.push(server);
  return { ...server, models: model };
}

async function serveRaw(answer: (response: ServerResponse) => void): Promise<ProtocolServer> {
  const server = await startProtocolServer((_request, response) => answer(response));
  closing.push(server);
  return server;
}

function streaming(...chunks: (object | string)[]): Promise<ProtocolServer> {
  const eventTexts = chunks.map((chunk) => `data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`);
  return serveRaw((response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(eventTexts.join('')),
  );
}

function warned(): { context: AgentRequest['context']; warnings: string[] } {
  const warnings: string[] = [];
  return { warnings, context: listeningContext({ warning: ({ text }) => warnings.push(text) }) };
}

async function ask({ url }: { url: string }, parts: Partial<AgentRequest> = {}, entry: object = {}) {
  const agent = await createProtocolAgent({ type: 'ai-sdk-ui', url: `${url}/api/chat`, ...entry });
  return agent.invoke(agentRequest('Where?', parts), neverAborted());
}

const start = { type: 'start' };
const finish = { type: 'finish' };
const text = (id: string, delta: string): object[] => [
  { type: 'text-start', id },
  { type: 'text-delta', id, delta },
  { type: 'text-end', id },
];

describe('an ai-sdk-ui agent', () => {
  it('answers with the text, calls and usage of the AI SDK itself, as they come', async () => {
    const server = await serveAiSdk([
      [
        ...textStream('1', 'Looking', ' up.'),
        toolCall('c1', 'find', { city: 'Bonn' }),
        toolCall('c2', 'fail', {}),
        finished('tool-calls'),
      ],
      [...textStream('1', 'Four.'), finished('stop')],
    ]);
    const texts: string[] = [];
    const cost = { input_per_million: 1_000_000, output_per_million: 0 };
    const answer = await ask(server, { context: listeningContext({ text: ({ text }) => texts.push(text) }) }, { cost });
    expect(answer).toMatchObject({
      content: 'Looking up.\n\nFour.',
      toolCalls: [
        { id: 'c1', tool: 'find', arguments: { city: 'Bonn' }, result: { found: 4 } },
        { id: 'c2', tool: 'fail', arguments: {}, error: expect.any(String) },
      ],
      usage: { inputTokens: 14, outputTokens: 6, cachedTokens: 4, calls: 1, retries: 0 },
    });
    expect(texts.at(-1)).toBe('Looking up.\n\nFour.');
  });

  it('is sent the history of a case as the AI SDK wants it', async () => {
    const server = await serveAiSdk([[...textStream('1', 'ok'), finished('stop')]]);
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
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'find', arguments: { city: 'Bonn' } } }],
      },
      { role: 'tool', content: '{"found":4}', tool_call_id: 'c1' },
      { role: 'assistant', content: 'Four.' },
      { role: 'user', content: 'And?' },
    ];
    const agent = await createProtocolAgent({ type: 'ai-sdk-ui', url: server.url, session: 'talk-{{session_id}}' });
    await agent.invoke(agentRequest(history, { options: { metadata: { plan: 'gold' } } }), neverAborted());
    expect(server.asked[0]?.body).toMatchObject({ id: 'talk-session-1', trigger: 'submit-message' });
    expect(server.asked[0]?.body.messages).toMatchObject([
      { role: 'system' },
      { role: 'user', metadata: { plan: 'gold' }, parts: [{}, { type: 'file', mediaType: 'image/png' }] },
      { role: 'assistant' },
      { role: 'user' },
    ]);
    expect(server.models.doStreamCalls[0]?.prompt).toMatchObject([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ text: 'See' }, { type: 'file', mediaType: 'image/png' }] },
      { role: 'assistant', content: [{ type: 'tool-call', toolName: 'find', input: { city: 'Bonn' } }] },
      { role: 'tool', content: [{ type: 'tool-result', output: { value: { found: 4 } } }] },
      { role: 'assistant', content: [{ type: 'text', text: 'Four.' }] },
      { role: 'user', content: [{ text: 'And?' }] },
    ]);
  });

  it('keeps the messages of a conversation as a user interface does', async () => {
    const server = await serveAiSdk([
      [toolCall('c1', 'find', { city: 'Bonn' }), finished('tool-calls')],
      [...textStream('1', 'Four.'), finished('stop')],
      [...textStream('1', 'Bye.'), finished('stop')],
    ]);
    const agent = await createProtocolAgent({ type: 'ai-sdk-ui', url: server.url });
    await agent.invoke(agentRequest('Where?'), neverAborted());
    const second = agentRequest([
      { role: 'user', content: 'Where?' },
      { role: 'assistant', content: 'told otherwise' },
      { role: 'user', content: 'Thanks.' },
    ]);
    expect(await agent.invoke(second, neverAborted())).toMatchObject({ content: 'Bye.', toolCalls: [] });
    expect(server.models.doStreamCalls[2]?.prompt).toMatchObject([
      { role: 'user', content: [{ text: 'Where?' }] },
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c1' }] },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c1' }] },
      { role: 'assistant', content: [{ text: 'Four.' }] },
      { role: 'user', content: [{ text: 'Thanks.' }] },
    ]);
  });

  it.each([
    ['approve', [{ id: 'c1', tool: 'refund', arguments: { amount: 5 }, result: { refunded: 5 } }]],
    ['reject', []],
  ])('lets a call happen or not: %s', async (interrupts, toolCalls) => {
    const server = await serveAiSdk(
      [
        [...textStream('1', 'One moment.'), toolCall('c1', 'refund', { amount: 5 }), finished('tool-calls')],
        [...textStream('1', 'Done.'), finished('stop')],
      ],
      { approval: true },
    );
    expect(await ask(server, {}, { interrupts })).toMatchObject({
      content: 'One moment.\n\nDone.',
      toolCalls,
      usage: { inputTokens: 14, outputTokens: 6 },
      interrupts: [{ tool: 'refund', arguments: { amount: 5 }, answeredBy: interrupts }],
    });
  });

  it('asks the user, whose next message answers', async () => {
    const server = await serveAiSdk(
      [
        [toolCall('c1', 'refund', { amount: 5 }), finished('tool-calls')],
        [...textStream('1', 'Done.'), finished('stop')],
      ],
      { approval: true },
    );
    const agent = await createProtocolAgent({ type: 'ai-sdk-ui', url: server.url });
    const first = await agent.invoke(agentRequest('Refund it'), neverAborted());
    expect(first).toMatchObject({ content: 'May refund be called with {"amount":5}?', toolCalls: [] });
    expect(first.interrupts).toEqual([
      {
        reason: 'tool-approval',
        message: 'May refund be called with {"amount":5}?',
        tool: 'refund',
        arguments: { amount: 5 },
      },
    ]);
    const next = agentRequest([
      { role: 'user', content: 'Refund it' },
      { role: 'assistant', content: first.content },
      { role: 'user', content: 'Yes, please do.' },
    ]);
    expect(await agent.invoke(next, neverAborted())).toMatchObject({
      content: 'Done.',
      toolCalls: [{ id: 'c1', tool: 'refund', result: { refunded: 5 } }],
    });
  });

  it('says what a test should know: calls for a user interface, an answer that was cut off', async () => {
    const server = await serveAiSdk([
      [toolCall('c1', 'choose', { of: ['a'] }), finished('tool-calls')],
      [...textStream('1', 'a'), finished('length')],
    ]);
    const { context, warnings } = warned();
    const agent = await createProtocolAgent({ type: 'ai-sdk-ui', url: server.url });
    const first = await agent.invoke(agentRequest('hi', { context }), neverAborted());
    expect(first.toolCalls).toEqual([{ id: 'c1', tool: 'choose', arguments: { of: ['a'] } }]);
    const next: Parameters<typeof agentRequest>[0] = [
      { role: 'user', content: 'hi' },
      { role: 'user', content: 'The first.' },
    ];
    expect(await agent.invoke(agentRequest(next, { context }), neverAborted())).toMatchObject({ content: 'a' });
    expect(warnings).toEqual([
      'the call of choose waits for the user interface, which tests do not have, so the call has no result',
      'the answer was cut off at its token limit',
    ]);
  });

  it('keeps data and leaves what is shown beside an answer', async () => {
    const { context, warnings } = warned();
    const server = await streaming(
      ...[start, { type: 'data-weather', data: { c: 1 } }, { type: 'data-weather', data: { c: 2 } }],
      ...[
        { type: 'data-status', data: 'busy', transient: true },
        { type: 'source-url', sourceId: 's', url: 'x' },
      ],
      ...[
        { type: 'reasoning-start', id: 'r' },
        { type: 'reasoning-delta', id: 'r', delta: 'hm' },
        { type: 'reasoning-end', id: 'r' },
      ],
      ...[{ type: 'start-step' }, ...text('1', 'wrong'), { type: 'reset-step' }, ...text('1', 'right')],
      ...[{ type: 'novelty' }, finish, '[DONE]'],
    );
    expect(await ask(server, { context })).toMatchObject({ content: 'right', next: { weather: { c: 2 } } });
    expect(warnings).toEqual([expect.stringContaining('the chunk novelty, which a UI message stream does not have')]);
  });

  it('is an error where its model failed in the middle', async () => {
    const server = await serveAiSdk([
      [
        { type: 'text-start', id: '1' },
        { type: 'text-delta', id: '1', delta: 'Ha' },
        { type: 'error', error: new Error('overloaded') },
      ],
    ]);
    await expect(ask(server)).rejects.toThrow(/reported an error: An error occurred\./);
  });

  const inputStart = { type: 'tool-input-start', toolCallId: 'c1', toolName: 'find' };
  const inputAvailable = { ...inputStart, type: 'tool-input-available', input: {} };
  const output = { type: 'tool-output-available', toolCallId: 'c1', output: 1 };
  it.each<[string, (object | string)[], RegExp]>([
    [
      'half a stream',
      [start, { type: 'text-start', id: '1' }],
      /the answer is incomplete: it ended after event 2 \(text-start\), before its finish/,
    ],
    ['[DONE] too early', [start, '[DONE]'], /ended after event 1 \(start\), before its finish/],
    ['no event', [], /ended without an event/],
    ['that it broke off', [start, { type: 'abort', reason: 'stopped' }], /aborted its answer: stopped/],
    [
      'a text that is not open',
      [start, { type: 'text-delta', id: '1', delta: 'a' }],
      /event 2 \(text-delta\) is invalid at this point: there is no open text 1/,
    ],
    [
      'a text twice',
      [start, { type: 'text-start', id: '1' }, { type: 'text-start', id: '1' }],
      /the text 1 is already open/,
    ],
    ['a text without an end', [start, { type: 'text-start', id: '1' }, finish], /the text 1 has not ended/],
    ['a call twice', [start, inputAvailable, inputAvailable], /there is already a call c1/],
    ['half a call', [start, inputStart, finish], /the input of the call c1 is incomplete/],
    ['a result of nothing', [start, output], /there is no call c1/],
    ['a result twice', [start, inputAvailable, output, output], /the call c1 is in the state output-available/],
    [
      'a chunk without its fields',
      [start, { type: 'text-start' }],
      /event 2 \(text-start\) is invalid at this point: .*id/s,
    ],
    [
      'more than the end',
      [start, finish, ...text('1', 'a')],
      /event 3 \(text-start\) is invalid at this point: the message is already finished/,
    ],
    ['something that is not JSON', [start, '{"type":'], /answered an event that is not JSON/],
    ['AG-UI', [{ type: 'RUN_STARTED', threadId: 't', runId: 'r' }], /speaks ag-ui, not ai-sdk-ui/],
    ['chat completions', [{ object: 'chat.completion.chunk', choices: [] }], /speaks openai-chat, not ai-sdk-ui/],
  ])('is an error when it answers %s', async (_what, chunks, message) => {
    await expect(ask(await streaming(...chunks))).rejects.toThrow(message);
  });

  it('names the older protocol of the AI SDK, and what is no stream', async () => {
    const older = await serveRaw((response) =>
      response.writeHead(200, { 'content-type': 'text/plain', 'x-vercel-ai-data-stream': 'v1' }).end('0:"Hi"\n'),
    );
    await expect(ask(older)).rejects.toThrow(/speaks the data stream of AI SDK 4, not ai-sdk-ui/);
    const page = await serveRaw((response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hi'));
    await expect(ask(page)).rejects.toThrow(
      /does not speak ai-sdk-ui: instead of an event stream, it answered with text\/html: <p>Hi/,
    );
    const failing = await serveRaw((response) => response.writeHead(500).end('oops'));
    await expect(ask(failing)).rejects.toThrow(/answered 500: oops/);
  });

  it('has a limit for all that is kept', async () => {
    const pieces = Array.from({ length: 50 }, () => ({ type: 'text-delta', id: '1', delta: 'x'.repeat(100) }));
    const { url } = await streaming(start, { type: 'text-start', id: '1' }, ...pieces);
    const agent = await createProtocolAgent({ type: 'ai-sdk-ui', url }, {}, { max_answer: 2_000 });
    await expect(agent.invoke(agentRequest('hi'), neverAborted())).rejects.toThrow(/more than .* max_answer/);
  });

  it('closes the connection when it is aborted', async () => {
    const stop = new AbortController();
    let closed = (): void => undefined;
    const isClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const server = await serveRaw((response) => {
      response.on('close', closed).writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${JSON.stringify(start)}\n\n`);
    });
    const agent = await createProtocolAgent({ type: 'ai-sdk-ui', url: server.url });
    const context = listeningContext({ text: () => stop.abort(new Error('out of time')) });
    await expect(agent.invoke(agentRequest('hi', { context }), stop.signal)).rejects.toThrow('out of time');
    await isClosed;
  });
});
