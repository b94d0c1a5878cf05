import { afterEach, describe, expect, it } from 'vitest';
import { fakeToolMocks } from '../../testing/fake-tool-mocks.ts';
import { listeningContext } from '../../testing/model-request.ts';
import { createYaoWorkspace, formatYaoPackage, type YaoWorkspace } from '../../testing/yao-workspace.ts';

const opened: YaoWorkspace[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((workspace) => workspace.close()));
});

const schema = JSON.stringify({
  type: 'object',
  description: 'Counts what is in stock',
  properties: { item: { type: 'string' }, least: { type: 'integer' } },
  required: ['item'],
  'x-process-args': [':arguments'],
});

type Setting = { rules: object[]; files?: Record<string, string>; fields?: object; tool?: string };

/** Creates a workspace with the assistant `shop` and the tool `count` on the server `agents.shop.stock`. */
async function shop({ rules, files = {}, fields = {}, tool }: Setting): Promise<YaoWorkspace> {
  const workspace = await createYaoWorkspace({
    'assistants/shop/package.yao': formatYaoPackage({ mcp: { servers: ['agents.shop.stock'] }, ...fields }),
    'assistants/shop/prompts.yml': '- role: system\n  content: Shop',
    'assistants/shop/mcps/stock.mcp.yao': `{ "transport": "process", // its tools
      "tools": { "count": "agents.shop.stock.Count" }, }`,
    'assistants/shop/mcps/mapping/stock/schemes/count.in.yao': schema,
    'assistants/shop/src/stock.ts':
      tool ?? 'function Count({ item }, ctx) { return { item, count: item.length, locale: ctx.locale }; }',
    'connectors/offline.conn.yao': JSON.stringify({ type: 'scripted', rules }),
    ...files,
  });
  opened.push(workspace);
  return workspace;
}

const call = (args: unknown, name = 'agents_shop_stock__count') => ({ tool_calls: [{ name, arguments: args }] });
const toolRule = { when: { role: 'tool' }, answer: 'told {{tool_result}}' };

describe('tools of an assistant without hooks', () => {
  it('are called, and their results go back to the model until it needs no more', async () => {
    const workspace = await shop({
      rules: [
        { when: { role: 'tool', text: 'tea' }, ...call({ item: 'milk' }) },
        toolRule,
        { answer: 'so', ...call({ item: 'tea' }) },
      ],
    });
    const { content, toolCalls, usage } = await workspace.ask('shop', 'stock?');
    expect(content).toBe('told {"item":"milk","count":4,"locale":"en-us"}');
    expect(toolCalls).toMatchObject([
      { server: 'agents.shop.stock', tool: 'count', arguments: { item: 'tea' }, result: { count: 3, locale: 'en-us' } },
      { server: 'agents.shop.stock', tool: 'count', arguments: { item: 'milk' }, result: { count: 4 } },
    ]);
    expect(usage?.calls).toBe(3);
    expect(workspace.warnings).toEqual([]);
  });

  it('are called once when the package says so', async () => {
    const fields = { mcp: { servers: [{ 'agents.shop.stock': ['count'] }], options: { tool_loop: false } } };
    const workspace = await shop({ rules: [toolRule, { answer: 'so', ...call({ item: 'tea' }) }], fields });
    expect(await workspace.ask('shop', 'x')).toMatchObject({ content: 'so', toolCalls: [{ result: { count: 3 } }] });
  });

  it('are called for five turns, then the first answer stands', async () => {
    const workspace = await shop({ rules: [{ answer: 'turn', ...call({ item: 'tea' }) }] });
    const { toolCalls, content } = await workspace.ask('shop', 'x');
    expect({ content, count: toolCalls.length }).toEqual({ content: 'turn', count: 6 });
    expect(workspace.warnings).toEqual([expect.stringMatching(/still called tools after 5 turns/)]);
  });
});

