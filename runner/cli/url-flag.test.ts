import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { createUIMessageStream, pipeUIMessageStreamToResponse, validateUIMessages } from 'ai';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EventSchema, RunAgentInputSchema } from '../testing/ag-ui-schemas.ts';
import { answerChatByRules, startOpenAIServer } from '../testing/openai-server.ts';
import { type ProtocolRequest, type ProtocolServer, startProtocolServer } from '../testing/protocol-server.ts';
import { type CliResult, runCli, startCli } from '../testing/run-cli.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';

const closing: (() => Promise<void>)[] = [];
let root: string;

beforeAll(async () => {
  root = await createTemporaryWorkspace({
    'hours.jsonl': `${JSON.stringify({ id: 'hours', input: 'When?', assert: { type: 'contains', value: '12:00' } })}\n`,
  });
});
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

type Handler = (request: ProtocolRequest, response: ServerResponse) => void | Promise<void>;

/**
 * A server that answers at one path and puts the errors of its request handler into its responses, as web frameworks
 * do.
 */
async function serve(at: string, handler: Handler): Promise<string> {
  const server: ProtocolServer = await startProtocolServer(async (request, response) => {
    if (request.path !== at) {
      response.writeHead(404).end('{}');
      return;
    }
    try {
      await handler(request, response);
    } catch (error) {
      response.writeHead(422, { 'content-type': 'text/plain' }).end(String(error));
    }
  });
  closing.push(server.close);
  return `${server.url}${at}`;
}

async function chatCompletions(): Promise<string> {
  const server = await startOpenAIServer({ handler: answerChatByRules([{ answer: 'From 12:00.' }]) });
  closing.push(server.close);
  return `${server.url}/v1/chat/completions`;
}

const responses = (): Promise<string> =>
  serve('/v1/responses', ({ body }, response) => {
    if (!Array.isArray(body.input)) throw new Error('Missing required parameter: input');
    const content = [{ type: 'output_text', text: 'From 12:00.', annotations: [] }];
    const message = { id: 'm1', type: 'message', role: 'assistant', status: 'completed', content };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: 'r1', object: 'response', status: 'completed', output: [message] }));
  });

const page = (): Promise<string> =>
  serve('/api/chat', async ({ body }, response) => {
    await validateUIMessages({ messages: body.messages });
    const stream = createUIMessageStream({
      execute({ writer }) {
        writer.write({ type: 'start' });
        writer.write({ type: 'text-start', id: '1' });
        writer.write({ type: 'text-delta', id: '1', delta: 'From 12:00.' });
        writer.write({ type: 'text-end', id: '1' });
        writer.write({ type: 'finish' });
      },
    });
    await pipeUIMessageStreamToResponse({ response, stream });
  });

const agUi = (): Promise<string> =>
  serve('/agent', ({ body }, response) => {
    const { threadId, runId } = RunAgentInputSchema.parse(body);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of [
      { type: 'RUN_STARTED', threadId, runId },
      { type: 'TEXT_MESSAGE_START', messageId: 'm1', role: 'assistant' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm1', delta: 'From 12:00.' },
      { type: 'TEXT_MESSAGE_END', messageId: 'm1' },
      { type: 'RUN_FINISHED', threadId, runId },
    ]) {
      response.write(`data: ${JSON.stringify(EventSchema.parse(event))}\n\n`);
    }
    response.end();
  });

async function shop(): Promise<string> {
  const url = '/rpc';
  const card = {
    name: 'Shop',
    version: '1',
    supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  };
  const message = { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'From 12:00.' }] };
  const server = await startProtocolServer(({ path: at, body }, response) => {
    response.setHeader('content-type', 'application/json');
    if (at === '/.well-known/agent-card.json') response.end(JSON.stringify(card));
    else if (at === url) response.end(JSON.stringify({ jsonrpc: '2.0', id: body.id, result: { message } }));
    else response.writeHead(404).end('{}');
  });
  closing.push(server.close);
  return server.url;
}

/** A LangGraph server: lists its graphs, keeps a thread, and returns the state of a run. */
async function graph(assistants: readonly string[] = ['desk']): Promise<string> {
  const sent = { id: 'm1', type: 'human', content: 'When?' };
  const state = { messages: [sent, { id: 'm2', type: 'ai', content: 'From 12:00.' }] };
  const documents: Readonly<Record<string, unknown>> = {
    '/assistants/search': assistants.map((name) => ({ assistant_id: name, graph_id: name })),
    '/threads': { thread_id: 't1' },
    '/threads/t1/runs/r1/join': state,
  };
  const server = await startProtocolServer(({ path }, response) => {
    if (path === '/threads/t1/runs/stream') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`event: metadata\ndata: {"run_id":"r1"}\n\n`);
      response.write(`event: values\ndata: ${JSON.stringify({ messages: [sent] })}\n\n`);
      response.end(`event: values\ndata: ${JSON.stringify(state)}\n\n`);
      return;
    }
    const document = documents[path];
    response.writeHead(document === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(document ?? {}));
  });
  closing.push(server.close);
  return server.url;
}

