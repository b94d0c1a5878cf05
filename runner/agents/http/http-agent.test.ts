import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { workspaceConfigSchema } from '../../contract/index.ts';
import { systems } from '../../extensions/registered/systems.ts';
import type { Agent } from '../../ports/index.ts';
import { fakeToolMocks } from '../../testing/fake-tool-mocks.ts';
import { agentRequest, listeningContext, neverAborted, testContext } from '../../testing/model-request.ts';
import { createTemporaryWorkspace } from '../../testing/workspace.ts';
import { createAgents } from '../create-agents.ts';

type ReceivedRequest = {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
};
type Handler = (response: ServerResponse, request: ReceivedRequest) => void;
type Loopback = { url: string; asked: ReceivedRequest[]; close(): Promise<void> };

const opened: Loopback[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.close()));
});

/** Starts a real server on a free port with this request handler. */
async function serve(handler: Handler): Promise<Loopback> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((incoming, response) => {
    void textOf(incoming).then((body) => {
      requests.push({ method: incoming.method, url: incoming.url, headers: incoming.headers, body });
      handler(response, requests.at(-1) ?? { method: '', url: '', headers: {}, body });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const loopback: Loopback = {
    url: `http://127.0.0.1:${port}`,
    asked: requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  opened.push(loopback);
  return loopback;
}

function answering(body: unknown, status = 200): Handler {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

function streaming(...chunks: string[]): Handler {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const chunk of chunks) response.write(chunk);
    response.end();
  };
}

async function openAgent(entry: object, variables: Record<string, string> = {}): Promise<Agent> {
  const root = await createTemporaryWorkspace({});
  const config = workspaceConfigSchema.parse({ agents: { desk: { type: 'http', output: 'text', ...entry } } });
  return createAgents({ systems, root, config, variables }).agent({ id: 'desk' }, neverAborted());
}

function ask(agent: Agent, input: Parameters<typeof agentRequest>[0] = 'hello', signal = neverAborted()) {
  return agent.invoke(agentRequest(input, { options: { metadata: { plan: 'pro', limits: { day: 3 } } } }), signal);
}

describe('the cookies of an http agent', () => {
  const signIn: Handler = (response, { headers }) => {
    const visitText = /visit=(\d+)/.exec(headers.cookie ?? '')?.[1];
    const visit = String(Number(visitText ?? 0) + 1);
    response.writeHead(200, {
      'content-type': 'application/json',
      'set-cookie': [`visit=${visit}; HttpOnly`, 'a=1; Path=/else'],
    });
    response.end(JSON.stringify({ text: `visit ${visit} (${headers.cookie ?? 'none'})` }));
  };

  it('are kept through the turns of an attempt, and of no other', async () => {
    const server = await serve(signIn);
    const agent = await openAgent({ url: server.url, headers: { Cookie: 'plan=pro' } });
    const say = async (sessionId: string) => {
      const { content } = await agent.invoke(agentRequest('hello', { sessionId }), neverAborted());
      return content;
    };
    expect(await say('one')).toBe('visit 1 (plan=pro)');
    expect(await say('one')).toBe('visit 2 (plan=pro; visit=1)');
    expect(await say('other')).toBe('visit 1 (plan=pro)');
    expect(await say('one')).toBe('visit 3 (plan=pro; visit=2)');
  });
});

describe('what an http agent spends', () => {
  const cost = { input_per_million: 1000, output_per_million: 2000 };
  const usage = { input_tokens: 300, output_tokens: 100 };

  it('is what its answer says, at the price of its entry', async () => {
    const server = await serve(answering({ text: 'hi', used: usage }));
    const answer = await ask(await openAgent({ url: server.url, usage: 'used', cost }));
    expect(answer.usage).toEqual({ inputTokens: 300, outputTokens: 100, calls: 1, retries: 0, cost: 0.5 });
  });

  it('may be said by an event of a stream, in the words of chat completions', async () => {
    const counted = { prompt_tokens: 3, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 2 } };
    const server = await serve(
      streaming('data: {"text":"hi"}\n\n', `data: {"usage":${JSON.stringify(counted)}}\n\n`, 'data: [DONE]\n\n'),
    );
    const answer = await ask(await openAgent({ url: server.url, usage: 'usage', stream: true }));
    expect(answer).toMatchObject({ content: 'hi', usage: { inputTokens: 3, outputTokens: 1, cachedTokens: 2 } });
  });

  it.each([[{}], [{ used: null }], [{ used: 'many' }]])('is unknown when the answer says %j', async (answer) => {
    const server = await serve(answering({ text: 'hi', ...answer }));
    expect((await ask(await openAgent({ url: server.url, usage: 'used', cost }))).usage).toBeUndefined();
  });
});

describe('the request of an http agent', () => {
  it('fills the body: a placeholder alone keeps its type, inside of a text it becomes text', async () => {
    const server = await serve(answering({ text: 'hi' }));
    const agent = await openAgent({
      url: `${server.url}/chat`,
      body: {
        question: '{{input}}',
        history: '{{messages}}',
        limits: '{{metadata.limits}}',
        day: '{{ metadata.limits.day }}',
        gone: '{{metadata.gone}}',
        all: ['<{{session_id}}|{{metadata.limits}}|{{metadata.gone}}|{{turn}}>'],
        fixed: 1,
      },
    });
    await ask(agent);
    expect(server.asked[0]).toMatchObject({
      method: 'POST',
      url: '/chat',
      headers: { 'content-type': 'application/json' },
    });
    expect(JSON.parse(server.asked[0]?.body ?? '')).toEqual({
      question: 'hello',
      history: [{ role: 'user', content: 'hello' }],
      limits: { day: 3 },
      day: 3,
      gone: null,
      all: ['<session-1|{"day":3}||1>'],
      fixed: 1,
    });
  });

  it('without a body is the one that modules get', async () => {
    const server = await serve(answering({ text: 'hi' }));
    await ask(await openAgent({ url: server.url }));
    expect(JSON.parse(server.asked[0]?.body ?? '')).toMatchObject({
      input: 'hello',
      messages: [{ role: 'user', content: 'hello' }],
      session_id: 'session-1',
      metadata: { plan: 'pro' },
      case_id: 'T001',
      turn: 1,
    });
  });

  it('has the conversation as chat completions write it: calls with their results, and files', async () => {
    const server = await serve(answering({ text: 'hi' }));
    const agent = await openAgent({ url: server.url, body: '{{messages}}' });
    await ask(agent, [
      {
        role: 'user',
        content: [{ type: 'file', file: { url: 'data:application/pdf;base64,AA==', filename: 'a.pdf' } }],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'pay', arguments: { amount: 1 } } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'paid' },
    ]);
    expect(JSON.parse(server.asked[0]?.body ?? '')).toEqual([
      {
        role: 'user',
        content: [{ type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AA==' } }],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'pay', arguments: '{"amount":1}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'paid' },
    ]);
  });

  it('does not read placeholders in what people say', async () => {
    const server = await serve(answering({ text: 'hi' }));
    await ask(
      await openAgent({ url: server.url, body: { a: '{{input}}', b: 'said: {{input}}' } }),
      '{{session_id}} $ENV.KEY',
    );
    expect(JSON.parse(server.asked[0]?.body ?? '')).toEqual({
      a: '{{session_id}} $ENV.KEY',
      b: 'said: {{session_id}} $ENV.KEY',
    });
  });

  it('has variables and the session in address and headers, encoded where they stand', async () => {
    const server = await serve(answering({ text: 'hi' }));
    const agent = await openAgent(
      {
        url: '$ENV.DESK/say/{{input}}?session={{session_id}}',
        method: 'GET',
        headers: { Authorization: 'Bearer $ENV.DESK_KEY', 'X-Session': '{{session_id}}' },
      },
      { DESK: server.url, DESK_KEY: 'secret-12345' },
    );
    await ask(agent, 'a/b ?&ü\ud800');
    expect(server.asked[0]).toMatchObject({
      method: 'GET',
      url: '/say/a%2Fb%20%3F%26%C3%BC%EF%BF%BD?session=session-1',
      headers: { authorization: 'Bearer secret-12345', 'x-session': 'session-1' },
      body: '',
    });
    expect(server.asked[0]?.headers).not.toHaveProperty('content-type');
  });

  it.each([
    [
      'a placeholder nobody knows',
      { body: { a: '{{sesion_id}}' } },
      /\{\{sesion_id\}\} is not known; did you mean \{\{session_id\}\}\?/,
    ],
    ['a placeholder of nothing', { headers: { x: 'a {{metadata}} {{meta.x}}' } }, /\{\{meta\.x\}\} is not known/],
    [
      'a variable that is not set',
      { headers: { 'X-Key': 'Bearer $ENV.DESK_KEY' } },
      /set the environment variable DESK_KEY, which its header X-Key names/,
    ],
    ['an output that is not a path', { output: 'a..b' }, /its output: unsupported JSON path "a\.\.b"/],
    ['tool calls at no path', { tool_calls: 'a[1:2]' }, /its tool_calls: .*slices are not supported/],
    ['an address that is none', { url: 'http://' }, /its url "http:\/\/" is not an http address/],
    ['an address from the case', { url: 'http://{{metadata.host}}/' }, /its url has a placeholder in its host/],
  ])('is refused before the first case for %s', async (_what, entry, message) => {
    const refusal = openAgent({ url: 'http://127.0.0.1:1', ...entry });
    await expect(refusal).rejects.toThrow(message);
    await expect(refusal).rejects.toMatchObject({ kind: 'configuration' });
  });

  it('cannot be put on a connector, and says so in lists', async () => {
    const config = workspaceConfigSchema.parse({
      agents: { desk: { type: 'http', url: 'http://127.0.0.1:1', output: '$' } },
      models: { other: { type: 'scripted', rules: [{ answer: 'x' }] } },
    });
    const agents = createAgents({ systems, root: await createTemporaryWorkspace({}), config, variables: {} });
    await expect(agents.agent({ id: 'desk', connector: 'other' }, neverAborted())).rejects.toThrow(
      'agent "desk" is of type http: it uses no connector and cannot run on "other"',
    );
    expect(agents.describe('desk')).toMatchObject({ noConnector: true });
  });
});

describe('the answer of an http agent', () => {
  it.each([
    ['a text', 'reply.text', { reply: { text: 'hi' } }, { content: 'hi' }],
    ['the first text of a list', 'choices[0].text', { choices: [{ text: 'hi' }] }, { content: 'hi' }],
    [
      'the texts that a wildcard finds',
      'parts[*].text',
      { parts: [{ text: 'a' }, { x: 1 }, { text: 'b' }] },
      { content: 'ab' },
    ],
    ['data', 'reply', { reply: { ok: true } }, { content: '{"ok":true}', next: { ok: true } }],
    ['a number', 'n', { n: 3 }, { content: '3', next: 3 }],
    ['nothing, said so', 'text', { text: null }, { content: '' }],
    ['the whole answer', '$', '"hi"', { content: 'hi' }],
    ['the whole answer, no JSON', '$', 'Good morning!', { content: 'Good morning!' }],
  ])('is %s', async (_what, output, body, expected) => {
    const server = await serve(answering(body));
    expect(await ask(await openAgent({ url: server.url, output }))).toEqual({ toolCalls: [], ...expected });
  });

  it('has tool calls in the shapes that servers write', async () => {
    const server = await serve(
      answering({
        calls: [
          { tool: 'pay', server: 'erp', arguments: { amount: 1 }, result: { ok: true }, id: 'c1' },
          { id: 'c2', type: 'function', function: { name: 'ship', arguments: '{"to": "Oslo"}' } },
          { toolName: 'log', input: 'free text', output: 1 },
          { name: 'fail', args: {}, error: 'no' },
        ],
      }),
    );
    expect(await ask(await openAgent({ url: server.url, tool_calls: 'calls' }))).toEqual({
      content: '',
      toolCalls: [
        { tool: 'pay', server: 'erp', arguments: { amount: 1 }, result: { ok: true }, id: 'c1' },
        { tool: 'ship', id: 'c2', arguments: { to: 'Oslo' } },
        { tool: 'log', arguments: 'free text', result: 1 },
        { tool: 'fail', arguments: {}, error: 'no' },
      ],
    });
  });

  it('warns of a path to the greeting before the answer, and not where the newest message comes first', async () => {
    const message = (role: string, at: number) => ({ role, content: `${at}`, created_at: `2026-11-28T10:0${at}` });
    const warnings = async (output: string, messages: object[], turn = 1) => {
      const texts: string[] = [];
      const context = listeningContext({ warning: ({ text }) => texts.push(text) }, { ...testContext, turn });
      const { url } = await serve(answering({ messages }));
      await (await openAgent({ url, output })).invoke(agentRequest('hello', { context }), neverAborted());
      return texts;
    };
    const greeted = [message('assistant', 1), message('user', 2), message('assistant', 3)];
    expect(await warnings('messages[0].content', greeted)).toEqual([
      'the path messages[0].content reads the first of 3 messages, but the agent answers the user in the last message; write messages[-1].content',
    ]);
    expect([
      await warnings('messages[0].content', greeted, 2),
      await warnings('messages[-1].content', greeted),
      await warnings('messages[0].content', greeted.toReversed()),
      await warnings('messages[0].content', greeted.slice(0, 1)),
    ]).toEqual([[], [], [], []]);
  });

  it('warns of calls that the path does not read, in the first turn', async () => {
    const message = (name: string) => ({ content: 'done', tool_calls: [{ name, arguments: {} }] });
    const server = await serve(answering({ text: 'done', messages: [message('delete'), message('find')] }));
    const warnings = async (path: string, turn: number) => {
      const texts: string[] = [];
      const context = listeningContext({ warning: ({ text }) => texts.push(text) }, { ...testContext, turn });
      const agent = await openAgent({ url: server.url, tool_calls: path });
      await agent.invoke(agentRequest('hello', { context }), neverAborted());
      return texts;
    };
    expect(await warnings('messages[-1].tool_calls', 1)).toEqual([
      'the answer has 2 lists "tool_calls" with calls, but the path messages[-1].tool_calls reads only one of them, so rules do not see the other calls; write [*] in the path to read all',
    ]);
    expect(await warnings('messages[-1].tool_calls', 2)).toEqual([]);
    expect(await warnings('messages[*].tool_calls[*]', 1)).toEqual([]);
  });

  it('is joined from the events of a stream, cut anywhere, up to [DONE]', async () => {
    const events = [
      'data: {"text": "Grü"}\r\n\r\n',
      ': comment\n\ndata: {"other": 1}\n\n',
      'data: {"text":\ndata: "ße"}\n\n',
    ];
    const calls = 'data: {"calls": [{"name": "pay", "arguments": {}}]}\n\n';
    const body = Buffer.from(`${events.join('')}${calls}data: [DONE]\n\ndata: {"text": "never"}\n\n`);
    const server = await serve((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const byte of body) response.write(Buffer.from([byte]));
      response.end();
    });
    const agent = await openAgent({ url: server.url, stream: true, tool_calls: 'calls' });
    expect(await ask(agent)).toEqual({ content: 'Grüße', toolCalls: [{ tool: 'pay', arguments: {} }] });
    expect(server.asked[0]?.headers.accept).toBe('text/event-stream, application/json');
  });

  it('has tool calls that come in pieces, as chat completions stream them', async () => {
    const call = (index: number, rest: object) => ({ choices: [{ delta: { tool_calls: [{ index, ...rest }] } }] });
    const events = [
      { choices: [{ delta: { role: 'assistant', content: 'One moment.' } }] },
      call(0, { id: 'c1', type: 'function', function: { name: 'lookup', arguments: '' } }),
      call(0, { function: { arguments: '{"order_' } }),
      call(1, { id: 'c2', type: 'function', function: { name: 'greet', arguments: '{}' } }),
      call(0, { function: { arguments: 'id": 88213}' } }),
      // A second tool call that also has index 0, because some servers start at 0 again for every call.
      call(0, { id: 'c3', type: 'function', function: { name: 'pay', arguments: '{"ok":true}' } }),
      { choices: [{ delta: {}, finish_reason: 'tool_calls' }] },
    ];
    const server = await serve(
      streaming(...events.map((event) => `data: ${JSON.stringify(event)}\n\n`), 'data: [DONE]\n\n'),
    );
    const paths = { output: 'choices[0].delta.content', tool_calls: 'choices[0].delta.tool_calls' };
    expect(await ask(await openAgent({ url: server.url, stream: true, ...paths }))).toEqual({
      content: 'One moment.',
      toolCalls: [
        { tool: 'lookup', id: 'c1', arguments: { order_id: 88213 } },
        { tool: 'greet', id: 'c2', arguments: {} },
        { tool: 'pay', id: 'c3', arguments: { ok: true } },
      ],
    });
  });

  it('is what a filter chooses among events, and among the parts of one', async () => {
    const events = [
      { type: 'thought', text: 'hm' },
      { type: 'text', text: 'four' },
      { type: 'call', name: 'add', arguments: { by: 2 } },
      { type: 'text', text: 'teen' },
    ];
    const server = await serve(streaming(...events.map((event) => `data: ${JSON.stringify(event)}\n\n`)));
    const paths = { output: "$[?(@.type=='text')].text", tool_calls: "$[?(@.type=='call')]" };
    const agent = await openAgent({ url: server.url, stream: true, ...paths });
    expect(await ask(agent)).toMatchObject({
      content: 'fourteen',
      toolCalls: [{ tool: 'add', arguments: { by: 2 } }],
    });
    const whole = await serve(answering({ content: events }));
    const parts = await openAgent({ url: whole.url, output: "content[?(@.type=='text')].text" });
    expect((await ask(parts)).content).toBe('fourteen');
  });

  it('may end without [DONE] and without the last empty line', async () => {
    const server = await serve(streaming('data: {"text": "a"}\n\n', 'data: {"text": "b"}'));
    expect((await ask(await openAgent({ url: server.url, stream: true }))).content).toBe('ab');
  });

  it('ends with [DONE], also when the server goes on for ever', async () => {
    let isClosed: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => {
      isClosed = resolve;
    });
    const server = await serve((response) => {
      response.on('close', isClosed);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"text": "a"}\n\ndata: [DONE]\n\n');
    });
    expect((await ask(await openAgent({ url: server.url, stream: true }))).content).toBe('a');
    await closed;
  });

  it('is JSON where a server does not stream after all', async () => {
    const server = await serve(answering({ text: 'whole' }));
    expect((await ask(await openAgent({ url: server.url, stream: true }))).content).toBe('whole');
  });
});

