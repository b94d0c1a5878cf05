import { describe, expect, it } from 'vitest';
import type { MockEnding, ToolMocks } from '../ports/index.ts';
import { fakeClock } from '../testing/fake-clock.ts';
import { neverAborted } from '../testing/model-request.ts';
import { isJsonObject, type Json, type JsonObject } from '../values/index.ts';
import { createToolMocks, type ToolMocksOptions } from './create-tool-mocks.ts';

const shop = {
  orders: [
    { id: 'A17', status: 'paid', total: 20 },
    { id: 'B2', status: 'open', total: 5 },
  ],
  stock: { 'red pen': 3 },
};

function createTestMocks(options: Partial<ToolMocksOptions>) {
  const clock = fakeClock();
  const waits: (string | undefined)[] = [];
  const toolMocks = createToolMocks({
    mocks: {},
    state: shop,
    pass: [],
    seed: 'T001:1',
    clock,
    onWaiting: (reason) => void waits.push(reason),
    runScript: () => Promise.reject(new Error('no scripts here')),
    ...options,
  });
  return { toolMocks, clock, waits };
}

function call(toolMocks: ToolMocks, name: string, args: JsonObject = {}, signal: AbortSignal = neverAborted()) {
  return toolMocks.answer({ name, arguments: args }, signal);
}

describe('a mock that was never called', () => {
  it('is named together with a real tool of a similar name that was', async () => {
    const { toolMocks } = createTestMocks({
      mocks: { search_order: [{ result: 1 }], refund: [{ result: 2 }] },
      pass: ['*'],
    });
    await call(toolMocks, 'search_orders');
    expect(toolMocks.idle().map(({ part }) => part)).toEqual([
      'mock search_order, although the agent called the real search_orders',
      'mock refund',
    ]);
  });
});