describe('tools of an assistant with hooks', () => {
  it('are called once, and Next gets their results', async () => {
    const workspace = await shop({
      rules: [toolRule, { answer: 'so', ...call({ item: 'tea' }) }],
      files: {
        'assistants/shop/src/index.ts':
          'function Next(ctx, { tools, completion }) { return { data: { tools, asked: completion.tool_calls } }; }',
      },
    });
    const { content, next, usage } = await workspace.ask('shop', 'x');
    expect({ content, calls: usage?.calls }).toEqual({ content: 'so', calls: 1 });
    expect(next).toEqual({
      tools: [
        {
          toolcall_id: 'call_1',
          server: 'agents.shop.stock',
          tool: 'count',
          arguments: '{"item":"tea"}',
          result: { item: 'tea', count: 3, locale: 'en-us' },
        },
      ],
      asked: [
        { id: 'call_1', type: 'function', function: { name: 'agents_shop_stock__count', arguments: '{"item":"tea"}' } },
      ],
    });
  });

  it('are those that Create chooses, in place of the package', async () => {
    const workspace = await shop({
      rules: [{ answer: 'none' }],
      files: {
        'assistants/shop/src/index.ts':
          "function Create() { return { mcp_servers: [{ server_id: 'agents.shop.stock', tools: ['cuont'] }] }; }",
      },
    });
    await workspace.ask('shop', 'x');
    expect(workspace.warnings).toEqual(['shop: the MCP server "agents.shop.stock" has no tool cuont; it has count']);
  });

  it('can be called by the hook itself', async () => {
    const workspace = await shop({
      rules: [{ answer: 'ok' }],
      files: {
        'assistants/shop/src/index.ts': `function Next(ctx) {
          const id = 'agents.shop.stock';
          return { data: {
            names: ctx.mcp.ListTools(id).tools.map((tool) => tool.name + ': ' + tool.description),
            one: ctx.mcp.CallTool(id, 'count', { item: 'tea' }).count,
            two: ctx.mcp.CallTools(id, [{ name: 'count', arguments: { item: 'a' } }, { name: 'count', arguments: { item: 'bb' } }]).map((r) => r.count),
            all: ctx.mcp.All([{ mcp: id, tool: 'count', arguments: { item: 'abc' } }, { mcp: 'gone', tool: 'x' }]).map((r) => r.error ? 'failed' : r.result.count),
          } };
        }`,
      },
    });
    expect((await workspace.ask('shop', 'x')).next).toEqual({
      names: ['count: Counts what is in stock'],
      one: 3,
      two: [1, 2],
      all: [3, 'failed'],
    });
  });
});

