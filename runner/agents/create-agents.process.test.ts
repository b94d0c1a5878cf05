import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { workspaceConfigSchema } from '../contract/index.ts';
import { systems } from '../extensions/registered/systems.ts';
import { agentRequest, neverAborted, testContext } from '../testing/model-request.ts';
import { createRepliesInTurn } from '../testing/model-server.ts';
import { type OpenAIServer, startOpenAIServer } from '../testing/openai-server.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';
import { findAgentFolder } from '../workspace/workspace-readers.ts';
import { type AgentsHandle, createAgents } from './create-agents.ts';

const opened: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((thing) => thing.close()));
});

async function openAgents(
  files: Record<string, string>,
  config: unknown = {},
  variables: Record<string, string> = {},
): Promise<AgentsHandle & { root: string }> {
  const root = await createTemporaryWorkspace(files);
  const handle = createAgents({ systems, root, config: workspaceConfigSchema.parse(config), variables });
  opened.push(handle);
  return { ...handle, root };
}

async function loopback(): Promise<OpenAIServer> {
  const server = await startOpenAIServer({ handler: createRepliesInTurn({ type: 'answer', content: 'hi' }) });
  opened.push(server);
  return server;
}

function echoConnector(answer = 'offline: {{input}}'): string {
  return JSON.stringify({ type: 'scripted', rules: [{ answer }] });
}

const greeter = '{ // a comment\n "name": "Greeter", "description": "Says hello", "connector": "offline", }';

