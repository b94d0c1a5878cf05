import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { AgentRequest } from '../../../ports/index.ts';
import { agentRequest, listeningContext, neverAborted, testContext } from '../../../testing/model-request.ts';
import { createProtocolAgent, type ProtocolServer, startProtocolServer } from '../../../testing/protocol-server.ts';

const opened: ProtocolServer[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.close()));
});

const event = (name: string, data: object) => ({ type: 'event', props: { event: name, message: name, data } });
const started = event('stream_start', {
  context_id: 'ctx-1',
  request_id: 'r1',
  chat_id: 'c1',
  trace_id: 't1',
  timestamp: 1,
  assistant: { assistant_id: 'desk', type: 'assistant', name: 'Desk' },
});
const ended = (more: object = {}) =>
  event('stream_end', {
    request_id: 'r1',
    context_id: 'ctx-1',
    timestamp: 2,
    duration_ms: 1,
    status: 'completed',
    ...more,
  });
const begin = (id: string, type: string, more: object = {}) =>
  event('message_start', { message_id: id, type, timestamp: 1, ...more });
const finish = (id: string, type: string) =>
  event('message_end', { message_id: id, type, timestamp: 1, duration_ms: 1, chunk_count: 1, status: 'completed' });
const delta = (type: string, id: string, props: object, more: object = {}) => ({
  type,
  props,
  chunk_id: 'C1',
  message_id: id,
  delta: true,
  ...more,
});
const textMessage = (id: string, ...pieces: string[]): object[] => [
  begin(id, 'text'),
  ...pieces.map((content) => delta('text', id, { content })),
  finish(id, 'text'),
];
const append = { delta_action: 'append', delta_path: 'arguments' };
const toolCall = (id: string, name: string, ...args: string[]): object[] => [
  begin(id, 'tool_call', { tool_call: { id: `call-${id}`, name, index: 0 } }),
  delta(
    'tool_call',
    id,
    { id: `call-${id}`, type: 'function', index: 0, name, arguments: '' },
    { delta_action: 'merge' },
  ),
  ...args.map((piece) => delta('tool_call', id, { index: 0, arguments: piece }, append)),
  finish(id, 'tool_call'),
];

/** Starts a server that answers each request with the next messages, in Yao's format. */
async function serve(...answers: (object | string)[][]): Promise<ProtocolServer> {
  let next = 0;
  return serveRaw((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const each of answers[next] ?? []) {
      response.write(typeof each === 'string' ? each : `data: ${JSON.stringify(each)}\n\n`);
    }
    next += 1;
    response.end();
  });
}

async function serveRaw(answer: (response: ServerResponse, path: string) => void): Promise<ProtocolServer> {
  const server = await startProtocolServer(({ path }, response) => answer(response, path));
  opened.push(server);
  return server;
}

const open = ({ url }: { url: string }, entry: object = {}) =>
  createProtocolAgent({ type: 'yao', url: `${url}/v1/experts/desk`, ...entry });

async function ask(server: { url: string }, parts: Partial<AgentRequest> = {}, entry: object = {}) {
  return (await open(server, entry)).invoke(agentRequest('Where?', parts), neverAborted());
}

function warned(): { context: AgentRequest['context']; warnings: string[] } {
  const warnings: string[] = [];
  return { warnings, context: listeningContext({ warning: ({ text }) => warnings.push(text) }) };
}