describe('a tool that fails', () => {
  const throwing = 'function Count({ item }) {\n  if (item === "tea") throw new Error("no tea");\n  return 1;\n}';

  it('is called again as the model corrects itself, and both calls are told', async () => {
    const workspace = await shop({
      rules: [{ when: { role: 'system', text: 'failed' }, ...call({ item: 'milk' }) }, toolRule, call({ item: 'tea' })],
      tool: throwing,
    });
    const { content, toolCalls } = await workspace.ask('shop', 'x');
    expect(content).toBe('told 1');
    expect(toolCalls).toMatchObject([
      { arguments: { item: 'tea' }, error: 'Error executing tool count: no tea (assistants/shop/src/stock.ts:2:29)' },
      { arguments: { item: 'milk' }, result: 1 },
    ]);
  });

  it('three times ends the turn', async () => {
    const workspace = await shop({ rules: [call({ item: 'tea' })], tool: throwing });
    await expect(workspace.ask('shop', 'x')).rejects.toThrow(/^tool calls failed after 3 attempts: .*no tea \(/);
  });

  it('in a way that the model cannot mend ends it at once', async () => {
    const workspace = await shop({
      rules: [call({ item: 'tea' })],
      tool: 'function Count() { throw new Error("connection refused"); }',
    });
    await expect(workspace.ask('shop', 'x')).rejects.toThrow(/^tool calls failed: .*connection refused/);
  });

  it('because of arguments that do not fit says what is wrong with them', async () => {
    const workspace = await shop({ rules: [call({ least: 'many' })] });
    await expect(workspace.ask('shop', 'x')).rejects.toThrow(
      /count: its arguments do not match the schema: .*item.*least/,
    );
  });

  it('because the model made it up ends the turn with what there is', async () => {
    const workspace = await shop({ rules: [call({}, 'agents_shop_stock__cuont')] });
    await expect(workspace.ask('shop', 'x')).rejects.toThrow(
      'tool calls failed: the model called "agents_shop_stock__cuont", which is none of the assistant\'s tools (agents_shop_stock__count)',
    );
  });

  it('to end is stopped with its turn, and others go on', async () => {
    const workspace = await shop({
      rules: [toolRule, { when: { text: 'loop' }, ...call({ item: 'loop' }) }, call({ item: 'tea' })],
      tool: "function Count({ item }) { console.log('counting'); while (item === 'loop') {} return 1; }",
    });
    const deadline = new AbortController();
    const context = listeningContext({
      log: ({ text }) => (text === 'counting' ? deadline.abort(new Error('the deadline')) : undefined),
    });
    await expect(workspace.ask('shop', 'loop', { context, signal: deadline.signal })).rejects.toThrow('the deadline');
    expect((await workspace.ask('shop', 'x')).content).toBe('told 1');
  });
});

describe('what Yao leaves out without a word', () => {
  it.each([
    [
      'a server whose tool has no schema',
      ['agents.shop.bare'],
      /leaves the server out: .*its tool "x" needs .*mapping\/bare\/schemes\/x\.in\.yao/,
    ],
    ['a tool that cannot be called', ['under_score'], /Yao cannot call the tool under_score__x/],
    ['a name that is too long', ['long'], /has 71 characters; models accept at most 64/],
  ])('is warned about: %s', async (_what, servers, message) => {
    const name = 'x'.repeat(65);
    const workspace = await shop({
      rules: [{ answer: 'ok' }],
      fields: { mcp: { servers } },
      files: {
        'assistants/shop/mcps/bare.mcp.yao': '{"transport": "process", "tools": {"x": "scripts.a.X"}}',
        'mcps/under_score.mcp.yao': '{"transport": "process", "tools": {"x": "scripts.a.X"}}',
        'mcps/mapping/under_score/schemes/x.in.yao': '{"type": "object"}',
        'mcps/long.mcp.yao': JSON.stringify({ transport: 'process', tools: { [name]: 'scripts.a.X' } }),
        [`mcps/mapping/long/schemes/${name}.in.yao`]: '{"type": "object"}',
      },
    });
    expect((await workspace.ask('shop', 'x')).content).toBe('ok');
    expect(workspace.warnings).toEqual([expect.stringMatching(message)]);
  });

  it('is warned about: more than twenty tools', async () => {
    const names = Array.from({ length: 22 }, (_, index) => `t${index + 10}`);
    const workspace = await shop({
      rules: [{ answer: 'ok' }],
      fields: { mcp: { servers: ['many'] } },
      files: {
        'mcps/many.mcp.yao': JSON.stringify({
          transport: 'process',
          tools: Object.fromEntries(names.map((name) => [name, 'scripts.a.X'])),
        }),
        ...Object.fromEntries(names.map((name) => [`mcps/mapping/many/schemes/${name}.in.yao`, '{"type": "object"}'])),
      },
    });
    await workspace.ask('shop', 'x');
    expect(workspace.warnings).toEqual([
      'shop: there are 22 tools, but Yao offers only 20 to the model, without many__t30, many__t31',
    ]);
  });

  it('is warned about: tools that nobody offers', async () => {
    const workspace = await shop({ rules: [{ answer: 'hm', ...call({}, 'search') }], fields: { mcp: undefined } });
    expect(await workspace.ask('shop', 'x')).toMatchObject({ content: 'hm', toolCalls: [{ tool: 'search' }] });
    expect(workspace.warnings).toEqual([
      expect.stringContaining('the model called search, but the assistant offers no tools'),
    ]);
  });
});

describe('Process() of an assistant', () => {
  it('reaches scripts, functions of assistants, handlers, other agents, the session and what is built in', async () => {
    const workspace = await createYaoWorkspace(
      {
        'assistants/a/package.yao': formatYaoPackage(),
        'assistants/a/src/index.ts': `function Next(ctx) {
          Process('session.Set', 'seen', 2);
          return { data: [
            Process('scripts.lib.tax.Add', 100),
            Process('agents.a.words.Hello', 'Ada'),
            Process('models.user.Find', 7),
            Process('agents.b', 'hi').content,
            Process('agent.Call', { assistant_id: 'b', messages: [{ role: 'user', content: 'yo' }] }).content,
            Process('llm.ChatCompletions', 'offline', [{ role: 'user', content: 'bare' }]).content,
            Process('session.Get', 'seen'),
            Process('utils.env.Get', 'REGION'),
            Process('crypto.Hash', 'MD5', 'hello'),
            Process('crypto.HMAC', 'SHA256', 'hello', 'key'),
            Process('text.ExtractJSON', 'Sure: {"a": 1}.'),
            Process('utils.str.UUID').length,
          ] };
        }`,
        'assistants/a/src/words.ts': 'function Hello(name) { return "Hello " + name; }',
        'assistants/b/package.yao': formatYaoPackage(),
        'assistants/b/prompts.yml': '- role: system\n  content: B',
        'scripts/lib/tax.ts': 'function Add(amount: number) { return amount * 1.2; }',
        'runner.config.ts': "export default { processes: { 'models.*': (name, id) => ({ name, id }) } };",
      },
      { handlers: ['models.*'], variables: { REGION: 'EU' } },
    );
    opened.push(workspace);
    expect((await workspace.ask('a', 'x')).next).toEqual([
      120,
      'Hello Ada',
      { name: 'models.user.Find', id: 7 },
      'model: hi',
      'model: yo',
      'model: bare',
      2,
      'EU',
      '5d41402abc4b2a76b9719d911017c592',
      '9307b3b915efb5171ff14d8cb55fbcc798c6c0ef1456d66ded1a6aa723a58b7b',
      { a: 1 },
      36,
    ]);
    expect(workspace.log).toContain('process: Process("scripts.lib.tax.Add", 100) → 120');
  });

  it('throws for what nobody registered, and says how to', async () => {
    const workspace = await createYaoWorkspace({
      'assistants/a/package.yao': formatYaoPackage(),
      'assistants/a/src/index.ts': "\nfunction Next() {\n  return Process('models.user.Find', 1);\n}",
    });
    opened.push(workspace);
    await expect(workspace.ask('a', 'x')).rejects.toThrow(
      /^Next: Process\("models\.user\.Find"\): no process has this name\. Register it in runner\.config\.ts.*index\.ts:3:\d+\)$/s,
    );
  });
});

