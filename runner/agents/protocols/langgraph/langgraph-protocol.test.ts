import { afterEach, describe, expect, it } from 'vitest';
import type { AgentRequest } from '../../../ports/index.ts';
import {
  answerWithMessageCount,
  createAiMessage,
  createGraphStepEvents,
  createMessageEvent,
  createTokenUsage,
  type GraphEvent,
  runMetadata,
  startLangGraphServer,
} from '../../../testing/langgraph-server.ts';
import { agentRequest, listeningContext, neverAborted, testContext } from '../../../testing/model-request.ts';
import { createProtocolAgent, type ProtocolServer, startProtocolServer } from '../../../testing/protocol-server.ts';

const servers: ProtocolServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serveGraph(...options: Parameters<typeof startLangGraphServer>) {
  const server = await startLangGraphServer(...options);
  servers.push(server);
  return server;
}

async function ask({ url }: { url: string }, parts: Partial<AgentRequest> = {}, entry: object = {}) {
  const agent = await createProtocolAgent({ type: 'langgraph', url, ...entry });
  return agent.invoke(agentRequest('Where?', parts), neverAborted());
}

describe('a langgraph agent', () => {
  it('answers with the text, calls, usage and data of its run, as they come', async () => {
    const server = await serveGraph(({ messages }) => ({
      events: [
        runMetadata,
        ['values', { messages: [...messages] }],
        ...[createMessageEvent('a1', 'Look'), createMessageEvent('a1', 'ing.')],
        ...createGraphStepEvents(messages, {
          ...createAiMessage('a1', 'Looking.', createTokenUsage(5, 2)),
          tool_calls: [
            { id: 'c1', name: 'find', args: { city: 'Bonn' }, type: 'tool_call' },
            { id: 'c2', name: 'fail', args: {}, type: 'tool_call' },
          ],
        }),
        ...createGraphStepEvents(
          messages,
          { id: 't1', type: 'tool', tool_call_id: 'c1', content: '{"found":4}' },
          { id: 't2', type: 'tool', tool_call_id: 'c2', content: 'no such shop', status: 'error' },
        ),
        ...createGraphStepEvents(
          messages,
          createAiMessage('a2', 'Four.', {
            usage_metadata: { ...createTokenUsage(9, 1).usage_metadata, input_token_details: { cache_read: 4 } },
          }),
        ),
        ['values', { messages: [...messages], structured_response: { found: 4 } }],
      ],
    }));
    const texts: string[] = [];
    expect(await ask(server, { context: listeningContext({ text: ({ text }) => texts.push(text) }) })).toMatchObject({
      content: 'Looking.\n\nFour.',
      toolCalls: [
        { id: 'c1', tool: 'find', arguments: { city: 'Bonn' }, result: { found: 4 } },
        { id: 'c2', tool: 'fail', arguments: {}, error: 'no such shop' },
      ],
      next: { found: 4 },
      usage: { inputTokens: 14, outputTokens: 3, cachedTokens: 4, calls: 2, retries: 0 },
    });
    expect(texts.at(-1)).toBe('Looking.\n\nFour.');
  });

  it('is sent the history of a case once, and what the case says; the server keeps the thread', async () => {
    const server = await serveGraph(answerWithMessageCount);
    const agent = await createProtocolAgent(
      { type: 'langgraph', url: server.url, headers: { 'x-api-key': '$ENV.KEY' } },
      { KEY: 'k' },
    );
    const history: Parameters<typeof agentRequest>[0] = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c0', type: 'function', function: { name: 'find', arguments: '{"city":"Bonn"}' } }],
      },
      { role: 'tool', content: '{"found":4}', tool_call_id: 'c0' },
      { role: 'assistant', content: 'Four.' },
      { role: 'user', content: 'And?' },
    ];
    const options = { metadata: { plan: 'gold' } };
    const first = await agent.invoke(agentRequest(history, { options }), neverAborted());
    expect(first).toMatchObject({ content: 'It is 6', toolCalls: [] });
    const later = agentRequest([
      ...history,
      { role: 'assistant', content: 'It is 6' },
      { role: 'user', content: 'Thanks.' },
    ]);
    expect(await agent.invoke(later, neverAborted())).toMatchObject({ content: 'It is 8', usage: { inputTokens: 5 } });
    const runs = server.asked.filter(({ path }) => path === '/threads/thread-1/runs/stream');
    expect(runs).toMatchObject([
      {
        headers: { 'x-api-key': 'k' },
        body: {
          assistant_id: 'id-of-desk',
          input: {
            messages: [
              { type: 'system', content: 'Be brief.' },
              { type: 'human', content: 'Hi' },
              { type: 'ai', content: '', tool_calls: [{ id: 'c0', name: 'find', args: { city: 'Bonn' } }] },
              { type: 'tool', content: '{"found":4}', tool_call_id: 'c0' },
              { type: 'ai', content: 'Four.' },
              { type: 'human', content: 'And?' },
            ],
          },
          config: { configurable: { plan: 'gold', session_id: 'session-1', user_id: 'test-user' } },
          on_disconnect: 'cancel',
        },
      },
      { body: { input: { messages: [{ type: 'human', content: 'Thanks.' }] } } },
    ]);
  });

  it('talks to the assistant that its entry names, in the thread that it names', async () => {
    const server = await serveGraph(answerWithMessageCount, { assistants: ['desk', 'clerk'] });
    expect(await ask(server, {}, { assistant: 'clerk', session: 'talk-{{session_id}}' })).toMatchObject({
      content: 'It is 1',
    });
    expect(server.asked.map(({ path, body }) => [path, body.assistant_id ?? body.thread_id])).toEqual([
      ['/threads', 'talk-session-1'],
      ['/threads/talk-session-1/runs/stream', 'clerk'],
      ['/threads/talk-session-1/runs/run-1/join', undefined],
    ]);
    await expect(ask(server)).rejects.toThrow(
      'the server has several assistants (desk, clerk): name one as "assistant"',
    );
  });

  it.each([
    ['approve', true, 'Decided: true'],
    ['reject', false, 'Decided: false'],
    ['scripts:bank.Decide', { amount: 4 }, 'Decided: {"amount":4}'],
  ])('answers an interrupt: %s', async (interrupts, resume, content) => {
    const server = await serveGraph(({ body, messages }) =>
      body.command === undefined
        ? {
            events: [
              runMetadata,
              ['values', { messages: [...messages] }],
              ['updates', { __interrupt__: [{ id: 'i1', value: { question: 'Pay 5?' } }] }],
              ['values', { __interrupt__: [{ id: 'i1', value: { question: 'Pay 5?' } }] }],
            ],
          }
        : {
            events: [
              runMetadata,
              ['values', { messages: [...messages] }],
              ...createGraphStepEvents(
                messages,
                createAiMessage('a1', `Decided: ${JSON.stringify(Object(body.command).resume)}`),
              ),
            ],
          },
    );
    const context = { ...testContext, decide: async () => ({ amount: 4 }) };
    expect(await ask(server, { context }, { interrupts })).toMatchObject({
      content,
      interrupts: [
        {
          reason: 'interrupt',
          message: 'Pay 5?',
          answeredBy: interrupts.startsWith('scripts') ? 'script' : interrupts,
        },
      ],
    });
    expect(server.asked.find(({ body }) => body.command !== undefined)?.body.command).toEqual({ resume });
  });

  const request = { action_requests: [{ name: 'refund', args: { amount: 5 }, description: 'Refund 5?' }] };
  it.each([
    ['Yes, do.', { decisions: [{ type: 'approve' }] }, 'success', [{ id: 'c1', tool: 'refund', result: 'paid' }]],
    ['No!', { decisions: [{ type: 'reject', message: 'No!' }] }, 'error', []],
  ])('asks the user about a call, who answers "%s"', async (answer, resume, status, toolCalls) => {
    const server = await serveGraph(({ body, messages }) => {
      const state: GraphEvent = ['values', { messages: [...messages] }];
      if (body.command === undefined) {
        const call = { id: 'c1', name: 'refund', args: { amount: 5 }, type: 'tool_call' };
        const callStep = createGraphStepEvents(messages, createAiMessage('a1', '', { tool_calls: [call] }));
        return {
          events: [runMetadata, state, ...callStep, ['updates', { __interrupt__: [{ id: 'i1', value: request }] }]],
        };
      }
      const result = { id: 't1', type: 'tool', tool_call_id: 'c1', content: 'paid', status };
      return {
        events: [
          runMetadata,
          state,
          ...createGraphStepEvents(messages, result),
          ...createGraphStepEvents(messages, createAiMessage('a2', 'Done.')),
        ],
      };
    });
    const agent = await createProtocolAgent({ type: 'langgraph', url: server.url });
    const first = await agent.invoke(agentRequest('Refund it'), neverAborted());
    expect(first).toMatchObject({ content: 'Refund 5?', toolCalls: [] });
    expect(first.interrupts).toEqual([
      { reason: 'tool-approval', message: 'Refund 5?', tool: 'refund', arguments: { amount: 5 } },
    ]);
    const next = agentRequest([
      { role: 'user', content: 'Refund it' },
      { role: 'assistant', content: first.content },
      { role: 'user', content: answer },
    ]);
    const second = await agent.invoke(next, neverAborted());
    expect(second.content).toBe('Done.');
    expect(second.toolCalls).toMatchObject(toolCalls);
    expect(second.toolCalls).toHaveLength(toolCalls.length);
    expect(server.asked.find(({ body }) => body.command !== undefined)?.body.command).toEqual({ resume });
  });

  const state: GraphEvent = ['values', { messages: [{ id: 'm0', type: 'human', content: 'Where?' }] }];
  const valuesEvent: GraphEvent = [
    'values',
    { messages: [{ id: 'm0', type: 'human', content: 'Where?' }, createAiMessage('a1', 'Here')] },
  ];
  it.each<[string, GraphEvent[], RegExp]>([
    [
      'that it failed',
      [runMetadata, state, ['error', { error: 'ValueError', message: 'no capacity' }]],
      /reported an error: no capacity \(ValueError\)/,
    ],
    [
      'half a stream',
      [runMetadata, state, createMessageEvent('a1', 'He')],
      /ended after event 3 \(messages\), before the state after its last step/,
    ],
    ['no event', [], /ended without an event/],
    ['less than the run did', [runMetadata, state], /the stream ended before the run was over/],
    [
      'without metadata',
      [valuesEvent],
      /event 1 \(values\) is invalid at this point: a run must begin with its metadata/,
    ],
    ['metadata twice', [runMetadata, runMetadata], /the run run-1 has already begun/],
    [
      'a message twice',
      [runMetadata, state, ['values', { messages: [createAiMessage('a', 'x'), createAiMessage('a', 'y')] }]],
      /two messages of the state have the id a/,
    ],
    [
      'a state without messages',
      [runMetadata, ['values', { answer: 'x' }]],
      /the state of the graph has no "messages"/,
    ],
    [
      'messages that are none',
      [runMetadata, ['values', { messages: 'x' }]],
      /event 2 \(values\) is invalid at this point: .*messages/s,
    ],
    ['AG-UI', [['message', { type: 'RUN_STARTED', threadId: 't', runId: 'r' }]], /speaks ag-ui, not langgraph/],
  ])('is an error when it answers %s', async (_what, events, message) => {
    const server = await serveGraph(() => ({ events, state: { messages: [{ id: 'm0' }, { id: 'a1' }] } }));
    await expect(ask(server)).rejects.toThrow(message);
  });

  it('is an error where the run failed after its stream, or nothing was said', async () => {
    const failed = await serveGraph(() => ({
      events: [runMetadata, valuesEvent],
      state: { __error__: { error: 'TimeoutError', message: 'too slow' } },
    }));
    await expect(ask(failed)).rejects.toThrow('the run failed: too slow (TimeoutError)');
    const silent = await serveGraph(() => ({ events: [runMetadata, state], state: { messages: [{ id: 'm0' }] } }));
    await expect(ask(silent)).rejects.toThrow('the run ended without a message from the agent');
  });

  it('is an error that says so where somebody else answers', async () => {
    const other = await startProtocolServer(
      (_request, response) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end('{"object":"chat.completion"}'),
    );
    servers.push(other);
    await expect(ask(other, {}, { assistant: 'desk' })).rejects.toThrow(/speaks openai-chat, not langgraph/);
    const missing = await startProtocolServer((_request, response) => void response.writeHead(404).end('Not Found'));
    servers.push(missing);
    await expect(ask(missing)).rejects.toThrow(/answered 404: Not Found/);
  });

  it('is an error where an answer is too long, and warns of events that are not known', async () => {
    const { url } = await serveGraph(({ messages }) => ({
      events: [runMetadata, state, ...createGraphStepEvents(messages, createAiMessage('a1', 'x'.repeat(3000)))],
    }));
    const agent = await createProtocolAgent({ type: 'langgraph', url }, {}, { max_answer: '1 KB' });
    await expect(agent.invoke(agentRequest('hi'), neverAborted())).rejects.toThrow(/max_answer/);
    const warnings: string[] = [];
    const context = listeningContext({ warning: ({ text }) => warnings.push(text) });
    const novel = await serveGraph((run) => ({
      events: answerWithMessageCount(run).events.toSpliced(1, 0, ['novelty', {}]),
    }));
    await ask(novel, { context });
    expect(warnings).toEqual([expect.stringContaining('the event novelty, which a run of LangGraph does not have')]);
  });

  it('closes its connection when time is up, which ends the run at the server', async () => {
    const stop = new AbortController();
    const server = await serveGraph(() => ({
      events: [runMetadata, state, createMessageEvent('a1', 'He')],
      hangs: true,
    }));
    const agent = await createProtocolAgent({ type: 'langgraph', url: server.url });
    const context = listeningContext({ text: () => stop.abort(new Error('out of time')) });
    await expect(agent.invoke(agentRequest('hi', { context }), stop.signal)).rejects.toThrow('out of time');
    await server.isClosed;
  });
});