describe('a yao agent', () => {
  it('answers with text, calls and usage, as it comes', async () => {
    const server = await serve([
      started,
      ...[begin('M0', 'thinking'), delta('thinking', 'M0', { content: 'hm' }), finish('M0', 'thinking')],
      ...textMessage('M1', 'Looking', ' up.'),
      ...toolCall('M2', 'my_shop__find', '{"ci', 'ty":"Bonn"}'),
      ...textMessage('M3', 'Four.'),
      ended({ usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 } }),
    ]);
    const texts: string[] = [];
    const answer = await ask(
      server,
      { context: listeningContext({ text: ({ text }) => texts.push(text) }) },
      { cost: { input_per_million: 1_000_000, output_per_million: 0 } },
    );
    expect(answer).toEqual({
      content: 'Looking up.\n\nFour.',
      toolCalls: [{ id: 'call-M2', server: 'my.shop', tool: 'find', arguments: { city: 'Bonn' } }],
      usage: { inputTokens: 7, outputTokens: 3, calls: 1, retries: 0, cost: 7 },
      interrupts: undefined,
    });
    expect(texts.at(-1)).toBe('Looking up.\n\nFour.');
  });

  it('reads several calls of one piece, and names without a server', async () => {
    const pieces = [
      { index: 0, id: 'a', name: 'shop__find', arguments: '{}' },
      { index: 1, id: 'b', name: 'find', arguments: '{"n":' },
    ];
    const server = await serve([
      started,
      begin('M1', 'tool_call'),
      delta('tool_call', 'M1', { calls: pieces }, { delta_action: 'merge' }),
      delta('tool_call', 'M1', { calls: [{ index: 1, arguments: '1}' }] }, append),
      finish('M1', 'tool_call'),
      ended(),
    ]);
    expect(await ask(server)).toMatchObject({
      toolCalls: [
        { id: 'a', server: 'shop', tool: 'find', arguments: {} },
        { id: 'b', tool: 'find', arguments: { n: 1 } },
      ],
    });
  });

  it('reads whole and replaced messages, and shows what stands beside the text as log', async () => {
    const lines: string[] = [];
    const server = await serve([
      started,
      ...[begin('M1', 'text'), { type: 'text', props: { content: 'Sent.' }, message_id: 'M1' }, finish('M1', 'text')],
      begin('M2', 'text'),
      delta('text', 'M2', { content: 'One moment' }),
      delta('text', 'M2', { content: 'Here.' }, { delta_action: 'replace', delta_path: 'content' }),
      delta('text', 'M2', { content: ' Done.' }, { delta_action: 'append', delta_path: 'content' }),
      ...[begin('M3', 'table'), { type: 'table', props: { rows: 2 }, message_id: 'M3' }, finish('M3', 'table')],
      { type: 'loading', props: { message: 'wait' }, message_id: 'M4' },
      begin('M5', 'text', { thread_id: 'T1' }),
      delta('text', 'M5', { content: 'from another' }),
      ended(),
    ]);
    const context = listeningContext({ log: ({ source, text }) => lines.push(`${source}: ${text}`) });
    expect(await ask(server, { context })).toMatchObject({ content: 'Sent.\n\nHere. Done.' });
    expect(lines).toEqual(['yao: shows table {"rows":2}', 'yao: called other assistants, which said: from another']);
  });

  const earlier = [
    { role: 'user' as const, content: 'hi' },
    { role: 'assistant' as const, content: 'hello' },
    { role: 'user' as const, content: 'Where?' },
  ];

  it('is sent what Yao wants: the history, metadata, mode, locale, and a chat of its own', async () => {
    const server = await serve([started, ...textMessage('M1', 'ok'), ended()]);
    const { context, warnings } = warned();
    const agent = await createProtocolAgent(
      {
        type: 'yao',
        url: `${server.url}/v1/experts/tests.desk/chat/completions`,
        model: 'openai.gpt-4o',
        headers: { Authorization: 'Bearer $ENV.YAO_TOKEN' },
      },
      { YAO_TOKEN: 'yao-1' },
    );
    const options = { metadata: { plan: 'pro' }, mode: 'task', skip: { search: true }, search: false };
    await agent.invoke(agentRequest(earlier, { options, context, sessionId: 'a:b/1' }), neverAborted());
    const [request] = server.asked;
    expect(request?.path).toBe('/v1/experts/tests.desk/chat/completions');
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer yao-1',
      'x-yao-accept': 'cui-web',
      'x-yao-chat': 'turntree-a-b-1',
      'x-yao-mode': 'task',
      'accept-language': testContext.environment.locale,
    });
    expect(request?.body).toEqual({
      messages: earlier,
      model: 'openai.gpt-4o',
      metadata: { plan: 'pro' },
      skip: { history: true, search: true },
    });
    expect(warnings).toEqual(['options.search of the case was not passed on: yao has no field for it']);
  });

  it('is sent the whole conversation, or what is new where the entry names a chat that the server keeps', async () => {
    const answers = [textMessage('M1', 'hello'), textMessage('M1', 'here')].map((text) => [started, ...text, ended()]);
    const forgetful = await serve(...answers);
    const first = await open(forgetful);
    await first.invoke(agentRequest('hi'), neverAborted());
    await first.invoke(agentRequest(earlier), neverAborted());
    expect(forgetful.asked[1]?.body).toMatchObject({ messages: earlier, skip: { history: true } });
    const keeping = await serve(...answers);
    const second = await open(keeping, { session: 'test-{{session_id}}' });
    await second.invoke(agentRequest('hi'), neverAborted());
    expect(await second.invoke(agentRequest(earlier), neverAborted())).toMatchObject({ content: 'here' });
    expect(keeping.asked[1]?.headers['x-yao-chat']).toBe('test-session-1');
    expect(keeping.asked[1]?.body).toEqual({ messages: [earlier[2]], skip: { history: false } });
  });

  it.each<[string, (object | string)[], RegExp]>([
    [
      'an error',
      [started, { type: 'error', props: { message: 'no quota', code: 'stream_error' } }, '{"error":"x"}\n'],
      /reported an error: no quota \(stream_error\)/,
    ],
    ['that it failed', [started, ended({ status: 'error', error: 'overloaded' })], /reported an error: overloaded/],
    ['that it was cancelled', [started, ended({ status: 'cancelled' })], /the turn was cancelled: stream_end/],
    [
      'half a stream',
      [started, ...textMessage('M1', 'Ha')],
      /the answer is incomplete: it ended after event 4 \(event\), before stream_end/,
    ],
    ['nothing', [], /ended without an event, before stream_end/],
    [
      'a text before the begin',
      [...textMessage('M1', 'Ha')].slice(1),
      /event 1 \(text\) is invalid at this point: a stream begins with stream_start/,
    ],
    ['two begins', [started, started], /the stream has already begun/],
    [
      'a message twice',
      [started, ...textMessage('M1', 'a'), ...textMessage('M1', 'b')],
      /event 5 \(event\) is invalid at this point: the message M1 has already begun/,
    ],
    ['a piece of no message', [started, delta('text', 'M9', { content: 'a' })], /the message M9 has not begun/],
    ['more than the end', [started, ended(), ...textMessage('M1', 'a')], /the stream is over/],
    [
      'half a call',
      [started, ...toolCall('M1', 'shop__find', '{"ci'), ended()],
      /the arguments of its call to shop__find are incomplete: \{"ci/,
    ],
    ['a call without a name', [started, ...toolCall('M1', '', '{}'), ended()], /called a tool without its name/],
    ['something else than JSON', [started, 'data: {"type":\n\n'], /answered an event that is not JSON/],
    ['a list', ['data: []\n\n'], /a message must be an object with a "type"/],
    ['a message without a type', [started, { props: {} }], /event 2 is invalid at this point: .*type/s],
    ['chat completions', [{ object: 'chat.completion.chunk', choices: [] }], /speaks openai-chat, not yao/],
    ['AG-UI', [{ type: 'RUN_STARTED', threadId: 't', runId: 'r' }], /speaks ag-ui, not yao/],
  ])('is an error when it answers %s', async (_what, messages, expected) => {
    await expect(ask(await serve(messages))).rejects.toThrow(expected);
  });

  it('names a Yao server that another protocol was expected from, and quotes what a server refuses', async () => {
    const { url } = await serve([started, ended()]);
    const other = await createProtocolAgent({ type: 'ag-ui', url });
    await expect(other.invoke(agentRequest('hi'), neverAborted())).rejects.toThrow(/speaks yao, not ag-ui/);
    const refused = '{"error":"invalid_request","error_description":"no such assistant"}';
    const refusing = await serveRaw((response) => response.writeHead(403).end(refused));
    await expect(ask(refusing)).rejects.toThrow(/answered 403: .*no such assistant/);
    const page = await serveRaw((response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'));
    await expect(ask(page)).rejects.toThrow(
      /does not speak yao: instead of an event stream, it answered with text\/html/,
    );
  });

  it('has a limit for all that is kept', async () => {
    const pieces = Array.from({ length: 50 }, () => 'x'.repeat(100));
    const { url } = await serve([started, ...textMessage('M1', ...pieces), ended()]);
    const agent = await createProtocolAgent({ type: 'yao', url }, {}, { max_answer: 2_000 });
    await expect(agent.invoke(agentRequest('hi'), neverAborted())).rejects.toThrow(/more than .* max_answer/);
  });

  it('stops the turn at the server when it is aborted', async () => {
    const stop = new AbortController();
    const server = await serveRaw((response, path) => {
      if (path !== '/v1/experts/desk/chat/completions') {
        response.end('{}');
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const each of [started, ...textMessage('M1', 'Ha')]) response.write(`data: ${JSON.stringify(each)}\n\n`);
    });
    const agent = await open(server, { headers: { Authorization: 'Bearer 1' } });
    const context = listeningContext({ text: () => stop.abort(new Error('out of time')) });
    await expect(agent.invoke(agentRequest('hi', { context }), stop.signal)).rejects.toThrow('out of time');
    expect(server.asked[1]).toMatchObject({
      path: '/v1/chat/completions/ctx-1/append',
      headers: { authorization: 'Bearer 1' },
      body: { type: 'force', messages: [] },
    });
  });
});