describe('tools that a case mocks', () => {
  const throwing = "function Count() { throw new Error('the real tool was called'); }";
  const rules = [toolRule, { answer: 'so', ...call({ item: 'tea' }) }];

  it('are answered by the mocks, and are marked', async () => {
    const workspace = await shop({ rules, tool: throwing });
    const mocks = fakeToolMocks({ count: ({ item }) => ({ type: 'result', result: { item, count: 40 } }) });
    const { content, toolCalls } = await workspace.ask('shop', 'stock?', { mocks });
    expect(content).toBe('told {"item":"tea","count":40}');
    expect(toolCalls).toMatchObject([
      { server: 'agents.shop.stock', tool: 'count', result: { item: 'tea', count: 40 }, mocked: true },
    ]);
    expect(mocks.asked).toMatchObject([{ name: 'count', server: 'agents.shop.stock', arguments: { item: 'tea' } }]);
  });

  it('are named when the assistant does not have them', async () => {
    const workspace = await shop({ rules });
    const mocks = fakeToolMocks({ counts: () => ({ type: 'result', result: 1 }) });
    await expect(workspace.ask('shop', 'stock?', { mocks })).rejects.toThrow(
      'the case mocks "counts", which agent "shop" does not have; did you mean "count"?',
    );
  });

  it('are called when they may pass, and fail with the error of a mock', async () => {
    const real = await shop({ rules });
    const passed = await real.ask('shop', 'stock?', { mocks: fakeToolMocks({ count: () => ({ type: 'pass' }) }) });
    expect(passed.toolCalls).toMatchObject([{ tool: 'count', result: { count: 3 } }]);
    expect(passed.toolCalls[0]?.mocked).toBeUndefined();
    const broken = await shop({ rules: [call({ item: 'tea' })], tool: throwing });
    const mocks = fakeToolMocks({ count: () => ({ type: 'error', error: 'no connection' }) });
    await expect(broken.ask('shop', 'stock?', { mocks })).rejects.toThrow('tool calls failed: no connection');
  });

  it('are answered for scripts that call them, and for assistants that are asked by another', async () => {
    const workspace = await shop({
      rules,
      tool: throwing,
      files: {
        'assistants/front/package.yao': formatYaoPackage(),
        'assistants/front/src/index.ts': `function Create(ctx, messages) {
          const stock = ctx.mcp.CallTool('agents.shop.stock', 'count', { item: 'milk' });
          return { delegate: { agent_id: 'shop', messages }, metadata: { stock } };
        }`,
      },
    });
    const mocks = fakeToolMocks({ count: ({ item }) => ({ type: 'result', result: { item, count: 40 } }) });
    const { content } = await workspace.ask('front', 'stock?', { mocks });
    expect(content).toBe('told {"item":"tea","count":40}');
    expect(mocks.asked.map(({ arguments: args }) => args)).toEqual([{ item: 'milk' }, { item: 'tea' }]);
    expect(workspace.log).toContainEqual(expect.stringMatching(/count\({"item":"milk"}\) → .*40} \(mocked\)$/));
  });
});