describe('agents of a workspace', () => {
  it('are folders with a package.yao and entries of the config, which win', async () => {
    const agents = await openAgents(
      {
        'assistants/greeter/package.yao': greeter,
        'assistants/teams/sales/package.yao': '{"name": "{{ title }}"}',
        'assistants/teams/sales/locales/en-us.yml': 'title: Sales',
        'loose/helper/package.yao': '{"name": "Helper"}',
        'node_modules/other/package.yao': '{"name": "Not ours"}',
        'agents/target.ts': 'export default () => "x";',
      },
      {
        agents: {
          target: { type: 'module', path: 'agents/target.ts', description: 'A module' },
          helper: { type: 'scripted', rules: [{ answer: 'x' }] },
          remote: { type: 'http', url: 'https://$ENV.HOST/chat?key=hidden', output: '$', name: 'Remote' },
          program: { type: 'command', command: ['python3', 'agent.py'] },
          bare: { type: 'openai', base_url: 'http://127.0.0.1:11434/v1', model: 'small' },
        },
      },
    );
    const listed = agents.list().map(({ problem: _, ...agent }) => agent);
    expect(listed.sort((left, right) => left.id.localeCompare(right.id))).toEqual([
      { id: 'bare', type: 'openai', address: 'small at http://127.0.0.1:11434/v1', prompt: '' },
      {
        id: 'greeter',
        type: 'yao',
        path: 'assistants/greeter',
        name: 'Greeter',
        description: 'Says hello',
        connector: 'offline',
      },
      { id: 'helper', type: 'scripted' },
      { id: 'program', type: 'command', address: 'python3 agent.py', noConnector: true },
      { id: 'remote', type: 'http', address: 'https://$ENV.HOST/chat', name: 'Remote', noConnector: true },
      { id: 'target', type: 'module', path: 'agents/target.ts', description: 'A module' },
      { id: 'teams.sales', type: 'yao', path: 'assistants/teams/sales', name: 'Sales', connector: 'use::default' },
    ]);
    expect(agents.describe('agents:assistants.teams.sales').path).toBe('assistants/teams/sales');
  });

  it('are refused with what was searched and the nearest name', async () => {
    const agents = await openAgents(
      { 'assistants/greeter/package.yao': greeter },
      { agents: { judge: { type: 'scripted', rules: [{ answer: 'x' }] } } },
    );
    const refusal = agents.agent({ id: 'greter' }, neverAborted());
    await expect(refusal).rejects.toMatchObject({ name: 'AgentError', kind: 'configuration' });
    await expect(refusal).rejects.toThrow(
      `agent "greter" not found\n  in the workspace config: judge\n  in folders with a package.yao below ${agents.root}: greeter\n  did you mean "greeter"?`,
    );
    expect(() => agents.describe('nobody')).toThrow('agent "nobody" not found');
  });

  it('are suggested by the last part of their id', async () => {
    const agents = await openAgents({ 'assistants/workers/system/keyword/package.yao': greeter });
    expect(() => agents.describe('keyword')).toThrow('did you mean "workers.system.keyword"?');
  });

  it.each([
    [
      'connector that does not exist',
      { id: 'greeter', connector: 'oflline' },
      /connector "oflline" not found.*Did you mean "offline"/,
    ],
    ['connector without its key', { id: 'greeter', connector: 'real' }, /set the environment variable REAL_KEY/],
    ['module that does not exist', { id: 'lost' }, /agent "lost": its module .*nowhere\.ts does not exist/],
    ['connector of a module that does not exist', { id: 'target' }, /connector "gone" not found/],
    ['package.yao that is not JSON', { id: 'broken' }, /broken.package\.yao:2:2: /],
    ['package.yao without a name', { id: 'nameless' }, /nameless.package\.yao:1:1: "name" is missing/],
  ])('are refused before anything runs for a %s', async (_what, reference, message) => {
    const agents = await openAgents(
      {
        'assistants/greeter/package.yao': greeter,
        'assistants/broken/package.yao': '{\n name: }',
        'assistants/nameless/package.yao': '{"connector": "offline"}',
        'connectors/offline.conn.yao': echoConnector(),
        'connectors/real.conn.yao': '{"type": "openai", "options": {"model": "m", "key": "$ENV.REAL_KEY"}}',
        'target.ts': 'export default () => "x";',
      },
      {
        agents: {
          lost: { type: 'module', path: 'nowhere.ts' },
          target: { type: 'module', path: 'target.ts', connector: 'gone' },
        },
      },
    );
    const refusal = agents.agent(reference, neverAborted());
    await expect(refusal).rejects.toMatchObject({ kind: 'configuration' });
    await expect(refusal).rejects.toThrow(message);
  });

  it('answer by rules when they are scripted, or from the connector that is asked for', async () => {
    const agents = await openAgents(
      { 'connectors/offline.conn.yao': echoConnector() },
      {
        agents: {
          user: {
            type: 'scripted',
            rules: [{ when: { reply: 'size' }, answer: { message: 'large' } }, { answer: 'hm' }],
          },
        },
      },
    );
    const user = await agents.agent({ id: 'agents:user' }, neverAborted());
    const request = agentRequest(JSON.stringify({ conversation: [{ role: 'assistant', content: 'Which size?' }] }));
    expect(await user.invoke(request, neverAborted())).toMatchObject({ content: '{"message":"large"}', toolCalls: [] });
    const other = await agents.agent({ id: 'user', connector: 'offline' }, neverAborted());
    expect((await other.invoke(agentRequest('x'), neverAborted())).content).toBe('offline: x');
  });
});

