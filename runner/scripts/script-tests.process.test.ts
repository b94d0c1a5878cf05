import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { evaluateAssertion } from '../assertions/evaluate-assertion.ts';
import { toPlainText } from '../assertions/to-plain-text.ts';
import type { AssertionResult } from '../contract/index.ts';
import { systems } from '../extensions/registered/systems.ts';
import type { TestCall, TestEnding } from '../ports/index.ts';
import { neverAborted } from '../testing/model-request.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';
import type { Json, JsonObject } from '../values/index.ts';
import { createScriptHost } from './create-script-host.ts';

type Host = ReturnType<typeof createScriptHost>;
const hosts: Host[] = [];

afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.close()));
});

type ScriptTestRun = { ending: TestEnding; assertions: AssertionResult[]; logs: string[] };

const module = 'assistants/expense/src/setup_test.ts';

async function createHost(source: string, files: Record<string, string> = {}): Promise<Host> {
  const root = await createTemporaryWorkspace({ 'assistants/expense/package.yao': '{}', [module]: source, ...files });
  const host = createScriptHost({ systems, root, variables: {}, workers: { pingMs: 50 } });
  hosts.push(host);
  return host;
}

async function runTest(
  source: string,
  { name = 'TestIt', context = {}, ...parts }: Partial<TestCall> & { name?: string } = {},
  signal = neverAborted(),
): Promise<ScriptTestRun> {
  const host = await createHost(source);
  return runTestOn(host, { name, context, ...parts }, signal);
}

async function runTestOn(
  host: Host,
  { name, context, ...parts }: Partial<TestCall> & { name: string; context: Json },
  signal = neverAborted(),
): Promise<ScriptTestRun> {
  const assertions: AssertionResult[] = [];
  const logs: string[] = [];
  const ending = await host.runTest(
    {
      module,
      functionName: name,
      baseDir: 'assistants/expense/src',
      agentId: 'expense',
      context,
      onAssertion: (result) => assertions.push(result),
      onLog: (source, text) => logs.push(`${source}: ${text}`),
      judge: () => Promise.reject(new Error('nobody judges here')),
      ...parts,
    },
    signal,
  );
  return { ending, assertions, logs };
}

/** Runs a test function with these lines, each of which makes one check, and returns the statuses of the checks. */
async function statuses(lines: readonly string[]): Promise<string[]> {
  const { assertions } = await runTest(`function TestIt(t) {\n${lines.join('\n')}\n}`);
  return assertions.map(({ status }) => status);
}

