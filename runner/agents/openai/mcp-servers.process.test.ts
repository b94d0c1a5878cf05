import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { workspaceConfigSchema } from '../../contract/index.ts';
import { systems } from '../../extensions/registered/systems.ts';
import { fakeToolMocks } from '../../testing/fake-tool-mocks.ts';
import { isAlive } from '../../testing/is-alive.ts';
import { agentRequest, neverAborted } from '../../testing/model-request.ts';
import { createRepliesInTurn, type ModelReply } from '../../testing/model-server.ts';
import { startOpenAIServer } from '../../testing/openai-server.ts';
import { createTemporaryWorkspace } from '../../testing/workspace.ts';
import { type AgentsHandle, createAgents } from '../create-agents.ts';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const thing of opened.splice(0)) await thing.close();
});

/** An MCP server over standard input and output. */
const shop = `
  import { createInterface } from 'node:readline';
  const tool = (name) => ({ name, description: 'It ' + name + 's', inputSchema: { type: 'object', properties: { id: {} } } });
  function resultOf({ method, params }) {
    if (method === 'initialize') {
      const serverInfo = { name: 'shop', version: '1' };
      return { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo };
    }
    if (method === 'tools/list') return { tools: [tool('find'), tool('refund')] };
    const { name, arguments: args } = params;
    if (args.id === '0') return { content: [{ type: 'text', text: 'no such order' }], isError: true };
    return { content: [{ type: 'text', text: JSON.stringify({ did: name, id: args.id, key: process.env.SHOP_KEY }) }] };
  }
  for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    if (message.id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: resultOf(message) }));
  }`;

const stdio = { shop: { command: '$ENV.NODE', args: ['shop.mjs'], env: { SHOP_KEY: 'key of $ENV.REGION' } } };

async function openAgentWith(replies: Parameters<typeof createRepliesInTurn>, servers: object = stdio, program = shop) {
  const model = await startOpenAIServer({ handler: createRepliesInTurn(...replies) });
  const root = await createTemporaryWorkspace({ 'shop.mjs': program });
  const entry = { type: 'openai', base_url: `${model.url}/v1`, model: 'small', mcp_servers: servers };
  const config = workspaceConfigSchema.parse({ agents: { desk: entry } });
  const variables = { NODE: process.execPath, REGION: 'the north' };
  const agents: AgentsHandle = createAgents({ systems, root, config, variables });
  opened.push(agents, model);
  return { model, agents, root };
}

const call = (name: string, id: string): ModelReply => ({ type: 'answer', toolCalls: [{ name, arguments: { id } }] });
const finalAnswer = { type: 'answer', content: 'Done.' } as const;

