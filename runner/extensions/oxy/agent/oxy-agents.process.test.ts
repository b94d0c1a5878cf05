import { afterEach, describe, expect, it } from 'vitest';
import { createAgents } from '../../../agents/create-agents.ts';
import { workspaceConfigSchema } from '../../../contract/index.ts';
import { fakeToolMocks } from '../../../testing/fake-tool-mocks.ts';
import { createRepliesInTurn, type ModelReply } from '../../../testing/model-server.ts';
import { type OpenAIServer, startOpenAIServer } from '../../../testing/openai-server.ts';
import { createTemporaryWorkspace } from '../../../testing/workspace.ts';
import { createYaoWorkspace, type YaoWorkspace } from '../../../testing/yao-workspace.ts';
import { systems } from '../../registered/systems.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((thing) => thing.close()));
});

async function serverWith(...replies: Parameters<typeof createRepliesInTurn>): Promise<OpenAIServer> {
  const server = await startOpenAIServer({ handler: createRepliesInTurn(...replies) });
  opened.push(server);
  return server;
}

const hello = { type: 'answer', content: 'Hello.' } as const;

function buildConfig(server: { url: string }): string {
  return `databases: []
models:
  - name: fast
    vendor: openai
    model_ref: gpt-4o-mini
    key_var: OPENAI_API_KEY
    api_url: ${server.url}/v1
`;
}

type Options = Parameters<typeof createYaoWorkspace>[1];

async function project(files: Record<string, string>, options: Options = {}): Promise<YaoWorkspace> {
  const workspace = await createYaoWorkspace(files, { variables: { OPENAI_API_KEY: 'sk-1' }, ...options });
  opened.push(workspace);
  return workspace;
}

async function agentSays(instructions: string, rest = ''): Promise<{ system: unknown; workspace: YaoWorkspace }> {
  const server = await serverWith(hello);
  const block = instructions.replaceAll(/^/gm, '  ');
  const workspace = await project({
    'config.yml': buildConfig(server),
    'agents/sales.agent.yml': `model: fast\n${rest}system_instructions: |\n${block}\n`,
    'data/a.sql': 'select 1',
    'data/b.sql': 'select 2',
    'data/sales.schema.yml': 'table: sales.csv\nentities: [{name: order}]\n',
  });
  await workspace.ask('agents/sales.agent.yml', 'How many orders?');
  return { system: server.requests[0]?.body.messages[0], workspace };
}

