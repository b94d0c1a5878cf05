import { createServer, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { type ConfigInput, workspaceConfigSchema } from '../contract/index.ts';
import { systems } from '../extensions/registered/systems.ts';
import { createScorerHost } from '../scorers/create-scorer-host.ts';
import { createScriptHost } from '../scripts/create-script-host.ts';
import { agentRequest, neverAborted } from '../testing/model-request.ts';
import { createRepliesInTurn, type ModelReply } from '../testing/model-server.ts';
import { startOpenAIServer } from '../testing/openai-server.ts';
import { getServerPort } from '../testing/server-port.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';
import { formatYaoPackage } from '../testing/yao-workspace.ts';
import { createAgents } from './create-agents.ts';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const thing of opened.splice(0)) await thing.close();
});

const LONG = 'ü'.repeat(600);

/** Opens an agent in a workspace that limits answers to 1,000 bytes. */
async function openAgent(entry: NonNullable<ConfigInput['agents']>[string], files: Record<string, string> = {}) {
  const root = await createTemporaryWorkspace(files);
  const config = workspaceConfigSchema.parse({ agents: { desk: entry }, max_answer: 1000 });
  const variables = { NODE: process.execPath, PATH: process.env.PATH };
  const agents = createAgents({ systems, root, config, variables });
  opened.push(agents);
  return { agents, ask: () => askAgent(agents, 'desk') };
}

async function askAgent(agents: ReturnType<typeof createAgents>, id: string) {
  const agent = await agents.agent({ id }, neverAborted());
  return agent.invoke(agentRequest('hello'), neverAborted());
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push({ close: () => void server.close().closeAllConnections() });
  return `http://127.0.0.1:${getServerPort(server.address())}`;
}

const more = 'more than the 1000 bytes that max_answer in the workspace config allows';
const measured = (did: string, bytes: string) =>
  `${did} ${bytes}; max_answer in the workspace config allows 1000 bytes`;

/** An MCP server with a tool `find` that returns more than the allowed size. */
const answerer = `
  function resultOf({ method, params }) {
    if (method === 'initialize') {
      const serverInfo = { name: 'shop', version: '1' };
      return { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo };
    }
    if (method === 'tools/list') return { tools: [{ name: 'find', inputSchema: { type: 'object' } }] };
    return { content: [{ type: 'text', text: 'x'.repeat(5000) }] };
  }`;

