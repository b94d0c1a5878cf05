import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { AgentRequest } from '../../../ports/index.ts';
import { EventSchema, RunAgentInputSchema } from '../../../testing/ag-ui-schemas.ts';
import { agentRequest, listeningContext, neverAborted, testContext } from '../../../testing/model-request.ts';
import { createProtocolAgent, type ProtocolServer, startProtocolServer } from '../../../testing/protocol-server.ts';
import { castToJson, type Json } from '../../../values/index.ts';

type TestEvent = { type: string; [key: string]: unknown };
const opened: ProtocolServer[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.close()));
});

/** A server that answers request after request with events that AG-UI's own schema accepts. */
async function serve(...runs: TestEvent[][]): Promise<ProtocolServer> {
  let next = 0;
  const server = await startProtocolServer(({ body }, response) => {
    const input = RunAgentInputSchema.parse(body);
    const { threadId, runId } = input;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const events = runs[next] ?? [];
    next += 1;
    for (const event of [{ type: 'RUN_STARTED', threadId, runId }, ...events]) {
      response.write(
        `data: ${JSON.stringify(EventSchema.parse(event.type === 'RUN_FINISHED' ? { threadId, runId, ...event } : event))}\n\n`,
      );
    }
    response.end();
  });
  opened.push(server);
  return server;
}

async function serveRaw(answer: (response: ServerResponse) => void): Promise<ProtocolServer> {
  const server = await startProtocolServer((_request, response) => answer(response));
  opened.push(server);
  return server;
}

const finished: TestEvent = { type: 'RUN_FINISHED' };
const textMessage = (id: string, ...pieces: string[]): TestEvent[] => [
  { type: 'TEXT_MESSAGE_START', messageId: id, role: 'assistant' },
  ...pieces.map((delta): TestEvent => ({ type: 'TEXT_MESSAGE_CONTENT', messageId: id, delta })),
  { type: 'TEXT_MESSAGE_END', messageId: id },
];
const toolCall = (id: string, name: string, args: string): TestEvent[] => [
  { type: 'TOOL_CALL_START', toolCallId: id, toolCallName: name },
  { type: 'TOOL_CALL_ARGS', toolCallId: id, delta: args },
  { type: 'TOOL_CALL_END', toolCallId: id },
];
const result = (id: string, content: string): TestEvent => ({
  type: 'TOOL_CALL_RESULT',
  messageId: `r-${id}`,
  toolCallId: id,
  content,
});
const asks = (...interrupts: object[]): TestEvent => ({ ...finished, outcome: { type: 'interrupt', interrupts } });
const payment = {
  id: 'i1',
  reason: 'tool_call',
  message: 'Pay 5?',
  toolCallId: 'c1',
  responseSchema: { type: 'object', properties: { approved: { type: 'boolean' } } },
};

function warned(): { context: AgentRequest['context']; warnings: string[] } {
  const warnings: string[] = [];
  return { warnings, context: listeningContext({ warning: ({ text }) => warnings.push(text) }) };
}