describe('a mock', () => {
  it('answers with its result, in which the state and the arguments stand', async () => {
    const { toolMocks } = createTestMocks({
      mocks: {
        get_orders: [
          { result: { list: { $state: '$.orders[?(@.id=={{id}})]' }, asked: '{{id}}', text: 'for {{id}}' } },
        ],
        stock: [{ result: { $state: '$.stock[{{what}}]' } }],
        nested: [{ result: [{ deep: { $state: '$.orders[{{at}}].status' } }] }],
      },
    });
    expect(await call(toolMocks, 'get_orders', { id: 'A17' })).toEqual({
      type: 'result',
      result: { list: [shop.orders[0]], asked: 'A17', text: 'for A17' },
    });
    expect(await call(toolMocks, 'get_orders', { id: 17 })).toMatchObject({
      result: { list: [], asked: 17, text: 'for 17' },
    });
    expect(await call(toolMocks, 'stock', { what: 'red pen' })).toEqual({ type: 'result', result: 3 });
    expect(await call(toolMocks, 'nested', { at: 1 })).toEqual({ type: 'result', result: [{ deep: 'open' }] });
  });

  it('fails as a tool for an argument that is missing, and for a path that finds nothing', async () => {
    const { toolMocks } = createTestMocks({ mocks: { stock: [{ result: { $state: '$.stock[{{what}}]' } }] } });
    expect(await call(toolMocks, 'stock')).toEqual({ type: 'error', error: 'the argument "what" is missing' });
    expect(await call(toolMocks, 'stock', { what: 'x' })).toEqual({
      type: 'error',
      error: 'the state has nothing at $.stock["x"]',
    });
    expect(await call(toolMocks, 'stock', { what: ['x'] })).toMatchObject({ type: 'error' });
    expect(toolMocks.refusal()).toBeUndefined();
  });

  it.each<Json>(['" || true || "', '\\" || 1==1 || \\"', "'", 'x"))].total', '\n"\t\\', '{{id}}'])(
    'takes no argument for a part of the path: %j',
    async (id) => {
      const list = [
        { id, total: 1 },
        { id: 'other', total: 2 },
      ];
      const { toolMocks } = createTestMocks({
        state: { list },
        mocks: { find: [{ result: { $state: '$.list[?(@.id=={{id}})].total' } }] },
      });
      expect(await call(toolMocks, 'find', { id })).toEqual({ type: 'result', result: [1] });
    },
  );

  it('answers with the first entry whose `when` holds', async () => {
    const { toolMocks } = createTestMocks({
      mocks: {
        refund: [
          { when: { amount: { gt: 500 } }, error: 'limit exceeded for {{order}}' },
          { when: { order: { regex: '^B' }, tags: ['a'] }, result: 'B' },
          { when: { to: { bank: { in: ['x', 'y'] } } }, result: 'bank' },
          { result: 'else' },
        ],
      },
    });
    const answers = await Promise.all([
      call(toolMocks, 'refund', { amount: 501, order: 'A' }),
      call(toolMocks, 'refund', { amount: '501', order: 'B1', tags: ['a'] }),
      call(toolMocks, 'refund', { to: { bank: 'y', name: 'n' } }),
      call(toolMocks, 'refund', { amount: 500, order: 'B1' }),
    ]);
    expect(answers).toEqual([
      { type: 'error', error: 'limit exceeded for A' },
      { type: 'result', result: 'B' },
      { type: 'result', result: 'bank' },
      { type: 'result', result: 'else' },
    ]);
    expect(toolMocks.takeCalls().map(({ tool, mocked, error }) => [tool, mocked, error])).toEqual([
      ['refund', true, 'limit exceeded for A'],
      ['refund', true, undefined],
      ['refund', true, undefined],
      ['refund', true, undefined],
    ]);
    expect(toolMocks.takeCalls()).toEqual([]);
  });

  it('loses no change of scripts that run at once, and none to another attempt', async () => {
    const waiters: (() => void)[] = [];
    const runScript: ToolMocksOptions['runScript'] = async ({ state }): Promise<MockEnding> => {
      const count = isJsonObject(state) ? Number(state.count) : 0;
      await new Promise<void>((resolve) => waiters.push(resolve));
      return { type: 'returned', result: count, state: { count: count + 1 } };
    };
    const options = {
      state: { count: 0 },
      mocks: { add: [{ use: 'scripts:x.Add' }], see: [{ result: { $state: '$' } }] },
    };
    const { toolMocks } = createTestMocks({ ...options, runScript });
    const calls = [call(toolMocks, 'add'), call(toolMocks, 'add'), call(toolMocks, 'see'), call(toolMocks, 'add')];
    for (let turn = 0; turn < 3; turn += 1) {
      while (waiters.length === 0) await new Promise(setImmediate);
      waiters.shift()?.();
    }
    expect(await Promise.all(calls)).toMatchObject([
      { result: 0 },
      { result: 1 },
      { result: { count: 2 } },
      { result: 2 },
    ]);
    expect(toolMocks.endState()).toEqual({
      final: { count: 3 },
      changes: [{ kind: 'changed', path: '$.count', before: 0, after: 3 }],
    });
    expect(createTestMocks({ ...options, runScript }).toolMocks.endState()).toEqual({
      final: { count: 0 },
      changes: [],
    });
  });

  it('hands the error of a script to the agent, and is broken where the script is', async () => {
    const runScript: ToolMocksOptions['runScript'] = ({ use }) =>
      use.endsWith('No')
        ? Promise.resolve({ type: 'refused', error: 'limit exceeded' })
        : Promise.reject(new Error('x is not defined'));
    const { toolMocks } = createTestMocks({
      mocks: { no: [{ use: 'scripts:x.No' }], bad: [{ use: 'scripts:x.Bad' }] },
      runScript,
    });
    expect(await call(toolMocks, 'no')).toEqual({ type: 'error', error: 'limit exceeded' });
    expect(toolMocks.refusal()).toBeUndefined();
    await call(toolMocks, 'bad');
    expect(toolMocks.refusal()).toBe('the mock of "bad" is broken: x is not defined');
  });
});