describe('a test function', () => {
  it('gets t and the context, and may be synchronous, asynchronous, an arrow function, exported or not', async () => {
    const host = await createHost(`
      export function TestPlain(t, ctx) { t.log('plain', ctx.locale, { a: 1 }); }
      async function TestLater(t) { await Promise.resolve(); t.log('later'); }
      const TestArrow = async (t) => t.Log(t.name);`);
    const context = { locale: 'fr' };
    expect((await runTestOn(host, { name: 'TestPlain', context })).logs).toEqual(['test: plain fr { a: 1 }']);
    expect((await runTestOn(host, { name: 'TestLater', context })).logs).toEqual(['test: later']);
    expect((await runTestOn(host, { name: 'TestArrow', context })).logs).toEqual(['test: TestArrow']);
  });

  it('goes on after a failed check, which is told with its line, its values and the words of the author', async () => {
    const { ending, assertions } = await runTest(`interface Unused { a: string }

export function TestIt(t: any) {
  t.assert.Equal({ b: 1, a: [2] }, { a: [2], b: 1 });
  t.assert.Equal('busy', 'ready', 'Status should be ready');
  t.assert.True(0);
}`);
    expect(ending).toEqual({ type: 'returned' });
    expect(assertions).toEqual([
      {
        type: 'Equal',
        status: 'passed',
        expected: { a: [2], b: 1 },
        actual: { b: 1, a: [2] },
        place: `${module}:4:12`,
      },
      {
        type: 'Equal',
        status: 'failed',
        message: 'Status should be ready: expected "busy" to equal "ready"',
        expected: 'ready',
        actual: 'busy',
        place: `${module}:5:12`,
      },
      {
        type: 'True',
        status: 'failed',
        message: 'expected 0 to be true',
        expected: true,
        actual: 0,
        place: `${module}:6:12`,
      },
    ]);
  });

  it.each([
    ['nothing at all', '', 'unchecked'],
    ['a log', "t.log('fine');", 'unchecked'],
    ['a comment about a check', '// t.error("x"); assert(1)\n/* throw */', 'unchecked'],
    ['a check behind a condition', 'if (ctx.no) t.assert.True(false);', 'unchecked'],
    ['a check that nobody waits for', 'setTimeout(() => t.assert.True(false), 0);', 'unchecked'],
    ['a check', 'await null; t.assert.True(true);', 'returned'],
    ['a failure behind a condition', "if (ctx.no) t.error('no');", 'returned'],
    ['an error behind a condition', "if (ctx.no) throw new Error('no');", 'returned'],
    ['a library', 'assert.equal(typeof ctx, "object");', 'returned'],
    ['a check of a helper', 'const check = (u) => u.assert.True(true); check(t);', 'returned'],
  ])('that made no check before it ended says so: %s', async (_what, body, type) => {
    const { ending } = await runTest(`import assert from 'node:assert';\nasync function TestIt(t, ctx) {\n${body}\n}`);
    expect(ending).toEqual({ type });
  });

  it.each([
    ['a timer', 'setTimeout(() => t.assert.True(true), 20);'],
    ['timers in a row', 'setTimeout(() => setTimeout(() => t.assert.True(true), 10), 10);'],
    [
      'an answer',
      "createServer((_, answer) => answer.end()).listen(0, '127.0.0.1', function () { fetch('http://127.0.0.1:' + this.address().port).then(() => { t.assert.True(true); this.close(); }); });",
    ],
    [
      'a promise that is tried for errors',
      't.assert.NoPanic(() => 1); setTimeout(() => t.assert.NoPanic(() => 1), 20);',
    ],
  ])('that ends before it checks is an error that has its name: %s', async (_what, body) => {
    const { ending, assertions } = await runTest(`import { createServer } from 'node:http';
async function TestIt(t) { t.assert.True(true); ${body} }`);
    expect(ending).toEqual({ type: 'returned' });
    expect(assertions.at(-1)).toMatchObject({
      status: 'error',
      message: 'made after the test "TestIt" had ended: await the code that makes the check',
      place: expect.stringContaining(`${module}:2:`),
    });
  });

  it('says that a comparison of an object with itself proves nothing', async () => {
    const { ending } = await runTest(`function TestIt(t) {
  const before = { stock: 1 };
  const after = before;
  t.assert.Equal(after, before);
  t.assert.Equal({ ...after }, before);
}`);
    const doubt = 'Equal compares an object with itself, which cannot differ; compare with an earlier copy';
    expect(ending).toEqual({ type: 'returned', doubts: [doubt] });
  });

  it('says which checks hold for any list, object or length', async () => {
    const { ending } = await runTest(`function TestIt(t) {
  t.assert.True([]);
  t.assert.True({ ok: false }, 'works');
  t.assert.GreaterOrEqual([1].length, 0, 'has some');
}`);
    expect(ending).toEqual({
      type: 'returned',
      doubts: [
        'True got an empty list, and every list is true in JavaScript; check its length with Len',
        'True got { ok: false }, and every object is true in JavaScript; check its "ok"',
        'GreaterOrEqual allows every length, because none is below 0; use Greater',
      ],
    });
    const right = await runTest(`function TestIt(t) {
  t.assert.True(/a/.exec('a'));
  t.assert.True({ ok: true });
  t.assert.NotNil([]);
  t.assert.GreaterOrEqual([1].length, 1);
  t.assert.GreaterOrEqual([1].length - 1, 0);
  // t.assert.GreaterOrEqual([1].length, 0);
}`);
    expect(right.ending).toEqual({ type: 'returned' });
  });

  it('may leave a server open, and ends as soon as it returns', async () => {
    const { ending, assertions } = await runTest(`import { createServer } from 'node:http';
async function TestIt(t) { t.assert.True(true); await new Promise((done) => createServer().listen(0, '127.0.0.1', done)); }`);
    expect([ending.type, assertions.length]).toEqual(['returned', 1]);
  });

  it.each([
    ['True', 't.assert.True(Promise.resolve(false))', 'value'],
    ['True', 't.assert.True((async () => false)())', 'value'],
    ['NotNil', 't.assert.NotNil({ then() {} })', 'value'],
    ['Equal', 't.assert.Equal(1, Promise.resolve(1))', 'expected'],
    ['NotContains', 't.assert.NotContains(Promise.resolve("a"), "b")', 'value'],
    ['NotMatch', 't.assert.NotMatch(Promise.resolve("a"), "b")', 'value'],
  ])('takes no promise for a value: %s', async (type, line, parameter) => {
    const { assertions } = await runTest(`function TestIt(t) { ${line}; }`);
    expect(assertions).toMatchObject([
      { type, status: 'error', message: `t.assert.${type} got a promise as ${parameter}: await it first` },
    ]);
  });

  it('has the state of its module to itself', async () => {
    const host = await createHost(`let count = 0;
      function TestOne(t) { t.log(++count); }
      function TestTwo(t) { t.log(++count); }`);
    const context = {};
    expect((await runTestOn(host, { name: 'TestOne', context })).logs).toEqual(['test: 1']);
    expect((await runTestOn(host, { name: 'TestTwo', context })).logs).toEqual(['test: 1']);
  });

  it('is stopped by fatal and skip, and only by these', async () => {
    const stopping = await runTest(`function TestIt(t) {
      t.error('one', 1); t.Fail(); t.log(t.failed, t.Failed); t.Fatal('three'); t.log('not reached'); }`);
    expect(stopping.logs).toEqual(['test: true true']);
    expect(stopping.assertions.map(({ type, message }) => [type, message])).toEqual([
      ['error', 'one 1'],
      ['fail', 'test failed'],
      ['fatal', 'three'],
    ]);
    const skipping = await runTest(`function TestIt(t) { t.Skip('no database'); t.log('not reached'); }`);
    expect(skipping).toEqual({ ending: { type: 'skipped', reason: 'no database' }, assertions: [], logs: [] });
  });

  it.each([
    ["throw new Error('boom')", /^boom \(assistants\/expense\/src\/setup_test\.ts:2:7\)$/],
    ["throw 'text'", /^text \(in TestIt, assistants\/expense\/src\/setup_test\.ts:1\)$/],
    ["return new Error('returned')", /^returned \(/],
    ['process.exit(3)', /^process\.exit\(3\) was called \(assistants\/expense\/src\/setup_test\.ts:2:9\)$/],
    ['const a = []; for (;;) a.push(new Array(1e6).fill(1))', /ran out of memory/],
    [
      "Promise.reject(new Error('nobody waits'))",
      /its process crashed: Error: nobody waits \(assistants\/expense\/src\/setup_test\.ts:2:16\)$/,
    ],
  ])('that ends with %s is an error that says so', async (statement, message) => {
    await expect(runTest(`function TestIt(t) {\n${statement};\n}`)).rejects.toThrow(message);
  });

  it('in an endless loop is stopped with its deadline, and what it checked before is kept', async () => {
    const assertions: AssertionResult[] = [];
    const controller = new AbortController();
    const onAssertion = (result: AssertionResult) => {
      assertions.push(result);
      controller.abort(new Error('time is up'));
    };
    const looping = runTest(
      'function TestIt(t) { t.assert.True(true); for (;;); }',
      { onAssertion },
      controller.signal,
    );
    await expect(looping).rejects.toThrow('time is up');
    expect(assertions).toHaveLength(1);
  });
});

describe('t.assert', () => {
  it.each([
    ['True', ['t.assert.True(true)', "t.assert.True('x')"], ['t.assert.True(false)', 't.assert.True(undefined)']],
    ['False', ['t.assert.False(0)', 't.assert.False(null)'], ["t.assert.False('no')"]],
    [
      'Equal',
      [
        't.assert.Equal(1, 1.0)',
        't.assert.Equal(undefined, undefined)',
        't.assert.Equal({ a: 1, gone: undefined }, { a: 1 })',
        't.assert.Equal(NaN, NaN)',
        't.assert.Equal(new Date(5), new Date(5))',
      ],
      [
        "t.assert.Equal(1, '1')",
        't.assert.Equal(undefined, null)',
        't.assert.Equal(undefined, 0)',
        't.assert.Equal(NaN, null)',
        't.assert.Equal([1, 2], [2, 1])',
        't.assert.Equal(new Map([[1, 2]]), new Map())',
        't.assert.Equal({}, { a: 1 })',
      ],
    ],
    ['NotEqual', ["t.assert.NotEqual(1, '1')"], ['t.assert.NotEqual({ a: 1, b: 2 }, { b: 2, a: 1 })']],
    ['Nil', ['t.assert.Nil(null)', 't.assert.Nil(undefined)'], ['t.assert.Nil(0)', "t.assert.Nil('')"]],
    ['NotNil', ['t.assert.NotNil(0)'], ['t.assert.NotNil(null)', 't.assert.NotNil(undefined)']],
    [
      'Contains',
      [
        "t.assert.Contains('abc', 'b')",
        't.assert.Contains([{ a: 1 }], { a: 1 })',
        "t.assert.Contains({ k: 'v' }, 'v')",
      ],
      ["t.assert.Contains('abc', 'B')", "t.assert.Contains(null, '')", "t.assert.Contains(['abc'], 'b')"],
    ],
    [
      'NotContains',
      ["t.assert.NotContains('abc', 'd')", 't.assert.NotContains([{ a: 1 }], { a: 2 })', 't.assert.NotContains([], 1)'],
      ["t.assert.NotContains('abc', 'a')"],
    ],
    [
      'Len',
      ["t.assert.Len('añb', 3)", 't.assert.Len([1], 1)', 't.assert.Len({ a: 1 }, 1)', 't.assert.Len(new Set([1]), 1)'],
      ['t.assert.Len([], 1)', 't.assert.Len(null, 0)', 't.assert.Len(3, 0)'],
    ],
    [
      'Greater',
      ['t.assert.Greater(2, 1)', "t.assert.Greater('10', 9)"],
      ['t.assert.Greater(1, 1)', "t.assert.Greater('x', 1)"],
    ],
    ['GreaterOrEqual', ['t.assert.GreaterOrEqual(1, 1)'], ['t.assert.GreaterOrEqual(null, -1)']],
    ['Less', ['t.assert.Less(1, 2)'], ['t.assert.Less(2, 2)', 't.assert.Less(undefined, 1)']],
    ['LessOrEqual', ['t.assert.LessOrEqual(2, 2)'], ['t.assert.LessOrEqual(3, 2)']],
    [
      'Error',
      ["t.assert.Error(new Error('x'))", "t.assert.Error('x')", 't.assert.Error({ result: { ok: false } })'],
      ['t.assert.Error(null)'],
    ],
    ['NoError', ['t.assert.NoError(undefined)'], ["t.assert.NoError(new Error('x'))"]],
    [
      'Panic',
      [
        "t.assert.Panic(() => { throw 'x' })",
        't.assert.Panic(async () => { throw 1 })',
        "t.assert.Panic(() => { throw new TypeError('x is not a function') })",
        "t.assert.Panic(() => JSON.parse('{'))",
        't.assert.Panic(() => [1].map(2))',
      ],
      ['t.assert.Panic(() => 1)'],
    ],
    [
      'NoPanic',
      ['t.assert.NoPanic(() => 1)'],
      ['t.assert.NoPanic(() => { throw 1 })', 't.assert.NoPanic(async () => { throw 1 })'],
    ],
    [
      'Type',
      [
        "t.assert.Type([], 'array')",
        "t.assert.Type(null, 'null')",
        "t.assert.Type(2, 'integer')",
        "t.assert.Type(undefined, 'undefined')",
      ],
      ["t.assert.Type({}, 'array')", "t.assert.Type(2.5, 'integer')"],
    ],
  ])('%s holds where it should and nowhere else', async (_name, holding, failing) => {
    expect(await statuses(holding)).toEqual(holding.map(() => 'passed'));
    expect(await statuses(failing)).toEqual(failing.map(() => 'failed'));
  });

  it.each([
    ['t.assert.Equal(1)', 't.assert.Equal takes (actual, expected, message?), got 1 argument'],
    ["t.assert.True('is ready', false)", 't.assert.True takes (value, message?), got false as the message'],
    ["t.assert.Contains('abc', '')", 't.assert.Contains: an empty text is in every text'],
    ['t.assert.True()', 't.assert.True takes (value, message?), got 0 arguments'],
    ["t.assert.True('false')", 't.assert.True: the text "false" is true in JavaScript; compare it with Equal'],
    ['t.assert.NotContains([{ id: 1 }], 1)', 't.assert.NotContains: the list has only objects, so it never has 1'],
    ["t.assert.NotContains([1, 2], '1')", 't.assert.NotContains: the list has only numbers, so it never has "1"'],
    ["t.assert.NotContains('', 'a')", 't.assert.NotContains: "" contains nothing, so this always holds'],
    ['t.assert.NotContains(undefined, 1)', 't.assert.NotContains: undefined contains nothing, so this always holds'],
    ["t.assert.NotMatch('', 'a')", 't.assert.NotMatch: "" matches nothing, so this always holds'],
    [
      't.assert.Error({ paid: true })',
      't.assert.Error: { paid: true } is not an error; use NotNil if any value will do',
    ],
    [
      't.assert.Panic(() => validat())',
      't.assert.Panic: the function threw because of a misspelt name: validat is not defined',
    ],
    [
      "t.assert.Panic(async () => globalThis.validat('x'))",
      't.assert.Panic: the function threw because of a misspelt name: globalThis.validat is not a function',
    ],
    [
      "t.assert.Panic(() => (globalThis as any).validat('x'))",
      't.assert.Panic: the function threw because of a misspelt name: globalThis.validat is not a function',
    ],
    ["t.assert.Len([], '0')", 't.assert.Len: the length must be a number, got "0"'],
    ['t.assert.Less(1, null)', 't.assert.Less: the bound must be a number, got null'],
    ["t.assert.Type(1, 'float')", 't.assert.Type: the type must be one of null, undefined, string'],
    ['t.assert.Panic(1)', 't.assert.Panic takes a function, got 1'],
    ['t.assert.NoPanic()', 't.assert.NoPanic takes (function, message?), got 0 arguments'],
  ])('%s is a broken check, which is an error', async (line, message) => {
    const { assertions } = await runTest(`function TestIt(t) { ${line} }`);
    expect(assertions).toEqual([
      expect.objectContaining({ status: 'error', message: expect.stringContaining(message) }),
    ]);
  });

  it('is a broken check where a function of another file is misspelt', async () => {
    const host = await createHost(
      `import * as bank from './pay';
       export function TestIt(t: any) {
         t.assert.Panic(() => (bank as any).pya(-5));
         t.assert.Panic(() => bank.pay(-5));
       }`,
      {
        [path.join(path.dirname(module), 'pay.ts')]:
          "export const pay = (amount: number) => { throw new Error('no'); };",
      },
    );
    const { assertions } = await runTestOn(host, { name: 'TestIt', context: {} });
    expect(assertions.map(({ status, message }) => [status, message])).toEqual([
      ['error', 't.assert.Panic: the function calls something that its import does not export'],
      ['passed', undefined],
    ]);
  });

  it('shows values that JSON does not have', async () => {
    const { assertions } = await runTest(`function TestIt(t) {
      const loop = {}; loop.self = loop;
      t.assert.Equal(loop, 10n);
      t.assert.Equal(new Map([[1, NaN]]), new Error('why')); }`);
    expect(assertions.map(({ actual, expected }) => [actual, expected])).toEqual([
      ['<ref *1> { self: [Circular *1] }', '10n'],
      ['Map(1) { 1 => NaN }', 'Error: why'],
    ]);
  });

  it('leaves out what is undefined: there is no text that could be mistaken for it', async () => {
    const { assertions } = await runTest(`function TestIt(t) { t.assert.Equal(undefined, 'Ann'); }`);
    const [first] = assertions;
    expect(first).toMatchObject({ expected: 'Ann', message: 'expected undefined to equal "Ann"' });
    expect(first).not.toHaveProperty('actual');
  });
});

describe('checks that the host makes', () => {
  const judge: TestCall['judge'] = async (assertion, output) => {
    const subject = { value: output, text: toPlainText(output), toolCalls: [], input: null };
    const helpers = {
      askBuiltInJudge: () => Promise.reject(new Error('nobody judges')),
      askValidator: async ({ use, request }: { use: string; request: JsonObject }) => {
        if (use === 'vague') return 'well, maybe';
        const passed = request.criteria === 'polite' || request.tone === 'polite';
        return JSON.stringify({ passed, reason: `judged by ${use}` });
      },
      runScript: () => Promise.reject(new Error('no scripts')),
    };
    return evaluateAssertion({ assertion, subject, helpers }, neverAborted());
  };

  it.each([
    [
      'Match',
      ["t.assert.Match('Order 12', '(?i)order \\\\d+')", 't.assert.Match(42, /^\\d+$/)'],
      ["t.assert.Match(null, '.')", "t.assert.Match('ORDER', /order/)"],
    ],
    ['NotMatch', ["t.assert.NotMatch('abc', 'x')"], ["t.assert.NotMatch('abc', 'b')"]],
    [
      'JSONPath',
      [
        "t.assert.JSONPath({ items: [{ n: 1 }, { n: 2 }] }, '$.items[*].n', [1, 2])",
        `t.assert.JSONPath('text with {"a": {"b": true}}', 'a.b', true)`,
        "t.assert.JSONPath({}, '$.gone', null)",
      ],
      ["t.assert.JSONPath({ a: 1 }, '$.a', 2)", "t.assert.JSONPath({ a: 1 }, '$.b', 1)"],
    ],
    [
      'Agent',
      [
        "t.assert.Agent('Hi', 'tests.judge', { criteria: 'polite' })",
        "t.assert.Agent('Hi', 'agents:tests.judge', { metadata: { tone: 'polite' } })",
      ],
      ["t.assert.Agent('Hi', 'tests.judge', { criteria: 'rude' })"],
    ],
  ])('%s holds where it should and nowhere else, without await', async (_name, holding, failing) => {
    const statuses = async (lines: readonly string[]) => {
      const { assertions } = await runTest(`function TestIt(t) {\n${lines.join('\n')}\n}`, { judge });
      return assertions.map(({ status, message }) => (status === 'error' ? message : status));
    };
    expect(await statuses(holding)).toEqual(holding.map(() => 'passed'));
    expect(await statuses(failing)).toEqual(failing.map(() => 'failed'));
  });

  it('keeps what the validator was asked and answered, with the line and the words of the author', async () => {
    const { assertions } = await runTest(
      `function TestIt(t) {
  t.assert.Agent({ content: 'Go away' }, 'tests.judge', { criteria: 'kind' }, 'Tone');
}`,
      { judge },
    );
    expect(assertions).toMatchObject([
      {
        type: 'Agent',
        status: 'failed',
        message: expect.stringMatching(/^Tone: tests\.judge rejected the output .*: judged by tests\.judge$/),
        place: `${module}:2:12`,
        agentValidation: {
          passed: false,
          criteria: 'kind',
          input: { content: 'Go away' },
          request: { output: { content: 'Go away' }, input: null, criteria: 'kind' },
          response: { passed: false, reason: 'judged by tests.judge' },
        },
      },
    ]);
  });

  it.each([
    ["t.assert.Match('a', 5)", 't.assert.Match: the pattern must be a text, got 5'],
    ["t.assert.Match('a', '(')", 'invalid regex "("'],
    ['t.assert.JSONPath({}, 1, 2)', 't.assert.JSONPath: the path must be a text'],
    ["t.assert.JSONPath({}, '$.a')", 't.assert.JSONPath takes (value, path, expected, message?), got 2 arguments'],
    ["t.assert.Agent('x', '')", 't.assert.Agent: the agent must be an id'],
    ["t.assert.Agent('x', 'a', { criterion: 'b' })", 't.assert.Agent: unknown option "criterion"'],
    ["t.assert.Agent('x', 'a', 'polite')", 't.assert.Agent: the options must be an object'],
    ["t.assert.Agent('x', 'vague', { criteria: 'b' })", 'validator vague must answer {"passed": true | false'],
  ])('%s is a broken check, which is an error', async (line, message) => {
    const { assertions } = await runTest(`function TestIt(t) { ${line} }`, { judge });
    expect(assertions).toEqual([
      expect.objectContaining({ status: 'error', message: expect.stringContaining(message) }),
    ]);
  });
});

it('is told of a field of a result that the called function spells otherwise', async () => {
  const source = `
import { createOrder } from './orders.ts';
export function TestOrder(t: any) {
  const order = createOrder('A1');
  t.assert.Equal(order.items.length, 1);
  t.assert.Nil(order.cancelled_at);
}
export function TestRight(t: any) {
  const order = createOrder('A1');
  t.assert.Nil(order.cancelledAt);
  t.assert.Nil(order.error);
}`;
  const orders = `export function createOrder(id: string) { return { id, items: [id], cancelledAt: null }; }`;
  const host = await createHost(source, { [path.join(path.dirname(module), 'orders.ts')]: orders });
  expect((await runTestOn(host, { name: 'TestOrder', context: {} })).ending).toEqual({
    type: 'returned',
    doubts: ['the test reads "cancelled_at" of the result of createOrder(), which has "cancelledAt"'],
  });
  expect((await runTestOn(host, { name: 'TestRight', context: {} })).ending).toEqual({ type: 'returned' });
});