describe('an ag-ui agent', () => {
  it('answers with text, calls, data, state and what it spent, as it comes', async () => {
    const server = await serve([
      ...textMessage('m1', 'Looking', ' up.'),
      ...toolCall('c1', 'find', '{"city":"Bonn"}'),
      result('c1', '{"found":2}'),
      { type: 'STATE_SNAPSHOT', snapshot: { seen: 1 } },
      { type: 'STATE_DELTA', delta: [{ op: 'replace', path: '/seen', value: 2 }] },
      ...textMessage('m2', 'Two.'),
      { ...finished, result: { n: 2 }, usage: [{ inputTokens: 7, outputTokens: 3 }] },
    ]);
    const texts: string[] = [];
    const agent = await createProtocolAgent({
      type: 'ag-ui',
      url: server.url,
      cost: { input_per_million: 1_000_000, output_per_million: 0 },
    });
    const answer = await agent.invoke(
      agentRequest('Where?', { context: listeningContext({ text: ({ text }) => texts.push(text) }) }),
      neverAborted(),
    );
    expect(answer).toEqual({
      content: 'Looking up.\n\nTwo.',
      toolCalls: [{ id: 'c1', tool: 'find', arguments: { city: 'Bonn' }, result: { found: 2 } }],
      next: { n: 2 },
      state: { seen: 2 },
      usage: { inputTokens: 7, outputTokens: 3, calls: 1, retries: 0, cost: 7 },
      interrupts: undefined,
    });
    expect(texts.at(-1)).toBe('Looking up.\n\nTwo.');
  });

  it('is sent what AG-UI wants: the history, metadata, headers, and the state of the case', async () => {
    const server = await serve([...textMessage('m1', 'ok'), finished]);
    const agent = await createProtocolAgent({
      type: 'ag-ui',
      url: server.url,
      headers: { 'X-Plan': '{{metadata.plan}}' },
      session: 'talk-{{session_id}}',
    });
    const history: Parameters<typeof agentRequest>[0] = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'hi' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c0', type: 'function', function: { name: 'see', arguments: { a: 1 } } }],
      },
      { role: 'tool', tool_call_id: 'c0', content: 'seen' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'and?' },
          { type: 'image', url: 'data:image/png;base64,AA==' },
        ],
      },
    ];
    await agent.invoke(
      agentRequest(history, { options: { metadata: { plan: 'pro' } }, state: { cart: [] } }),
      neverAborted(),
    );
    const body = server.asked[0]?.body ?? {};
    expect(server.asked[0]?.headers['x-plan']).toBe('pro');
    expect(body).toMatchObject({
      threadId: 'talk-session-1',
      state: { cart: [] },
      forwardedProps: { plan: 'pro' },
      tools: [],
      context: [],
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'hi' },
        { role: 'assistant', toolCalls: [{ id: 'c0', function: { name: 'see', arguments: '{"a":1}' } }] },
        { role: 'tool', toolCallId: 'c0', content: 'seen' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'and?' },
            { type: 'image', source: { type: 'data', value: 'AA==', mimeType: 'image/png' } },
          ],
        },
      ],
    });
    expect(Object.keys(body).toSorted()).toEqual([
      'context',
      'forwardedProps',
      'messages',
      'runId',
      'state',
      'threadId',
      'tools',
    ]);
  });

  it('goes on with its thread, its own messages and its state; another session is another thread', async () => {
    const run = [
      ...textMessage('m1', 'one'),
      { type: 'STATE_SNAPSHOT', snapshot: { n: 1 } } satisfies TestEvent,
      finished,
    ];
    const server = await serve(run, [...textMessage('m2', 'two'), finished], run);
    const agent = await createProtocolAgent({ type: 'ag-ui', url: server.url });
    await agent.invoke(agentRequest('a'), neverAborted());
    await agent.invoke(
      agentRequest([
        { role: 'user', content: 'a' },
        { role: 'assistant', content: 'one' },
        { role: 'user', content: 'b' },
      ]),
      neverAborted(),
    );
    await agent.invoke(agentRequest('a', { sessionId: 'other' }), neverAborted());
    const [first, second, third] = server.asked.map(({ body }) => body);
    expect(second?.threadId).toBe(first?.threadId);
    expect(third?.threadId).not.toBe(first?.threadId);
    expect(second).toMatchObject({
      state: { n: 1 },
      messages: [
        ...asList(first?.messages),
        { id: 'm1', role: 'assistant', content: 'one' },
        { role: 'user', content: 'b' },
      ],
    });
  });
});