describe('an agent file of oxy', () => {
  it('asks its model with its instructions before the conversation', async () => {
    const server = await serverWith({ ...hello, usage: { input: 12, output: 3 } });
    const workspace = await project({
      'config.yml': buildConfig(server),
      'agents/sales.agent.yml':
        'model: fast\noutput_format: file\nreasoning:\n  effort: low\nsystem_instructions: You count {{ 1 + 1 }} things.\n',
    });
    const answer = await workspace.ask('agents/sales.agent.yml', [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello.' },
      { role: 'user', content: 'How many?' },
    ]);
    expect(answer).toMatchObject({ content: 'Hello.', toolCalls: [], usage: { inputTokens: 12, outputTokens: 3 } });
    const [request] = server.requests;
    expect(request?.body).toMatchObject({ model: 'gpt-4o-mini', stream: true, reasoning_effort: 'low' });
    expect(request?.body).not.toHaveProperty('tools');
    expect(request?.headers.authorization).toBe('Bearer sk-1');
    expect(request?.body.messages).toEqual([
      { role: 'system', content: 'You count 2 things.' },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello.' },
      { role: 'user', content: 'How many?' },
    ]);
  });

  it('has files and semantic models of its context in its instructions', async () => {
    const context =
      'context:\n  - {name: queries, type: file, src: ["data/*.sql"]}\n  - {name: one, type: file, src: data/b.sql}\n' +
      '  - {name: sales, type: semantic_model, src: data/sales.schema.yml}\n';
    const { system } = await agentSays(
      '{% for q in context.queries %}{{ q }};{% endfor %}{{ context.one }} {{ context.sales.table }}',
      context,
    );
    expect(system).toEqual({ role: 'system', content: 'select 1;select 2;["select 2"] sales.csv' });
  });

  it('knows its name, the question and the time', async () => {
    const { system } = await agentSays("{{ tools.agent_name }}: {{ tools.prompt }} {{ now(fmt='%Y') }}");
    expect(system).toEqual({ role: 'system', content: `sales: How many orders? ${new Date().getFullYear()}` });
  });

  it('takes variables from the request, else their defaults', async () => {
    const server = await serverWith(hello);
    const workspace = await project({
      'config.yml': buildConfig(server),
      'a.agent.yml':
        'model: fast\nvariables:\n  tone: {type: string, default: kind}\n  city: Rome\n  day: {type: string}\n' +
        'system_instructions: "{{ tone }} {{ city }} [{{ day }}]"\n',
    });
    await workspace.ask('a.agent.yml', 'Hi');
    await workspace.ask('a.agent.yml', 'Hi', { options: { metadata: { variables: { tone: 'dry', day: 'Monday' } } } });
    expect(server.requests.map(({ body }) => body.messages[0]?.content)).toEqual([
      'kind Rome [none]',
      'dry Rome [Monday]',
    ]);
  });

  it('is put on another connector when the run says so', async () => {
    const server = await serverWith(hello);
    const workspace = await project({
      'config.yml': buildConfig(server),
      'a.agent.yml': 'model: fast\nsystem_instructions: Be short.\n',
    });
    expect(await workspace.ask('a.agent.yml', 'Hi', { connector: 'offline' })).toMatchObject({ content: 'model: Hi' });
    expect(server.requests).toHaveLength(0);
  });

  it('warns of names that nobody has, of patterns that no file matches, and of what is left out', async () => {
    const { system, workspace } = await agentSays(
      'a{{ quarry }}b{{ dimensions.month }} {% if tools.prompt is defined %}c{% endif %}',
      'context: [{name: queries, type: file, src: "none/*.sql"}]\nanonymize: {type: flash_text}\n',
    );
    expect(system).toEqual({ role: 'system', content: 'ab c' });
    expect(workspace.warnings).toEqual([
      'agents/sales.agent.yml:3:12: anonymize is not applied: the model receives every text unchanged',
      'agents/sales.agent.yml:2:44: no file matches none/*.sql',
      'agents/sales.agent.yml:5:3: system_instructions reads quarry, which does not exist',
      'agents/sales.agent.yml:5:3: system_instructions reads dimensions.month, which does not exist',
    ]);
  });

  it.each([
    [
      'a database',
      'model: fast\nsystem_instructions: |\n  A\n  {{ databases.local.dialect }}\n',
      'a.agent.yml:4:3: config.yml has no database "local"; known: none',
    ],
    [
      'broken instructions',
      'model: fast\nsystem_instructions: |\n  A\n  {{ now( }}\n',
      'a.agent.yml:4:3: system_instructions: syntax error',
    ],
    [
      'what is undefined',
      'model: fast\nsystem_instructions: |\n  {{ context.a.b }}\n',
      'a.agent.yml:3:3: system_instructions: undefined value',
    ],
    [
      'a routing agent',
      'model: fast\ntype: routing\nroutes: [b.agent.yml]\n',
      'a.agent.yml:2:7: routing agents run only in oxy. Connect a running oxy in runner.config.ts',
    ],
    ['no model', 'system_instructions: Hi\n', 'a.agent.yml:1:1: "model" is missing'],
    ['no instructions', 'model: fast\n', 'a.agent.yml:1:1: "system_instructions" is missing'],
    [
      'empty instructions',
      'model: fast\nsystem_instructions: ""\n',
      'a.agent.yml:2:1: "system_instructions": must not be empty',
    ],
    [
      'another model',
      'model: fats\nsystem_instructions: Hi\n',
      'a.agent.yml:1:8: connector "fats" not found; known: offline, fast. Did you mean "fast"?',
    ],
    [
      'another effort',
      'model: fast\nreasoning: {effort: huge}\nsystem_instructions: Hi\n',
      'a.agent.yml:2:21: "reasoning.effort" must be "low" or "medium" or "high"',
    ],
    [
      'another context',
      'model: fast\ncontext: [{name: a, type: web, src: x}]\nsystem_instructions: Hi\n',
      'only contexts of the types file and semantic_model are available in a local run',
    ],
    [
      'a semantic model that is not there',
      'model: fast\ncontext: [{name: a, type: semantic_model, src: x.yml}]\nsystem_instructions: Hi\n',
      'a.agent.yml:2:48: the semantic model x.yml cannot be read: ENOENT',
    ],
    ['broken YAML', 'model: [fast\n', 'a.agent.yml:'],
    [
      'tools that nobody answers, and all else at once',
      'model: fast\nsystem_instructions: "{{ models.x }}"\ntools:\n  - {name: run, type: execute_sql, database: local}\n  - {name: docs, type: retrieval}\n',
      /a\.agent\.yml:2:22: system_instructions reads models\.x: a semantic model.*\na\.agent\.yml:4:5: config\.yml has no database "local"; known: none\na\.agent\.yml:5:5: the tool "docs" \(retrieval\) does not run here\. Write a function for it in runner\.config\.ts: export default \{ processes: \{ "tools\.docs": async \(\{ query \}\) => \[\{ id: "where\.sql", content: "what it found" \}\] \} \}/s,
    ],
  ])('is refused with %s', async (_what, text, message) => {
    const workspace = await project({ 'config.yml': buildConfig({ url: 'http://127.0.0.1:1' }), 'a.agent.yml': text });
    const refused = expect(workspace.ask('a.agent.yml', 'Hi')).rejects;
    await refused.toThrow(message);
    await expect(workspace.ask('a.agent.yml', 'Hi')).rejects.toMatchObject({ kind: 'configuration' });
  });

  it('is refused without the key of its model, by the name of the variable', async () => {
    const workspace = await project(
      {
        'config.yml': buildConfig({ url: 'http://127.0.0.1:1' }),
        'a.agent.yml': 'model: fast\nsystem_instructions: Hi\n',
      },
      { variables: {} },
    );
    await expect(workspace.ask('a.agent.yml', 'Hi')).rejects.toThrow(
      'connector "fast" cannot be used: set the environment variable OPENAI_API_KEY, which holds its key',
    );
  });
});