describe('an http agent that goes wrong', () => {
  const stream = { stream: true };
  it.each([
    ['an error status', {}, answering('no\n  capacity', 503), /POST http:\S+\/ answered 503: no capacity$/],
    ['no JSON', {}, answering('<html>'), /answered something that is not JSON: <html>$/],
    [
      'a message of a failure',
      { output: 'message' },
      answering({ status: 'failed', message: 'upstream timed out' }),
      /answered with an error: .*upstream timed out/,
    ],
    ['an empty body', {}, answering(''), /answered something that is not JSON: nothing$/],
    ['another shape', {}, answering({ txt: 'hi' }), /answered without text: \{"txt":"hi"\}$/],
    [
      'a call without a name',
      { tool_calls: 'c' },
      answering({ c: [{ x: 1 }] }),
      /c holds a tool call without a name: \{"x":1\}/,
    ],
    [
      'an error event',
      stream,
      streaming('event: error\ndata: overloaded\n\n'),
      /answered with an error event: overloaded$/,
    ],
    [
      'garbage in a stream',
      stream,
      streaming('data: {"text": nonsense\n\n'),
      /answered an event that is not JSON: \{"text": nonsense$/,
    ],
    [
      'an error in the middle of a stream of chat completions',
      stream,
      streaming('data: {"text": "Half an "}\n\n', 'data: {"error": {"message": "overloaded"}}\n\n'),
      /answered with an error event: \{"error": \{"message": "overloaded"\}\}$/,
    ],
    [
      'an error in the middle of a stream of the AI SDK',
      stream,
      streaming('data: {"text": "Half an "}\n\n', 'data: {"type": "error", "errorText": "overloaded"}\n\n'),
      /answered with an error event: /,
    ],
    [
      'an error at the end of a stream of AG-UI',
      stream,
      streaming('data: {"text": "Half an "}\n\n', 'data: {"type": "RUN_ERROR", "message": "overloaded"}\n\n'),
      /answered with an error event: /,
    ],
    [
      'an error beside an empty text',
      {},
      answering({ text: '', error: 'overloaded' }),
      /answered with an error: \{"text":"","error":"overloaded"\}$/,
    ],
    [
      'an event that is named for a failure',
      stream,
      streaming('data: {"text": "Half an "}\n\n', 'event: response.failed\ndata: overloaded\n\n'),
      /answered with an error event: overloaded$/,
    ],
    [
      'a failure in the words of responses',
      stream,
      streaming('data: {"text": "Half an "}\n\n', 'data: {"type": "response.failed", "response": {}}\n\n'),
      /answered with an error event: /,
    ],
    [
      'errors of GraphQL',
      stream,
      streaming('data: {"text": "Half an "}\n\n', 'data: {"errors": [{"message": "overloaded"}]}\n\n'),
      /answered with an error event: /,
    ],
    [
      'a piece of a call that never began',
      { ...stream, tool_calls: 'calls' },
      streaming('data: {"calls": [{"index": 0, "function": {"arguments": "{}"}}]}\n\n'),
      /calls holds a tool call without a name: /,
    ],
    ['a stream of nothing', stream, streaming(': alive\n\n'), /answered without text: no event$/],
    ['an error status of a stream', stream, answering('busy', 429), /answered 429: busy$/],
    [
      'an answer without end',
      {},
      endless,
      /answered more than the 16 MB that max_answer in the workspace config allows$/,
    ],
    ['a connection that breaks', {}, broken, /failed: (other side closed|terminated|.*aborted|.*socket.*)/i],
  ])('is a clear error: %s', async (_what, entry, handler, message) => {
    const server = await serve(handler);
    const refusal = ask(await openAgent({ url: server.url, ...entry }));
    await expect(refusal).rejects.toMatchObject({ name: 'AgentError', kind: 'agent' });
    await expect(refusal).rejects.toThrow(message);
    await expect(refusal).rejects.toThrow(/^agent "desk": POST/);
  });

  it('says when nobody listens', async () => {
    const server = await serve(answering({}));
    await server.close();
    await expect(ask(await openAgent({ url: server.url }))).rejects.toThrow(
      /failed: connect ECONNREFUSED 127\.0\.0\.1/,
    );
  });

  it('never shows keys, even if the server does', async () => {
    const server = await serve((response, { headers, url }) => {
      answering(`${headers.authorization} at ${url}`, 401)(response, { method: '', url, headers, body: '' });
    });
    const headers = { Authorization: 'Bearer $ENV.DESK_KEY' };
    const agent = await openAgent({ url: `${server.url}/a?key=hidden`, headers }, { DESK_KEY: 'secret-12345' });
    await expect(ask(agent)).rejects.toThrow(/POST http:\S+\/a answered 401: Bearer \[authorization\]/);
  });

  it('follows a server to another place on it, with the same request, and to no other server', async () => {
    const other = await serve(answering({ text: 'stolen' }));
    const server = await serve((response, request) => {
      const { url } = request;
      if (url === '/old') response.writeHead(307, { location: '/new' }).end();
      else if (url === '/away') response.writeHead(307, { location: `${other.url}/x` }).end();
      else if (url === '/moved') response.writeHead(302, { location: '/new' }).end();
      else if (url === '/round') response.writeHead(308, { location: '/round' }).end();
      else answering({ text: request.body })(response, request);
    });
    const at = (place: string) => openAgent({ url: `${server.url}${place}`, body: 'said' });
    expect((await ask(await at('/old'))).content).toBe('"said"');
    await expect(ask(await at('/away'))).rejects.toThrow(
      `redirects to ${other.url}/x (307), and redirects are not followed`,
    );
    await expect(ask(await at('/moved'))).rejects.toThrow(`redirects to ${server.url}/new (302)`);
    await expect(ask(await at('/round'))).rejects.toThrow(`redirects to ${server.url}/round (308)`);
    expect(other.asked).toEqual([]);
  });

  it.each([
    ['before it answers', () => undefined],
    ['in the middle of its answer', (response: ServerResponse) => response.writeHead(200).write('{"te')],
  ])('is given up %s: the call ends, and the connection', async (_when, begin) => {
    const stop = new AbortController();
    let isClosed: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => {
      isClosed = resolve;
    });
    const server = await serve((response) => {
      response.on('close', isClosed);
      begin(response);
      stop.abort(new Error('deadline'));
    });
    await expect(ask(await openAgent({ url: server.url }), 'x', stop.signal)).rejects.toThrow('deadline');
    await closed;
  });
});