describe('an answer that is too long is an error of its attempt', () => {
  it('of a module, measured before it is sent', async () => {
    const { ask } = await openAgent(
      { type: 'module', path: 'agent.ts' },
      { 'agent.ts': `export default () => '${LONG}';` },
    );
    await expect(ask()).rejects.toThrow(measured('the agent answered', '1.2 KB'));
  });

  it('and so is an error, of which the beginning is kept', async () => {
    const { ask } = await openAgent(
      { type: 'module', path: 'agent.ts' },
      { 'agent.ts': `export default () => { throw new Error('x'.repeat(10_000_000)); };` },
    );
    const message = String(await ask().catch(String));
    expect(message).toMatch(/x{1000}…/);
    expect(message.length).toBeLessThan(200_000);
  });

  it('of a command', async () => {
    const { ask } = await openAgent({ type: 'command', command: [process.execPath, '-e', `console.log('${LONG}')`] });
    await expect(ask()).rejects.toThrow(`wrote to standard output ${more}`);
  });

  it('of a server', async () => {
    const url = await serve((_request, response) => response.end(JSON.stringify({ text: LONG })));
    const { ask } = await openAgent({ type: 'http', url, output: 'text' });
    await expect(ask()).rejects.toThrow(`answered ${more}`);
  });

  it.each([
    ['all events together', Array.from({ length: 20 }, () => `data: ${JSON.stringify({ text: 'x'.repeat(60) })}\n\n`)],
    ['one event', [`data: ${JSON.stringify({ text: LONG })}\n\n`]],
    ['an event that never ends', Array.from({ length: 20 }, () => `data: ${'x'.repeat(60)}\n`)],
  ])('of a server that streams: %s', async (_what, parts) => {
    const url = await serve((_request, response) => {
      response.setHeader('content-type', 'text/event-stream');
      for (const part of parts) response.write(part);
      response.end();
    });
    const { ask } = await openAgent({ type: 'http', url, output: 'text', stream: true });
    await expect(ask()).rejects.toThrow(`answered ${more}`);
  });

  it('and a stream is as long as what it says, not as the events around it', async () => {
    const noise = { id: 'x'.repeat(50), model: 'x'.repeat(50) };
    const url = await serve((_request, response) => {
      response.setHeader('content-type', 'text/event-stream');
      for (let part = 0; part < 100; part += 1) {
        response.write(`data: ${JSON.stringify({ ...noise, text: 'word ' })}\n`);
        response.write('\n');
      }
      response.end();
    });
    const { ask } = await openAgent({ type: 'http', url, output: 'text', stream: true });
    expect((await ask()).content).toBe('word '.repeat(100));
  });

  it.each<[string, ModelReply]>([
    ['its text', { type: 'answer', content: LONG }],
    ['its tool calls', { type: 'answer', toolCalls: [{ name: 'find', arguments: { id: LONG } }] }],
  ])('of a model: %s; it is not asked again', async (_what, reply) => {
    const model = await startOpenAIServer({ handler: createRepliesInTurn(reply) });
    opened.push(model);
    const { ask } = await openAgent({ type: 'openai', base_url: `${model.url}/v1`, model: 'small' });
    await expect(ask()).rejects.toThrow(/^agent "desk" at http:\S+ failed: answered more than the 1000 bytes/);
    expect(model.requests).toHaveLength(1);
  });

  it('of a model whose server sends a page', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(LONG);
    });
    const { ask } = await openAgent({ type: 'openai', base_url: url, model: 'small' });
    await expect(ask()).rejects.toThrow(`answered ${more}`);
  });

  it('of scripted rules', async () => {
    const { ask } = await openAgent({ type: 'scripted', rules: [{ answer: LONG }] });
    await expect(ask()).rejects.toThrow(`agent "desk": ${measured('answered', '1.2 KB')}`);
  });

  it('of a recorded conversation', async () => {
    const line = JSON.stringify({ id: 'T001', turns: [{ input: 'hello', output: LONG }] });
    const { ask } = await openAgent({ type: 'replay', file: 'talks.ndjson' }, { 'talks.ndjson': line });
    await expect(ask()).rejects.toThrow(`agent "desk": ${measured('answered', '1.2 KB')}`);
  });

  it.each(['stdio', 'http'])(
    'of a tool of an MCP server, or of the call where the model is told of it: %s',
    async (transport) => {
      const resultOf: (message: object) => object = new Function(`${answerer}; return resultOf;`)();
      const model = await startOpenAIServer({
        handler: createRepliesInTurn(
          { type: 'answer', toolCalls: [{ name: 'shop__find', arguments: {} }] },
          { type: 'answer', content: 'It is broken.' },
        ),
      });
      opened.push(model);
      const url = await serve((request, response) => {
        void text(request).then((body) => {
          const message = body === '' ? {} : JSON.parse(body);
          if (message.id === undefined) return response.writeHead(request.method === 'POST' ? 202 : 405).end();
          const answer = JSON.stringify({ jsonrpc: '2.0', id: message.id, result: resultOf(message) });
          return response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
        });
      });
      const shop = transport === 'stdio' ? { command: '$ENV.NODE', args: ['shop.mjs'] } : { url };
      const program = `${answerer}
      import { createInterface } from 'node:readline';
      for await (const line of createInterface({ input: process.stdin })) {
        const message = JSON.parse(line);
        if (message.id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: resultOf(message) }));
      }`;
      const entry = { type: 'openai', base_url: `${model.url}/v1`, model: 'small', mcp_servers: { shop } } as const;
      const { ask } = await openAgent(entry, { 'shop.mjs': program });
      const { toolCalls } = await ask();
      expect(toolCalls).toMatchObject([{ tool: 'find', error: expect.stringContaining(`answered ${more}`) }]);
    },
  );

  it('of an assistant: what its hook returns', async () => {
    const { agents } = await openAgent(
      { type: 'scripted', rules: [{ answer: 'x' }] },
      {
        'assistants/a/package.yao': formatYaoPackage(),
        'assistants/a/src/index.ts': `function Next() { return { data: '${LONG}' }; }`,
        'connectors/offline.conn.yao': '{"type": "scripted", "rules": [{"answer": "fine"}]}',
      },
    );
    await expect(askAgent(agents, 'a')).rejects.toThrow(measured('returned', '1.2 KB'));
  });
});

describe('what a function returns that is too long is an error', () => {
  it('of a script', async () => {
    const root = await createTemporaryWorkspace({ 'scripts/check.ts': `export const Check = () => '${LONG}';` });
    const host = createScriptHost({ systems, root, workers: { maxAnswer: 1000 } });
    opened.push(host);
    const call = { reference: 'scripts:check.Check', baseDir: '', agentId: '', arguments: [] };
    await expect(host.runFunction(call, neverAborted())).rejects.toThrow(measured('returned', '1.2 KB'));
  });

  it('of a scorer', async () => {
    const root = await createTemporaryWorkspace({
      'scorers/long.ts': `export default () => ({ score: 1, reason: '${LONG}' });`,
    });
    const host = createScorerHost({ root, config: { scorers: {} }, systems, workers: { maxAnswer: 1000 } });
    opened.push(host);
    const [scorer = ''] = await host.open({ type: 'long', folder: root }, neverAborted());
    const question = { input: 'x', output: 'y' };
    expect(
      JSON.stringify(await host.score({ scorer, question, log() {} } as never, neverAborted()).catch(String)),
    ).toContain(measured('returned', '1.2 KB'));
  });
});