describe('tools of an agent file', () => {
  const agent = `model: fast
system_instructions: Look things up.
max_tool_calls: 2
tools:
  - {name: search, type: retrieval, description: Finds documents, src: ["docs/*.md"]}
  - {name: sql, type: execute_sql, database: local}
  - {name: chart, type: visualize}
`;
  const config = `let count = 0;
export default { processes: {
  'tools.search': ({ query }) => { count += 1; return [{ content: 'about ' + query, count }]; },
  'tools.sql': ({ sql }) => { throw new Error('no table in ' + sql); },
  'tools.*': (name) => name,
} };`;
  const handlers = ['tools.search', 'tools.sql', 'tools.*'];
  const files = (server: OpenAIServer) => ({
    'config.yml': buildConfig(server),
    'a.agent.yml': agent,
    'runner.config.ts': config,
  });

  it('are offered and answered by handlers of the workspace, until the model needs no more', async () => {
    const server = await serverWith(
      {
        type: 'answer',
        content: 'Let me see. ',
        toolCalls: [
          { name: 'search', arguments: { query: 'cats' } },
          { name: 'sql', arguments: { sql: 'select' } },
        ],
      },
      { type: 'answer', content: 'Two cats.' },
    );
    const workspace = await project(files(server), { handlers, variables: { OPENAI_API_KEY: 'k' } });
    const answer = await workspace.ask('a.agent.yml', 'Cats?');
    expect(answer.content).toBe('Let me see. Two cats.');
    expect(answer.usage).toMatchObject({ calls: 2, inputTokens: 20 });
    expect(answer.toolCalls).toMatchObject([
      { tool: 'search', arguments: { query: 'cats' }, result: [{ content: 'about cats', count: 1 }] },
      { tool: 'sql', arguments: { sql: 'select' }, error: expect.stringContaining('no table in select') },
    ]);
    const [first, second] = server.requests;
    expect(first?.body.tools).toMatchObject([
      {
        type: 'function',
        function: {
          name: 'search',
          description: 'Finds documents',
          parameters: { properties: { query: { type: 'string' } }, required: ['query'] },
        },
      },
      { function: { name: 'sql', parameters: { required: ['sql'] } } },
      { function: { name: 'chart', parameters: { type: 'object' } } },
    ]);
    expect(second?.body.messages.slice(2)).toMatchObject([
      { role: 'assistant', content: 'Let me see. ', tool_calls: [{ function: { name: 'search' } }, {}] },
      { role: 'tool', content: '[{"content":"about cats","count":1}]' },
      { role: 'tool', content: expect.stringMatching(/^Error: .*no table in select/s) },
    ]);
  });

  const searching = {
    'a.agent.yml': `model: fast
system_instructions: Look things up.
tools:
  - {name: docs, type: retrieval, src: ["data/**/*.sql", "../*.sql"], top_k: 2}
`,
    'data/users.sql': '-- how many users are there?\nselect count(*) from monthly_active_users',
    'data/deep/orders.sql': '-- how many orders are open, by day?\nselect day, count(*) from orders group by day',
    'data/cats.sql': '-- عدد القطط في المتجر\nselect count(*) from cats',
  };

  it('search the words of files where nobody else searches, and say so', async () => {
    const server = await serverWith(
      { type: 'answer', toolCalls: [{ name: 'docs', arguments: { query: 'Which monthlyUser was active?' } }] },
      { type: 'answer', toolCalls: [{ name: 'docs', arguments: { query: 'القطط' } }] },
      { type: 'answer', toolCalls: [{ name: 'docs', arguments: { query: 'zebra' } }] },
      { type: 'answer', content: 'Done.' },
    );
    const workspace = await project(
      { 'config.yml': buildConfig(server), ...searching },
      { variables: { OPENAI_API_KEY: 'k' } },
    );
    const { toolCalls } = await workspace.ask('a.agent.yml', 'Users?');
    expect(toolCalls?.map(({ result }) => result)).toEqual([
      [{ id: 'data/users.sql', content: searching['data/users.sql'] }],
      [{ id: 'data/cats.sql', content: searching['data/cats.sql'] }],
      [],
    ]);
    expect(workspace.warnings).toEqual([
      'the tool "docs" (retrieval) is a word search, not the embedding search of oxy',
    ]);
  });

  it('give so many passages as top_k says, the best first', async () => {
    const server = await serverWith(
      { type: 'answer', toolCalls: [{ name: 'docs', arguments: { query: 'count of open orders' } }] },
      { type: 'answer', content: 'Done.' },
    );
    const long = `${'select one.\n\n'.repeat(600)}-- the open orders, once more`;
    const workspace = await project(
      { 'config.yml': buildConfig(server), ...searching, 'data/long.sql': long },
      { variables: { OPENAI_API_KEY: 'k' } },
    );
    const { toolCalls } = await workspace.ask('a.agent.yml', 'Orders?');
    expect(toolCalls?.[0]?.result).toMatchObject([{ id: 'data/deep/orders.sql' }, { id: 'data/long.sql#2' }]);
  });

  it('are answered by the mocks of a case', async () => {
    const server = await serverWith(
      {
        type: 'answer',
        toolCalls: [
          { name: 'search', arguments: { query: 'cats' } },
          { name: 'sql', arguments: { sql: 'select' } },
        ],
      },
      { type: 'answer', content: 'Nine cats.' },
    );
    const workspace = await project(files(server), { handlers });
    const mocks = fakeToolMocks({
      search: () => ({ type: 'result', result: 'nine' }),
      sql: () => ({ type: 'pass' }),
    });
    const { toolCalls, content } = await workspace.ask('a.agent.yml', 'Cats?', { mocks });
    expect(content).toBe('Nine cats.');
    expect(toolCalls).toMatchObject([
      { tool: 'search', result: 'nine', mocked: true },
      { tool: 'sql', error: expect.stringContaining('no table in select') },
    ]);
    expect(toolCalls[1]?.mocked).toBeUndefined();
  });

  it('are told to the model as missing when there is no such tool', async () => {
    const server = await serverWith(
      { type: 'answer', toolCalls: [{ name: 'fly', arguments: {} }] },
      { type: 'answer', content: 'I cannot fly.' },
    );
    const workspace = await project(files(server), { handlers, variables: { OPENAI_API_KEY: 'k' } });
    const { toolCalls, content } = await workspace.ask('a.agent.yml', 'Fly!');
    expect({ toolCalls, content }).toMatchObject({
      toolCalls: [{ tool: 'fly', error: 'there is no tool "fly"' }],
      content: 'I cannot fly.',
    });
  });

  it('are called so often as max_tool_calls says, and no more', async () => {
    const server = await serverWith({
      type: 'answer',
      content: 'Again. ',
      toolCalls: [{ name: 'chart', arguments: {} }],
    });
    const workspace = await project(files(server), { handlers, variables: { OPENAI_API_KEY: 'k' } });
    const answer = await workspace.ask('a.agent.yml', 'Draw!');
    expect(answer.toolCalls).toMatchObject([{ result: 'tools.chart' }, { result: 'tools.chart' }]);
    expect(answer.content).toBe('Again. Again. Again. ');
    expect(workspace.warnings).toEqual([
      'the model still called chart after 2 rounds of calls (max_tool_calls): its text so far is used as the answer',
    ]);
  });

  it('may ask agents, but not one that needs a tool itself', async () => {
    const asks = (name: string): ModelReply => ({ type: 'answer', toolCalls: [{ name, arguments: {} }] });
    const server = await serverWith(asks('outer'), asks('inner'), { type: 'answer', content: 'No.' });
    const withTool = (name: string) => `model: fast\nsystem_instructions: Hi\ntools: [{type: x, name: ${name}}]\n`;
    const workspace = await project(
      {
        'config.yml': buildConfig(server),
        'a.agent.yml': withTool('outer'),
        'b.agent.yml': withTool('inner'),
        'runner.config.ts': `export default { processes: {
          'tools.outer': () => Process('agents.b.agent.yml', 'Hello').content,
          'tools.inner': () => 'inside',
        } };`,
      },
      { handlers: ['tools.outer', 'tools.inner'], variables: { OPENAI_API_KEY: 'k' } },
    );
    expect(await workspace.ask('a.agent.yml', 'Hi')).toMatchObject({
      toolCalls: [{ tool: 'outer', result: 'No.' }],
      usage: { calls: 4 },
    });
    expect(server.requests[2]?.body.messages.at(-1)).toMatchObject({
      role: 'tool',
      content:
        'Error: tools.inner cannot be answered: tools.outer waits for this very call (a.agent.yml → tools.outer → b.agent.yml → tools.inner)',
    });
  });

  it('answer the question in the instructions that read them', async () => {
    const server = await serverWith(hello);
    const reading = agent.replace('Look things up.', '"{{ tools.search[0].content }}"');
    const workspace = await project(
      { ...files(server), 'a.agent.yml': reading },
      { handlers, variables: { OPENAI_API_KEY: 'k' } },
    );
    await workspace.ask('a.agent.yml', 'dogs');
    expect(server.requests[0]?.body.messages[0]).toEqual({ role: 'system', content: 'about dogs' });
  });
});