const endless: Handler = (response) => {
  const megabyte = Buffer.alloc(1024 * 1024, 'x');
  const write = (error?: Error | null) => {
    if (error === undefined || error === null) response.write(megabyte, write);
  };
  write();
};

const broken: Handler = (response) => {
  response.writeHead(200, { 'content-length': '100' });
  response.write('{"text"', () => response.destroy());
};

describe('an http agent of a case with mocks', () => {
  const mocks = () => fakeToolMocks({ get_order: ({ id }) => ({ type: 'result', result: { id } }) });

  /** A service that calls its MCP server before it answers. */
  const service: Handler = (response, { body }) => {
    const question: { input: string; tools: string | null } = JSON.parse(body);
    void (async () => {
      const client = new Client({ name: 'service', version: '1' });
      await client.connect(new StreamableHTTPClientTransport(new URL(question.tools ?? '')));
      const toolResult = await client.callTool({ name: 'get_order', arguments: { id: question.input } });
      await client.close();
      answering({
        text: JSON.stringify(toolResult.content),
        calls: [{ name: 'get_order', arguments: { id: question.input } }],
      })(response, { method: '', url: '', headers: {}, body });
    })();
  };

  it('reaches them at {{mocks_url}}', async () => {
    const server = await serve(service);
    const agent = await openAgent({ url: server.url, body: { input: '{{input}}', tools: '{{mocks_url}}' } });
    const toolMocks = mocks();
    const answer = await agent.invoke(agentRequest('7', { mocks: toolMocks }), neverAborted());
    expect(answer.content).toBe('[{"type":"text","text":"{\\"id\\":\\"7\\"}"}]');
    expect(toolMocks.asked).toEqual([{ name: 'get_order', arguments: { id: '7' } }]);
  });

  it('finds the address in the whole request, which has none without mocks', async () => {
    const server = await serve(answering({ text: 'hi' }));
    const agent = await openAgent({ url: server.url });
    await agent.invoke(agentRequest('x', { mocks: mocks() }), neverAborted());
    await ask(agent);
    const [first, second] = server.asked.map(({ body }) => JSON.parse(body));
    expect(first.mocks_url).toMatch(/^http:\/\/127\.0\.0\.1:/);
    expect(second).not.toHaveProperty('mocks_url');
  });

  it('is refused when nothing tells it where they are', async () => {
    const server = await serve(answering({ text: 'hi' }));
    const agent = await openAgent({ url: server.url, body: { input: '{{input}}' } });
    await expect(agent.invoke(agentRequest('x', { mocks: mocks() }), neverAborted())).rejects.toThrow(
      'agent "desk": the case has mocks, but the agent does not get their address: put {{mocks_url}} into its url, headers or body',
    );
    expect(server.asked).toEqual([]);
  });
});