const plain = (): Promise<string> =>
  serve('/chat', ({ body }, response) => {
    if (typeof body.question !== 'string') throw new Error('question is missing');
    const answer = body.question === 'Hello' ? 'Good day.' : 'From 12:00.';
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ answer }));
  });

function test(...args: string[]): Promise<CliResult> {
  return runCli(['test', ...args, '--no-output'], { cwd: root, variables: { OPENAI_API_KEY: undefined } });
}

describe('turntree test --url', () => {
  it.each([
    ['openai-chat', chatCompletions],
    ['openai-responses', responses],
    ['ai-sdk-ui', page],
    ['ag-ui', agUi],
    ['a2a', shop],
    ['langgraph', () => graph()],
  ])('recognises %s, says so, and asks the cases in it', async (protocol, start) => {
    const url = await start();
    const { code, stdout, stderr } = await test('hours.jsonl', '--url', url);
    expect({ code, stderr }).toEqual({ code: 0, stderr: `turntree: ${url} speaks ${protocol}\n` });
    expect(stdout).toContain(url.replace('http://', ''));
  });

  it('says which graphs a LangGraph server has, where there are several', async () => {
    const url = await graph(['desk', 'clerk']);
    const { code, stderr } = await test('hours.jsonl', '--url', url);
    expect(code).toBe(1);
    expect(stderr).toContain(`${url} is a LangGraph server with several assistants: desk, clerk`);
  });

  it('asks what speaks no protocol of agents in JSON, as `try` finds out', async () => {
    const url = await plain();
    const { code, stderr } = await test('hours.jsonl', '--url', url);
    expect(code).toBe(0);
    expect(stderr).toContain(
      `${url} Takes {question, session_id} at ${url}; the text of the agent is "answer" of its answer; `,
    );
  });

  it('is resumed at the address that was tested, without being told it again', async () => {
    const requestedUrls: string[] = [];
    let isBusy = true;
    const server = await startOpenAIServer({
      handler({ body }) {
        const question = JSON.stringify(body.messages.at(-1));
        requestedUrls.push(question);
        if (isBusy && question.includes('Then?')) return { type: 'hang', where: 'before headers' };
        return { type: 'answer', content: 'From 12:00.' };
      },
    });
    closing.push(server.close);
    const url = `${server.url}/v1/chat/completions`;
    const lines = ['When?', 'Then?'].map((input, at) => JSON.stringify({ id: `c${at}`, input }));
    writeFileSync(path.join(root, 'two.jsonl'), `${lines.join('\n')}\n`);
    const stopped = startCli(['test', 'two.jsonl', '--url', url, '--no-output', '--parallel', '1'], { cwd: root });
    await server.until((requests) => requests.some(({ body }) => JSON.stringify(body).includes('Then?')));
    stopped.child.kill('SIGINT');
    expect((await stopped.done).code).toBe(130);
    isBusy = false;
    requestedUrls.length = 0;
    const resumed = await test('--resume', 'latest');
    expect(resumed).toMatchObject({ code: 0, stderr: expect.stringContaining(`${url} speaks openai-chat`) });
    expect(resumed.stdout).toMatch(/Total: +2\n/);
    expect(requestedUrls.filter((question) => question.includes('When?'))).toEqual([]);
    expect(requestedUrls.filter((question) => question.includes('Then?'))).toHaveLength(1);
  });

  it('is not resumed at another address, nor with another agent', async () => {
    const url = await chatCompletions();
    expect(await test('hours.jsonl', '--url', url)).toMatchObject({ code: 0 });
    const other = await test('--resume', 'latest', '--url', await chatCompletions());
    expect(other.code).toBe(1);
    expect(other.stderr).toMatch(/--resume: the run \S+ tested hours\.jsonl on .*, not hours\.jsonl on /);
  });

  it.each([
    [
      ['--url', 'http://127.0.0.1:1/chat', '-n', 'desk'],
      /--url and --name desk both select the agent to test; give one/,
    ],
    [['--url', 'http://127.0.0.1:1/chat', '--dry-run'], /--dry-run makes no calls; leave one out/],
    [['--url', '127.0.0.1:1/chat'], /--url: 127\.0\.0\.1:1\/chat is not an http address/],
    [['--url', 'http://127.0.0.1:1/chat?key=abc'], /--url: the address holds a key/],
    [['--url', 'http://127.0.0.1:1/chat'], /--url: http:\/\/127\.0\.0\.1:1\/chat does not answer/],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await test('hours.jsonl', ...args);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
  });
});
