import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AssertionResult } from '../../contract/index.ts';
import type { ScriptServices } from '../../ports/index.ts';
import { neverAborted, testContext } from '../../testing/model-request.ts';
import { createYaoWorkspace, formatYaoPackage, type YaoWorkspace } from '../../testing/yao-workspace.ts';
import type { Json } from '../../values/index.ts';

const shop = {
  'app.yao': '{"name": "Shop"}',
  'tsconfig.json': '{"compilerOptions": {"paths": {"@scripts/*": ["./scripts/*"]}}}',
  'scripts/prices.ts': 'export function Price(item) { return item.length; }',
  'models/bread.mod.yao': '{"columns": [{"name": "id", "type": "ID"}, {"name": "kind", "type": "string"}]}',
  'scripts/prices_test.ts': `
    import { log, Process } from '@yao/runtime';
    import { Price } from './prices';
    export function TestPrice(t, ctx) {
      log.Info('asked by %s', Authorized().user_id);
      t.assert.Equal(Price('rye'), 3);
      t.assert.Equal(Process('scripts.prices.Price', 'rye'), 3);
      const id = Process('models.bread.Create', { kind: 'rye' });
      t.assert.Equal(Process('models.bread.Get', { wheres: [{ column: 'kind', value: 'rye' }] }), [{ id, kind: 'rye' }]);
    }`,
  'assistants/desk/package.yao': formatYaoPackage(),
  'assistants/desk/prompts.yml': '- role: system\n  content: You sell bread.',
  'assistants/desk/mcps/stock.mcp.yao': '{"transport": "process", "tools": {"count": "agents.desk.tools.Count"}}',
  'assistants/desk/mcps/mapping/stock/schemes/count.in.yao': '{"type": "object", "properties": {}}',
  'assistants/desk/src/tools.ts': 'function Count(args, ctx) { return { left: 3, chat: ctx.chat_id }; }',
  'assistants/desk/src/checks.ts': `
    import { Price } from '@scripts/prices';
    export async function Polite(output, input, wanted) {
      await null;
      return { pass: output.startsWith(wanted) && Price('rye') === 3, message: typeof setTimeoutOfNode };
    }
    var setTimeoutOfNode;`,
  'assistants/desk/src/env_test.ts': `
    import { Process } from '@yao/runtime';
    function Before(ctx, testCase) {
      ctx.memory.chat.Set('case', testCase.id);
      ctx.trace.Add('begin', { label: 'setup' });
      ctx.Send('hello');
      new Store('cache').Set('seen', 1);
      return { data: { assistant: ctx.assistant_id, theme: ctx.theme, metadata: ctx.metadata } };
    }
    async function After(ctx, testCase, result, data) {
      const cached = Process('stores.cache.Get', 'seen');
      return [ctx.memory.chat.Get('case'), cached, data.assistant, ctx.mcp.CallTool('agents.desk.stock', 'count', {}).left];
    }`,
  'assistants/desk/src/node_test.ts': `
    import { readFileSync } from 'node:fs';
    function Before() { return { data: typeof readFileSync }; }`,
  'assistants/desk/src/timer_test.ts':
    'async function Before() { await new Promise((r) => setTimeout(r, 1)); return 1; }',
  'assistants/desk/src/all_test.ts': `import { Exception } from '@yao/runtime';
    function TestContext(t, ctx) {
      t.assert.Equal(ctx.agent.Call('desk', 'Hello').content, 'the agent says hi');
      t.assert.Contains(ctx.llm.Stream('offline', [{ role: 'user', content: 'Hi' }]).content, 'model: Hi');
      t.assert.Equal(ctx.mcp.CallTool('agents.desk.stock', 'count', {}).chat, 'chat-1');
      t.assert.Equal([ctx.locale, ctx.authorized.user_id, ctx.user_id], ['fr', 'ada', 'ada']);
    }
    function TestValues(t) {
      t.assert.Equal(new Date(5), new Date(5));
      t.assert.Len(new Map([[1, 2]]), 1);
      t.assert.Match('abc', /B/i);
      t.assert.Panic(() => { throw new Exception('no', 404); });
      t.assert.NoPanic(async () => { throw new Error('later'); });
    }
    const TestLater = async (t) => { await Promise.resolve(); t.log('later', { a: 1 }); t.assert.True(false); };
    function TestSkip(t) { t.skip('no database'); }
    function TestThrow() { throw new Exception('boom', 404); }
    function TestLoop() { for (;;); }
    function TestNobody() { Promise.reject(new Error('nobody waits')); }`,
};

let workspace: YaoWorkspace;
beforeAll(async () => {
  workspace = await createYaoWorkspace(shop);
});
afterAll(() => workspace.close());

const place = { baseDir: 'assistants/desk/tests', agentId: 'desk' };
const context = {
  chat_id: 'chat-1',
  locale: 'fr',
  user_id: 'ada',
  authorized: { user_id: 'ada' },
  metadata: { vip: true },
};