describe('tools that run here', () => {
  const createFiles = (server: OpenAIServer) => ({
    'config.yml': buildConfig(server).replace('databases: []', 'databases: [{name: far, type: postgres}]'),
  });

  it('are answered by handlers: of a database, and of tasks that only the workspace can run', async () => {
    const server = await serverWith(
      { type: 'answer', toolCalls: [{ name: 'execute_sql', arguments: { sql: 'SELECT 1' } }] },
      { type: 'answer', content: 'Seven.' },
    );
    const handlers = ['databases.far', 'tasks.semantic_query'];
    const workspace = await project(
      {
        ...createFiles(server),
        'a.agent.yml': 'model: fast\nsystem_instructions: Hi\ntools: [{type: execute_sql, database: far}]\n',
        'flows/topic.workflow.yml':
          'tasks: [{name: sales, type: semantic_query, topic: fruit, limit: 5}, {name: t, type: formatter, template: "{{ sales.topic[0] }}{% for row in sales %} {{ row.topic }}{% endfor %}"}]',
        'runner.config.ts': `export default { processes: {
          'databases.far': ({ sql }) => [{ sql, users: 7 }],
          'tasks.semantic_query': ({ topic }) => [{ topic }, { topic: 'more' }],
        } };`,
      },
      { handlers, variables: { OPENAI_API_KEY: 'k' } },
    );
    expect((await workspace.ask('a.agent.yml', 'Users?')).toolCalls).toMatchObject([
      { result: { rows: [{ sql: 'SELECT 1', users: 7 }], row_count: 1 } },
    ]);
    expect((await workspace.ask('flows/topic.workflow.yml', '')).content).toBe('fruit fruit more');
  });
});