describe('an assistant folder', () => {
  it('puts global prompts and its own before the conversation and passes its options on', async () => {
    const server = await loopback();
    const agents = await openAgents(
      {
        'agent/prompts.yml': '- role: system\n  content: Locale $CTX.LOCALE',
        'assistants/greeter/package.yao':
          '{"name": "Greeter", "connector": "$ENV.CHOSEN", "options": {"temperature": 0.3, "max_tokens": 50}}',
        'assistants/greeter/prompts.yml':
          '- role: system\n  content: You are $CTX.ASSISTANT_NAME for $CTX.plan, id $CTX.ASSISTANT_ID, user $CTX.USER_ID',
        'connectors/real.conn.yao': '{"type": "openai", "options": {"model": "m", "host": "$ENV.HOST"}}',
      },
      {},
      { HOST: server.url, CHOSEN: 'real' },
    );
    const agent = await agents.agent({ id: 'greeter' }, neverAborted());
    const request = agentRequest('hello', { options: { metadata: { plan: 'pro', nested: {} } } });
    expect(await agent.invoke(request, neverAborted())).toEqual({
      content: 'hi',
      toolCalls: [],
      usage: { inputTokens: 10, outputTokens: 5, calls: 1, retries: 0 },
    });
    await agent.invoke(agentRequest('hello', { options: { disable_global_prompts: true } }), neverAborted());
    expect(server.requests[0]?.body).toMatchObject({
      temperature: 0.3,
      max_completion_tokens: 50,
      messages: [
        { role: 'system', content: 'Locale en-us' },
        { role: 'system', content: 'You are Greeter for pro, id greeter, user test-user' },
        { role: 'user', content: 'hello' },
      ],
    });
    expect(server.requests[1]?.body.messages.map((message) => message.content)).toEqual([
      'You are Greeter for , id greeter, user test-user',
      'hello',
    ]);
  });

  it.each([
    ['that it is told to use', { connector: 'b' }, '"a"', 'answer of b'],
    ['that its package names', {}, '"a"', 'answer of a'],
    ['that agent.yml gives to its role', {}, '"use::light"', 'answer of b'],
    ['that agent.yml gives to the role default', {}, '"use::unknown"', 'answer of a'],
    ['of the role default without any', {}, '""', 'answer of a'],
  ])('answers from the connector %s', async (_what, options: { connector?: string }, connectorJson, answer) => {
    const agents = await openAgents({
      'agent/agent.yml': 'system:\n  default: a\n  light: b\n',
      'assistants/greeter/package.yao': `{"name": "Greeter", "connector": ${connectorJson}}`,
      'connectors/a.conn.yao': echoConnector('answer of a'),
      'connectors/b.conn.yao': echoConnector('answer of b'),
    });
    const reference =
      options.connector === undefined ? { id: 'greeter' } : { id: 'greeter', connector: options.connector };
    const agent = await agents.agent(reference, neverAborted());
    expect((await agent.invoke(agentRequest('x'), neverAborted())).content).toBe(answer);
  });

  it('needs no role in a workspace with one connector, and must be told which of several', async () => {
    const one = await openAgents({
      'assistants/greeter/package.yao': '{"name": "Greeter"}',
      'connectors/a.conn.yao': echoConnector('only one'),
    });
    const agent = await one.agent({ id: 'greeter' }, neverAborted());
    expect((await agent.invoke(agentRequest('x'), neverAborted())).content).toBe('only one');
    const two = await openAgents({
      'assistants/greeter/package.yao': '{"name": "Greeter"}',
      'connectors/a.conn.yao': echoConnector(),
      'connectors/b.conn.yao': echoConnector(),
    });
    await expect(two.agent({ id: 'greeter' }, neverAborted())).rejects.toThrow(/names no connector.*known: a, b/);
  });

  it('stops when it is aborted', async () => {
    const agents = await openAgents({
      'assistants/greeter/package.yao': '{"name": "Greeter", "connector": "slow"}',
      'connectors/slow.conn.yao': '{"type": "scripted", "rules": [{"answer": "late", "delay_ms": 3600000}]}',
    });
    const agent = await agents.agent({ id: 'greeter' }, neverAborted());
    const stop = new AbortController();
    const failed = expect(agent.invoke({ ...agentRequest('x'), context: testContext }, stop.signal)).rejects.toThrow(
      'deadline',
    );
    stop.abort(new Error('deadline'));
    await failed;
  });
});

describe('findAgentFolder', () => {
  it('looks in the own folder of a file first, then upwards to the workspace', async () => {
    const root = await createTemporaryWorkspace({
      'assistants/teams/sales/package.yao': '{}',
      'assistants/teams/sales/tests/inputs.jsonl': '',
      'suites/inputs.jsonl': '',
    });
    const dir = path.join(root, 'assistants', 'teams', 'sales');
    expect(findAgentFolder(path.join(dir, 'inputs.jsonl'), root)).toEqual({ id: 'teams.sales', dir });
    expect(findAgentFolder(path.join(dir, 'tests', 'inputs.jsonl'))).toEqual({ id: 'teams.sales', dir });
    expect(findAgentFolder(path.join(root, 'suites', 'inputs.jsonl'), root)).toBeUndefined();
  });

  it('names a folder outside of assistants by its base name', async () => {
    const root = await createTemporaryWorkspace({ 'bots/helper/package.yao': '{}' });
    expect(findAgentFolder(path.join(root, 'bots', 'helper', 'x.jsonl'), root)?.id).toBe('helper');
  });
});
