import { createServer, type ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { workspaceConfigSchema } from '../../contract/index.ts';
import { systems } from '../../extensions/registered/systems.ts';
import { agentRequest, listeningContext, neverAborted } from '../../testing/model-request.ts';
import { createTemporaryWorkspace } from '../../testing/workspace.ts';
import { createAgents } from '../create-agents.ts';

type ReceivedRequest = { line: string; key: string | undefined; cookie: string | undefined; body: unknown };
type Answers = Record<string, (request: ReceivedRequest, times: number) => unknown>;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** Starts a real server that answers each `METHOD /path` from this table; a number is a response status. */
async function serve(answers: Answers) {
  const requests: ReceivedRequest[] = [];
  const server = createServer((incoming, response) => {
    void textOf(incoming).then((body) => {
      const line = `${incoming.method} ${incoming.url}`;
      const { 'x-key': key, cookie } = incoming.headers;
      const one = { line, key: key === undefined ? undefined : String(key), cookie, body: body && JSON.parse(body) };
      requests.push(one);
      reply(response, answers[line]?.(one, requests.filter((each) => each.line === line).length) ?? 404);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : undefined}`;
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return { url, asked: requests, lines: () => requests.map(({ line }) => line) };
}

function reply(response: ServerResponse, answer: unknown): void {
  const status = typeof answer === 'number' ? answer : 200;
  const cookie = JSON.stringify(answer).includes('withoutCookie') ? {} : { 'set-cookie': 'seen=1; Path=/' };
  response.writeHead(status, { 'content-type': 'application/json', ...cookie });
  response.end(JSON.stringify(answer));
}

async function openAgents(entry: object) {
  const root = await createTemporaryWorkspace({});
  const config = workspaceConfigSchema.parse({ agents: { desk: { type: 'http', output: 'text', ...entry } } });
  const agents = createAgents({ systems, root, config, variables: { KEY: 'secret' } });
  const log: string[] = [];
  const agent = await agents.agent({ id: 'desk' }, neverAborted());
  const say = (input: string, sessionId = 'one', signal = neverAborted()) =>
    agent.invoke(
      agentRequest(input, {
        sessionId,
        context: listeningContext({ log: ({ source, text }) => log.push(`${source}: ${text}`) }),
      }),
      signal,
    );
  return { agents, say, log };
}

describe('an http agent in a later turn', () => {
  const warningsOf = async (fields: object, server: Answers) => {
    const { url } = await serve(server);
    const { agents } = await openAgents({ url: `${url}/ask`, ...fields });
    const warnings: string[] = [];
    const context = listeningContext({ warning: ({ text }) => warnings.push(text) });
    const talk = [
      { role: 'user' as const, content: 'Order 17' },
      { role: 'assistant' as const, content: 'Yes?' },
      { role: 'user' as const, content: 'Refund it' },
    ];
    const agent = await agents.agent({ id: 'desk' }, neverAborted());
    for (const messages of [talk.slice(0, 1), talk])
      await agent.invoke({ ...agentRequest('Refund it', { context }), messages }, neverAborted());
    return warnings;
  };
  const quiet: Answers = { 'POST /ask': () => ({ text: 'Done.', withoutCookie: true }) };

  it('warns that the agent cannot know the earlier turns', async () => {
    expect(await warningsOf({ body: { text: '{{input}}' } }, quiet)).toEqual([
      'the agent "desk" cannot know the earlier turns: its request has no {{messages}}, {{session_id}} or "carry", and the server set no cookie',
    ]);
  });

  it.each([
    ['the messages', { body: { talk: '{{text_messages}}' } }, quiet],
    ['a session', { body: { text: '{{input}}' }, headers: { 'X-Session': '{{session_id}}' } }, quiet],
    ['the whole request', {}, quiet],
    ['a session of its own', { body: { text: '{{input}}', thread_id: 'test' } }, quiet],
    ['metadata', { body: { text: '{{input}}', user: '{{metadata.user}}' } }, quiet],
    ['a cookie', { body: { text: '{{input}}' } }, { 'POST /ask': () => ({ text: 'Done.' }) }],
  ])('does not warn if the request has %s', async (_, fields, server) => {
    expect(await warningsOf(fields, server)).toEqual([]);
  });
});

describe('the session of an http agent', () => {
  const entry = (url: string) => ({
    url: `${url}/sessions/{{setup.data.0.id}}/messages`,
    headers: { 'X-Key': '$ENV.KEY' },
    body: { text: '{{input}}', thread: '{{session_uuid}}' },
    setup: { url: '/sessions', body: { user: '{{user_id}}', thread: '{{session_uuid}}' } },
    teardown: { url: '/sessions/{{setup.data.0.id}}' },
  });

  it('is opened before the first message, and closed when its attempt is over', async () => {
    const server = await serve({
      'POST /sessions': (_asked, times) => ({ data: [{ id: `s${times}` }] }),
      'POST /sessions/s1/messages': ({ body }) => ({ text: JSON.stringify(body) }),
      'POST /sessions/s2/messages': () => ({ text: 'other' }),
      'DELETE /sessions/s1': () => ({}),
      'DELETE /sessions/s2': () => ({}),
    });
    const { agents, say } = await openAgents(entry(server.url));
    const { content } = await say('hello');
    await say('again');
    expect((await say('hello', 'one:simulator')).content).toBe('other');
    await say('hello', 'two').catch(() => undefined);
    await agents.waitForLateReports?.('one', neverAborted());
    expect(server.lines()).toEqual([
      ...['POST /sessions', 'POST /sessions/s1/messages', 'POST /sessions/s1/messages'],
      ...['POST /sessions', 'POST /sessions/s2/messages', 'POST /sessions', 'POST /sessions/s3/messages'],
      ...['DELETE /sessions/s1', 'DELETE /sessions/s2'],
    ]);
    await agents.close();
    expect(server.lines().at(-1)).toBe('DELETE /sessions/s3');
    expect(new Set(server.asked.map(({ key }) => key))).toEqual(new Set(['secret']));
    expect(server.asked.map(({ cookie }) => cookie).slice(0, 3)).toEqual([undefined, 'seen=1', 'seen=1']);
    const { thread } = JSON.parse(content);
    expect(thread).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(server.asked[0]?.body).toEqual({ user: 'test-user', thread });
  });

  it('that cannot be opened is an error of the case, and is tried again', async () => {
    const server = await serve({
      'POST /sessions': (_asked, times) => (times === 1 ? 503 : { data: [{ id: 's1' }] }),
      'POST /sessions/s1/messages': () => ({ text: 'hi' }),
    });
    const { agents, say, log } = await openAgents(entry(server.url));
    await expect(say('hello')).rejects.toThrow(/^agent "desk": its setup POST http:\S+\/sessions answered 503: 503$/);
    expect((await say('hello')).content).toBe('hi');
    await agents.waitForLateReports?.('one', neverAborted());
    expect(log).toEqual([
      expect.stringMatching(
        /^teardown: the request failed: agent "desk": its teardown DELETE \S+\/sessions\/s1 answered 404/,
      ),
    ]);
  });

  it('knows its placeholders', async () => {
    await expect(openAgents({ url: 'http://127.0.0.1/{{setup.id}}' })).rejects.toThrow(
      'the placeholder {{setup.id}} is not known. Known: input, messages, session_id, session_uuid, ',
    );
    const setup = { url: '/sessions/{{answer.id}}' };
    await expect(openAgents({ url: 'http://127.0.0.1', setup })).rejects.toThrow('{{answer.id}} is not known');
  });
});

describe('an http agent whose answer is a job', () => {
  const entry = (url: string, poll: object = {}) => ({
    url: `${url}/ask`,
    headers: { 'X-Key': '$ENV.KEY' },
    poll: { url: '/jobs/{{answer.id}}', every: '1ms', ...poll },
  });

  it('is asked until it is done', async () => {
    const states = ['queued', 'running', 'SUCCEEDED'];
    const server = await serve({
      'POST /ask': () => ({ id: 'j 1' }),
      'GET /jobs/j%201': (_asked, times) => ({ status: states[times - 1], text: times === 3 ? 'forty-two' : '' }),
    });
    const { say } = await openAgents(entry(server.url));
    expect((await say('hello')).content).toBe('forty-two');
    expect(server.lines()).toEqual(['POST /ask', ...states.map(() => 'GET /jobs/j%201')]);
    expect(server.asked.map(({ key }) => key)).toEqual(Array(4).fill('secret'));
  });

  it('may give the address of the job, and have statuses of its own', async () => {
    const server = await serve({
      'POST /ask': () => ({ links: { self: `${server.url}/jobs/7?full=1` } }),
      'GET /jobs/7?full=1': (_asked, times) => ({ state: { code: times }, text: 'hi' }),
    });
    const poll = { url: '{{answer.links.self}}', status: 'state.code', done: ['2'] };
    const { say } = await openAgents(entry(server.url, poll));
    expect((await say('hello')).content).toBe('hi');
    expect(server.asked).toHaveLength(3);
  });

  it.each([
    ['fails', () => ({ status: 'failed', why: 'no paper' }), /began a job that ended as "failed": .*no paper/],
    ['has no status', () => ({ state: 'running' }), /began a job, but the answer to a poll has no status: \{"state"/],
    ['is gone', () => 404, /answered 404/],
    ['is done without an answer', () => ({ status: 'done' }), /answered without text: \{"status":"done"\}/],
  ])('is a clear error when the job %s', async (_what, job, message) => {
    const server = await serve({ 'POST /ask': () => ({ id: 1 }), 'GET /jobs/1': job });
    const { say } = await openAgents(entry(server.url));
    await expect(say('hello')).rejects.toThrow(message);
  });

  it('never takes its keys to another server', async () => {
    const server = await serve({ 'POST /ask': () => ({ url: 'http://127.0.0.2:9/jobs' }) });
    const { say } = await openAgents(entry(server.url, { url: '{{answer.url}}' }));
    await expect(say('hello')).rejects.toThrow('"http://127.0.0.2:9/jobs" is not on http://127.0.0.1');
    const { say: ask } = await openAgents(entry(server.url, { url: '{{answer.nothing}}' }));
    await expect(ask('hello')).rejects.toThrow('the address "{{answer.nothing}}" is empty');
  });

  it('ends at the deadline, however long the job takes', async () => {
    const stop = new AbortController();
    const server = await serve({
      'POST /ask': () => ({ id: 1 }),
      'GET /jobs/1': (_asked, times) => {
        if (times === 3) stop.abort(new Error('deadline'));
        return { status: 'running' };
      },
    });
    const { say } = await openAgents(entry(server.url));
    await expect(say('hello', 'one', stop.signal)).rejects.toThrow('deadline');
  });

  it('does not stream', () => {
    const parsed = workspaceConfigSchema.safeParse({
      agents: { desk: { type: 'http', output: 'text', stream: true, ...entry('http://127.0.0.1') } },
    });
    expect(parsed.error?.issues[0]?.message).toContain('a job is polled');
  });
});