describe('a bare model', () => {
  it('answers the messages as they are', async () => {
    const server = await serverWith(hello);
    const workspace = await project({ 'config.yml': buildConfig(server) });
    expect(await workspace.ask('model:fast', [{ role: 'system', content: 'Judge.' }])).toMatchObject({
      content: 'Hello.',
    });
    expect(server.requests[0]?.body.messages).toEqual([{ role: 'system', content: 'Judge.' }]);
  });

  it('is refused when there is no such connector', async () => {
    const workspace = await project({});
    await expect(workspace.ask('model:slow', 'Hi')).rejects.toThrow('connector "slow" not found; known: offline.');
  });
});

describe('the catalog of a workspace', () => {
  const files = {
    'config.yml': buildConfig({ url: 'http://127.0.0.1:1' }),
    'agents/sales.agent.yml': 'model: fast\nname: Sales\ndescription: Counts orders\nsystem_instructions: Hi\n',
    'agents/broken.agent.yml': 'model: [\n',
    'agent.yml': 'model: fast\nsystem_instructions: Hi\n',
    'myagent.yml': 'not: ours',
    'node_modules/x/x.agent.yml': 'model: fast',
    '.cache/x.agent.yml': 'model: fast',
    'flows/report.workflow.yml': 'description: Reports\ntasks: [{name: a, type: formatter, template: x}]\n',
  };

  async function agentsIn(workspace: Record<string, string>) {
    const root = await createTemporaryWorkspace(workspace);
    return createAgents({ systems, root, config: workspaceConfigSchema.parse({}), variables: {} });
  }

  it('has agent and workflow files by their path, and says why one cannot be called', async () => {
    const agents = await agentsIn(files);
    const noKey = expect.stringMatching(/^connector "fast" cannot be used: .*OPENAI_API_KEY/);
    expect(agents.list()).toEqual([
      { id: 'agent.yml', type: 'oxy', path: 'agent.yml', connector: 'fast', problem: noKey },
      {
        id: 'agents/broken.agent.yml',
        type: 'oxy',
        path: 'agents/broken.agent.yml',
        problem: expect.stringMatching(/^agents\/broken\.agent\.yml:2:1: broken YAML/),
      },
      {
        id: 'agents/sales.agent.yml',
        type: 'oxy',
        path: 'agents/sales.agent.yml',
        name: 'Sales',
        description: 'Counts orders',
        connector: 'fast',
        problem: noKey,
      },
      { id: 'flows/report.workflow.yml', type: 'workflow', path: 'flows/report.workflow.yml', description: 'Reports' },
    ]);
    expect(agents.describe('./agents/../agents/sales.agent.yml').id).toBe('agents/sales.agent.yml');
    expect(agents.describe('model:fast')).toEqual({ id: 'model:fast', type: 'model', connector: 'fast', prompt: '' });
  });

  it('has none where there is no project', async () => {
    const { 'config.yml': _config, ...others } = files;
    expect((await agentsIn(others)).list()).toEqual([]);
  });

  it.each([
    ['sales', 'did you mean "agents/sales.agent.yml"?'],
    ['agents/slaes.agent.yml', 'did you mean "agents/sales.agent.yml"?'],
    ['report', 'in agent and workflow files: agent.yml, agents/broken.agent.yml'],
    ['../x.agent.yml', 'agent "../x.agent.yml" not found'],
  ])('refuses %s', async (id, message) => {
    const agents = await agentsIn(files);
    expect(() => agents.describe(id)).toThrow(message);
  });
});