function servicesFor(logs: string[]): ScriptServices {
  return {
    caller: { context: testContext, sessionId: 'chat-1' },
    report: (fact) => void (fact.type === 'log' && logs.push(`${fact.source}: ${fact.text}`)),
    askAgent: async () => ({ content: 'the agent says hi', toolCalls: [] }),
  };
}

async function hook(reference: string, values: Json[]) {
  const logs: string[] = [];
  const services = servicesFor(logs);
  const call = { reference, ...place, scope: 'case' as const, phase: 'before' as const, arguments: values, services };
  return { answer: await workspace.scripts.runHook(call, neverAborted()), logs };
}

async function test(functionName: string, module = 'assistants/desk/src/all_test.ts', signal = neverAborted()) {
  const logs: string[] = [];
  const assertions: AssertionResult[] = [];
  const ending = await workspace.scripts.runTest(
    {
      module,
      functionName,
      ...place,
      context,
      services: servicesFor(logs),
      onAssertion: (result) => assertions.push(result),
      onLog: (source, text) => void logs.push(`${source}: ${text}`),
      judge: async ({ type }) => ({ type, status: 'passed' }),
    },
    signal,
  );
  return { ending, logs, assertions, statuses: assertions.map(({ status }) => status) };
}

describe('hooks of cases of an assistant', () => {
  it('have the ctx, the globals and the imports of its own hooks', async () => {
    const { answer, logs } = await hook('env_test.Before', [context, { id: 'T1' }]);
    expect(answer).toEqual({ assistant: 'desk', theme: '', metadata: { vip: true } });
    expect(logs).toEqual(['hook before trace: setup (1) begin', 'sent desk: Send M1 "hello"']);
    const after = await hook('env_test.After', [context, { id: 'T1' }, {}, { assistant: 'desk' }]);
    expect(after.answer).toEqual(['T1', 1, 'desk', 3]);
  });

  it('run in Node when they need Node', async () => {
    expect((await hook('node_test.Before', [])).answer).toBe('function');
    expect((await hook('timer_test.Before', [])).answer).toBe(1);
  });
});

describe('script assertions of an assistant', () => {
  it('run in its sandbox, with imports of the application, and are waited for', async () => {
    const call = { reference: 'scripts.checks.Polite', ...place, arguments: ['Dear Ada', '', 'Dear'] };
    expect(await workspace.scripts.runFunction(call, neverAborted())).toEqual({ pass: true, message: 'undefined' });
  });

  it('are missed by name', async () => {
    const call = { reference: 'scripts.checks.Polit', ...place, arguments: [] };
    await expect(workspace.scripts.runFunction(call, neverAborted())).rejects.toThrow(
      'assistants/desk/src/checks.ts has no function "Polit"; it has Polite. Did you mean "Polite"?',
    );
  });
});

describe('script tests of an assistant', () => {
  it('talk with agents, models and tools through ctx', async () => {
    expect((await test('TestContext')).statuses).toEqual(['passed', 'passed', 'passed', 'passed']);
  });

  it('check values of their own realm', async () => {
    const { assertions } = await test('TestValues');
    expect(assertions.map(({ type, status }) => [type, status])).toEqual([
      ['Equal', 'passed'],
      ['Len', 'passed'],
      ['Match', 'passed'],
      ['Panic', 'passed'],
      ['NoPanic', 'failed'],
    ]);
  });

  it('are waited for, and tell what they find with its line', async () => {
    const { ending, logs, assertions } = await test('TestLater');
    expect(ending).toEqual({ type: 'returned' });
    expect(logs).toEqual(['test: later { a: 1 }']);
    expect(assertions).toMatchObject([
      { type: 'True', status: 'failed', place: 'assistants/desk/src/all_test.ts:15:98' },
    ]);
  });

  it('can be skipped, and fail with the line of what they throw', async () => {
    expect((await test('TestSkip')).ending).toEqual({ type: 'skipped', reason: 'no database' });
    await expect(test('TestThrow')).rejects.toThrow(/^boom \(assistants\/desk\/src\/all_test\.ts:17:\d+\)$/);
    await expect(test('TestNobody')).rejects.toThrow(/nobody waits \(assistants\/desk\/src\/all_test\.ts:19:\d+\)$/);
  });

  it('end with their deadline', async () => {
    const stop = new AbortController();
    const looping = expect(test('TestLoop', undefined, stop.signal)).rejects.toThrow('time is up');
    stop.abort(new Error('time is up'));
    await looping;
  });

  it('are there for the scripts of the application, too', async () => {
    const { statuses, logs } = await test('TestPrice', 'scripts/prices_test.ts');
    expect(statuses).toEqual(['passed', 'passed', 'passed']);
    expect(logs[0]).toBe('log.Info: asked by ada');
  });
});