function asList(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

describe('an ag-ui agent that fails', () => {
  it.each<[string, TestEvent[], RegExp]>([
    [
      'says so',
      [...textMessage('m1', 'half'), { type: 'RUN_ERROR', message: 'no model' }],
      /agent "desk" at http:\/\/127\.0\.0\.1:\d+\/: the run failed: no model/,
    ],
    [
      'breaks off',
      textMessage('m1', 'half'),
      /the stream ended after event 4 \(TEXT_MESSAGE_END\), before RUN_FINISHED/,
    ],
    [
      'mixes up its events',
      [{ type: 'TEXT_MESSAGE_END', messageId: 'm9' }, finished],
      /event 2 \(TEXT_MESSAGE_END\) is invalid at this point/,
    ],
  ])('is an error of the attempt when it %s', async (_what, events, message) => {
    const server = await serve(events);
    const agent = await createProtocolAgent({ type: 'ag-ui', url: server.url });
    await expect(agent.invoke(agentRequest('go'), neverAborted())).rejects.toThrow(message);
  });

  it('is named with what it answered when it speaks something else', async () => {
    const json = await serveRaw((response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"text":"hi"}');
    });
    const agent = await createProtocolAgent({ type: 'ag-ui', url: json.url });
    await expect(agent.invoke(agentRequest('go'), neverAborted())).rejects.toThrow(
      'does not speak AG-UI: instead of an event stream, it answered with application/json: {"text":"hi"}',
    );
    const broken = await serveRaw((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('data: {"type":\n\n');
    });
    const other = await createProtocolAgent({ type: 'ag-ui', url: broken.url });
    await expect(other.invoke(agentRequest('go'), neverAborted())).rejects.toThrow(
      'answered an event that is not JSON',
    );
  });

  it('is an infrastructure error by its status, and never tells its key', async () => {
    const server = await serveRaw((response) => {
      response.writeHead(503);
      response.end('the key secret-12345 is bad');
    });
    const agent = await createProtocolAgent(
      { type: 'ag-ui', url: server.url, headers: { Authorization: 'Bearer $ENV.KEY' } },
      { KEY: 'secret-12345' },
    );
    const refusal = agent.invoke(agentRequest('go'), neverAborted());
    await expect(refusal).rejects.toThrow('answered 503: the key [authorization] is bad');
    await expect(refusal).rejects.toMatchObject({ service: 'server' });
  });

  it('counts what a failed run spent', async () => {
    const server = await serve([{ type: 'RUN_ERROR', message: 'no', usage: [{ inputTokens: 4 }] }]);
    const usages: object[] = [];
    const agent = await createProtocolAgent({ type: 'ag-ui', url: server.url });
    const context = listeningContext({ usage: ({ usage }) => usages.push(usage) });
    await expect(agent.invoke(agentRequest('go', { context }), neverAborted())).rejects.toThrow('the run failed: no');
    expect(usages).toEqual([{ inputTokens: 4, outputTokens: 0, calls: 1, retries: 0 }]);
  });

  it('is left alone at once when nobody waits for it any more', async () => {
    const stop = new AbortController();
    let closed: Promise<unknown> = Promise.resolve();
    const server = await serveRaw((response) => {
      closed = once(response, 'close');
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"type":"RUN_STARTED","threadId":"t","runId":"r"}\n\n');
      stop.abort(new Error('stopped'));
    });
    const agent = await createProtocolAgent({ type: 'ag-ui', url: server.url });
    await expect(agent.invoke(agentRequest('go'), stop.signal)).rejects.toThrow('stopped');
    await closed;
  });
});