describe('a fault', () => {
  it('strikes as often as it says, then the next entry answers', async () => {
    const { toolMocks } = createTestMocks({
      mocks: { x: [{ fault: { kind: 'error', times: 2, message: 'down' } }, { result: 1 }] },
    });
    const answers = [await call(toolMocks, 'x'), await call(toolMocks, 'x'), await call(toolMocks, 'x')];
    expect(answers).toEqual([
      { type: 'error', error: 'down' },
      { type: 'error', error: 'down' },
      { type: 'result', result: 1 },
    ]);
  });

  it('never answers, until the call is given up', async () => {
    const { toolMocks, waits } = createTestMocks({
      mocks: { search: [{ fault: { kind: 'timeout', times: 1 } }, { result: [] }] },
    });
    const controller = new AbortController();
    const stuck = call(toolMocks, 'search', {}, controller.signal);
    expect(await call(toolMocks, 'search')).toEqual({ type: 'result', result: [] });
    controller.abort(new Error('deadline'));
    await expect(stuck).rejects.toThrow('deadline');
    expect(waits).toEqual(['waiting for the mock of "search", which never answers']);
    expect(toolMocks.takeCalls()).toMatchObject([{ tool: 'search', error: 'no answer', mocked: true }, { result: [] }]);
  });

  it('is late, or cuts the answer', async () => {
    const { toolMocks, clock } = createTestMocks({
      mocks: {
        late: [{ fault: { kind: 'delay', duration: '3s' } }, { result: 1 }],
        half: [{ fault: { kind: 'truncate' } }, { result: { text: 'abcdefgh' } }],
      },
    });
    const lateCall = call(toolMocks, 'late');
    await clock.advance(3_000);
    expect(await lateCall).toEqual({ type: 'result', result: 1 });
    expect(toolMocks.takeCalls()).toMatchObject([{ durationMs: 3_000 }]);
    expect(await call(toolMocks, 'half')).toEqual({ type: 'result', result: '{"text":"' });
  });

  it('is drawn from the case, the attempt and the number of the call', async () => {
    const listTriggeredFaults = async (seed: string) => {
      const { toolMocks } = createTestMocks({
        seed,
        mocks: { x: [{ fault: { kind: 'error', rate: 0.3 } }, { result: 1 }] },
      });
      const answers = await Promise.all(Array.from({ length: 500 }, () => call(toolMocks, 'x')));
      return answers.map(({ type }) => type);
    };
    const first = await listTriggeredFaults('T001:1');
    expect(await listTriggeredFaults('T001:1')).toEqual(first);
    expect(await listTriggeredFaults('T001:2')).not.toEqual(first);
    const errorShare = first.filter((type) => type === 'error').length / first.length;
    expect(errorShare).toBeGreaterThan(0.22);
    expect(errorShare).toBeLessThan(0.38);
  });
});

describe('an unmocked call', () => {
  it('is refused, unless the case lets it through', async () => {
    const { toolMocks } = createTestMocks({ mocks: { get_order: [{ result: 1 }] }, pass: ['list_*'] });
    expect(await toolMocks.answer({ name: 'list_all', server: 'erp', arguments: {} }, neverAborted())).toEqual({
      type: 'pass',
    });
    expect(toolMocks.refusal()).toBeUndefined();
    const text =
      'the agent called "refund", which has no mock; add it to "mocks", or to "pass" if the real one may be called';
    expect(await call(toolMocks, 'refund')).toEqual({ type: 'error', error: text });
    expect(toolMocks.refusal()).toBe(text);
    expect(toolMocks.takeCalls()).toMatchObject([
      { tool: 'list_all', server: 'erp', error: undefined, mocked: undefined },
      { tool: 'refund', error: text, mocked: undefined },
    ]);
  });

  it('is seen where the agent reports one of its own', () => {
    const { toolMocks } = createTestMocks({ mocks: { get_order: [{ result: 1 }] }, pass: ['list_*'] });
    expect(toolMocks.reasonToRefuse({ tool: 'get_order', mocked: true })).toBeUndefined();
    expect(toolMocks.reasonToRefuse({ tool: 'list_all' })).toBeUndefined();
    expect(toolMocks.reasonToRefuse({ tool: 'refund', server: 'erp' })).toContain(
      'the agent called "erp__refund", which has no mock',
    );
    expect(toolMocks.reasonToRefuse({ tool: 'get_order' })).toContain(
      'called "get_order" directly, bypassing its mock',
    );
  });

  it('is one that no entry answers', async () => {
    const { toolMocks } = createTestMocks({ mocks: { refund: [{ when: { amount: 1 }, result: 1 }] } });
    await call(toolMocks, 'refund', { amount: 2 });
    expect(toolMocks.refusal()).toBe(
      'no entry of the mock of "refund" answers {"amount":2}; add an entry without "when"',
    );
  });

  it('finds mocks by the name of a tool with and without its server', () => {
    const { toolMocks } = createTestMocks({ mocks: { refund: [{ result: 1 }], 'crm.get': [{ result: 2 }] } });
    expect(toolMocks.isMocked({ name: 'refund', server: 'erp' })).toBe(true);
    expect(toolMocks.isMocked({ name: 'get', server: 'crm' })).toBe(true);
    expect(toolMocks.isMocked({ name: 'get' })).toBe(false);
  });
});