describe('an openai agent with MCP servers', () => {
  it('offers their tools to the model and calls them', async () => {
    const { agents, model } = await openAgentWith([call('shop__find', '7'), call('shop__find', '0'), finalAnswer]);
    const agent = await agents.agent({ id: 'desk' }, neverAborted());
    const answer = await agent.invoke(agentRequest('Where is it?'), neverAborted());
    expect(answer.content).toBe('Done.');
    expect(answer.toolCalls).toMatchObject([
      {
        server: 'shop',
        tool: 'find',
        arguments: { id: '7' },
        result: { did: 'find', id: '7', key: 'key of the north' },
      },
      { server: 'shop', tool: 'find', arguments: { id: '0' }, error: 'no such order' },
    ]);
    expect(model.requests[0]?.body.tools).toMatchObject([
      { function: { name: 'shop__find', description: 'It finds', parameters: { properties: { id: {} } } } },
      { function: { name: 'shop__refund' } },
    ]);
  });

  it('leaves its tools to the mocks of a case, unless they may pass', async () => {
    const { agents } = await openAgentWith([call('shop__refund', '7'), call('shop__find', '7'), finalAnswer]);
    const agent = await agents.agent({ id: 'desk' }, neverAborted());
    const mocks = fakeToolMocks({
      refund: () => ({ type: 'result', result: 'mocked' }),
      find: () => ({ type: 'pass' }),
    });
    const { toolCalls } = await agent.invoke(agentRequest('Refund!', { mocks }), neverAborted());
    expect(toolCalls).toMatchObject([
      { server: 'shop', tool: 'refund', result: 'mocked', mocked: true },
      { server: 'shop', tool: 'find', result: { did: 'find' } },
    ]);
    expect(mocks.asked).toMatchObject([
      { name: 'refund', server: 'shop' },
      { name: 'find', server: 'shop' },
    ]);
  });

  it('ends with everything that its servers started, and waits for nobody who left them', async () => {
    const child = (options: string) =>
      `spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit', ${options} })`;
    const start = `
      import { spawn } from 'node:child_process';
      import { writeFileSync } from 'node:fs';
      const inside = ${child('detached: false')};
      const outside = ${child('detached: true')};
      for (const each of [inside, outside]) each.unref();
      writeFileSync('pids', inside.pid + ' ' + outside.pid);`;
    const { agents, root } = await openAgentWith([call('shop__find', '7'), finalAnswer], stdio, `${start}\n${shop}`);
    const agent = await agents.agent({ id: 'desk' }, neverAborted());
    await agent.invoke(agentRequest('Where is it?'), neverAborted());
    const [inside = 0, outside = 0] = readFileSync(path.join(root, 'pids'), 'utf8').split(' ').map(Number);
    await agents.close();
    await vi.waitUntil(() => !isAlive(inside), { timeout: 60_000 });
    process.kill(outside);
  });

  it('says that a server ended, whoever still holds its output', async () => {
    const leave = `
      import { spawn } from 'node:child_process';
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit', detached: true });
      process.stderr.write(String(child.pid), () => process.exit(3));`;
    const { agents } = await openAgentWith([finalAnswer], stdio, leave);
    const agent = await agents.agent({ id: 'desk' }, neverAborted());
    const refusal = String(await agent.invoke(agentRequest('x'), neverAborted()).catch(String));
    expect(refusal).toContain('the MCP server "shop" (mcp_servers of agent "desk") cannot be reached');
    process.kill(Number(/it wrote: (\d+)$/.exec(refusal)?.[1]));
  });

  it('says which of them cannot be reached', async () => {
    const { agents } = await openAgentWith([finalAnswer], {
      shop: { command: '$ENV.NODE', args: ['-e', 'process.exit(3)'] },
    });
    const agent = await agents.agent({ id: 'desk' }, neverAborted());
    await expect(agent.invoke(agentRequest('x'), neverAborted())).rejects.toThrow(
      'the MCP server "shop" (mcp_servers of agent "desk") cannot be reached',
    );
  });

  it('sends its headers to a server behind an address', async () => {
    const authorizations: (string | undefined)[] = [];
    const web = createServer((request, response) => {
      authorizations.push(request.headers.authorization);
      response.writeHead(500).end('closed');
    });
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    opened.push(web);
    const address = web.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/mcp`;
    const { agents } = await openAgentWith([finalAnswer], {
      shop: { url, headers: { Authorization: 'Bearer $ENV.REGION' } },
    });
    const agent = await agents.agent({ id: 'desk' }, neverAborted());
    await expect(agent.invoke(agentRequest('x'), neverAborted())).rejects.toThrow('cannot be reached');
    expect(authorizations[0]).toBe('Bearer the north');
  });

  it('names the variable that is not set', async () => {
    const { agents } = await openAgentWith([finalAnswer], {
      shop: { url: 'https://shop.example/mcp', headers: { A: '$ENV.NO_KEY' } },
    });
    const message = 'set the environment variable NO_KEY, which its mcp_servers.shop.headers.A names';
    await expect(agents.agent({ id: 'desk' }, neverAborted())).rejects.toThrow(message);
    expect(agents.list().find(({ id }) => id === 'desk')?.problem).toContain(message);
  });

  it.each([
    [{ shop: {} }, 'an MCP server needs either `command` or `url`'],
    [{ shop: { command: 'x', url: 'http://x' } }, 'an MCP server needs either `command` or `url`'],
    [{ shop: { command: 'x', type: 'http' } }, 'does not match the other keys: `stdio` servers have a `command`'],
    [{ 'my shop': { command: 'x' } }, 'must be a name of letters, digits, - and _'],
  ])('refuses what is no server: %j', (servers, message) => {
    const entry = { type: 'openai', base_url: 'http://x', model: 'm', mcp_servers: servers };
    const parsed = workspaceConfigSchema.safeParse({ agents: { desk: entry } });
    expect(JSON.stringify(parsed.error?.issues)).toContain(message);
  });
});