describe('an ag-ui agent that stops for an answer', () => {
  const interruptedCall = [...toolCall('c1', 'pay', '{"amount":5}'), asks(payment)];
  const paid = [result('c1', 'paid'), ...textMessage('m2', 'Paid.'), finished];

  it('asks the user, whose next message answers; the call counts when it is let happen', async () => {
    const server = await serve(interruptedCall, paid);
    const agent = await createProtocolAgent({ type: 'ag-ui', url: server.url });
    const first = await agent.invoke(agentRequest('Pay!'), neverAborted());
    expect(first).toMatchObject({
      content: 'Pay 5?',
      toolCalls: [],
      interrupts: [{ message: 'Pay 5?', reason: 'tool_call', tool: 'pay', arguments: { amount: 5 } }],
    });
    const second = await agent.invoke(
      agentRequest([
        { role: 'user', content: 'Pay!' },
        { role: 'assistant', content: 'Pay 5?' },
        { role: 'user', content: 'Yes, please.' },
      ]),
      neverAborted(),
    );
    expect(second).toMatchObject({
      content: 'Paid.',
      toolCalls: [{ tool: 'pay', arguments: { amount: 5 }, result: 'paid' }],
    });
    expect(second.interrupts).toBeUndefined();
    expect(server.asked[1]?.body.resume).toEqual([
      { interruptId: 'i1', status: 'resolved', payload: { approved: true } },
    ]);
  });

  it.each([
    ['approve', true],
    ['reject', false],
  ] as const)('is answered by the entry: %s', async (interrupts, approved) => {
    const server = await serve(interruptedCall, approved ? paid : [...textMessage('m2', 'Not paid.'), finished]);
    const agent = await createProtocolAgent({ type: 'ag-ui', url: server.url, interrupts });
    const answer = await agent.invoke(agentRequest('Pay!'), neverAborted());
    expect(answer.content).toBe(approved ? 'Paid.' : 'Not paid.');
    expect(answer.toolCalls.length).toBe(approved ? 1 : 0);
    expect(answer.interrupts).toEqual([
      { message: 'Pay 5?', reason: 'tool_call', tool: 'pay', arguments: { amount: 5 }, answeredBy: interrupts },
    ]);
    expect(server.asked[1]?.body.resume).toEqual([{ interruptId: 'i1', status: 'resolved', payload: { approved } }]);
  });

  it('is answered by a function, which sees what it is about', async () => {
    const server = await serve(interruptedCall, paid);
    const requests: Json[] = [];
    const decide = (_reference: string, values: Json[]): Promise<Json> => {
      requests.push(...values);
      return Promise.resolve({ approved: true, editedArgs: { amount: 4 } });
    };
    const agent = await createProtocolAgent({ type: 'ag-ui', url: server.url, interrupts: 'scripts:bank.Decide' });
    const answer = await agent.invoke(agentRequest('Pay!', { context: { ...testContext, decide } }), neverAborted());
    expect(requests).toEqual([
      castToJson({
        reason: 'tool_call',
        message: 'Pay 5?',
        tool: 'pay',
        arguments: { amount: 5 },
        schema: payment.responseSchema,
      }),
    ]);
    expect(answer.interrupts).toMatchObject([
      { answeredBy: 'script', answer: { approved: true, editedArgs: { amount: 4 } } },
    ]);
    expect(server.asked[1]?.body.resume).toMatchObject([{ payload: { approved: true, editedArgs: { amount: 4 } } }]);
  });

  it('in the way of LangGraph goes on by a command', async () => {
    const server = await serve(
      [{ type: 'CUSTOM', name: 'on_interrupt', value: 'Which city?' }, finished],
      [...textMessage('m1', 'Bonn!'), finished],
    );
    const agent = await createProtocolAgent({ type: 'ag-ui', url: server.url });
    const first = await agent.invoke(agentRequest('go'), neverAborted());
    expect(first.content).toBe('Which city?');
    await agent.invoke(
      agentRequest([
        { role: 'user', content: 'go' },
        { role: 'assistant', content: 'Which city?' },
        { role: 'user', content: 'Bonn' },
      ]),
      neverAborted(),
    );
    expect(server.asked[1]?.body).toMatchObject({ forwardedProps: { command: { resume: 'Bonn' } } });
    expect(server.asked[1]?.body).not.toHaveProperty('resume');
  });

  it('without an end is an error', async () => {
    const server = await serve(...Array.from({ length: 25 }, () => [asks({ id: 'i', reason: 'confirmation' })]));
    const agent = await createProtocolAgent({ type: 'ag-ui', url: server.url, interrupts: 'approve' });
    await expect(agent.invoke(agentRequest('go'), neverAborted())).rejects.toThrow(
      'asked for a decision 20 times in one turn',
    );
  });

  it('says what it was told that AG-UI has no word for', async () => {
    const { context, warnings } = warned();
    const server = await startProtocolServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const events = [
        { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
        { type: 'HOLOGRAM' },
        { type: 'RUN_FINISHED' },
      ];
      response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
    });
    opened.push(server);
    const agent = await createProtocolAgent({ type: 'ag-ui', url: server.url });
    await agent.invoke(agentRequest('go', { context }), neverAborted());
    expect(warnings).toEqual(['the agent sent the event HOLOGRAM, which AG-UI does not have: it was ignored']);
  });
});
