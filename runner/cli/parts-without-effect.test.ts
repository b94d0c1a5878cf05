import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';

const suite = 'tests/desk/cases.jsonl';
let workspace: EchoWorkspace;
const run = (...args: string[]): Promise<CliResult> => runCli(args, { cwd: workspace.root });
const test = (...args: string[]): Promise<CliResult> => run('test', suite, '--no-output', '--no-history', ...args);
const lastLine = ({ stderr }: CliResult) => stderr.trimEnd().split('\n').at(-1);
const report = () => JSON.parse(readFileSync(path.join(workspace.root, 'r.json'), 'utf8'));

const when = (amount: object, answer: string) => ({ when: { amount }, result: answer });
const refund = [when({ gt: 500 }, 'too much'), when({ lte: 500 }, 'done')];
const refundCall = { type: 'tool_called', name: 'refund' };

beforeAll(() => {
  workspace = createEchoWorkspace();
  const rules = [
    { when: { tool_result: { name: 'refund' } }, answer: 'It is {{tool_result}}.' },
    { when: { text: '/^Refund (?P<amount>\\d+)$/' }, tool_calls: [{ name: 'refund', arguments: { amount: 40 } }] },
    { answer: 'Hello' },
  ];
  workspace.write('runner.config.json', { agents: { desk: { type: 'scripted', rules } } });
});
afterAll(() => workspace.remove());

describe('parts of a case that did nothing', () => {
  it('are said at the end of a run and in its summary, and fail it where that is asked for', async () => {
    workspace.write(suite, [
      { id: 'c1', input: 'Refund 40', mocks: { refund, search: { result: [] } }, assert: refundCall },
      {
        id: 'c2',
        turns: ['Hi'],
        checkpoints: [
          { id: 'greets', assert: { type: 'contains', value: 'Hello' } },
          { id: 'offers', required: false, assert: { type: 'contains', value: 'help' } },
          { id: 'silent', after: ['offers'], assert: { type: 'not_contains', value: 'secret' } },
        ],
      },
      { id: 'c3', input: 'Hi', assert: { type: 'contains', value: 'Hello' } },
      { id: 'c4', input: 'Hi', mocks: { refund }, assert: { type: 'contains', value: 'Bye' }, expect: 'fail' },
    ]);
    const words =
      'c1 ("when" 1 of mock refund: a call of refund would go unnoticed, mock search: a call of search would go unnoticed), c2 (optional checkpoint offers, checkpoint silent, whose prerequisites ("after") were never reached)';
    const ended = await test('-o', 'r.json');
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.stdout).toContain(`  Idle:      ${words}\n`);
    expect(report().summary.idle).toEqual([
      { id: 'c1', parts: words.slice(4, words.indexOf('), c2')).split(', ') },
      {
        id: 'c2',
        parts: ['optional checkpoint offers', 'checkpoint silent, whose prerequisites ("after") were never reached'],
      },
    ]);
    const quiet = await test('-q');
    expect([quiet.code, quiet.stdout + quiet.stderr]).toEqual([0, expect.not.stringContaining('mock search')]);
    const gated = await test('--fail-on-idle', '-q');
    expect([gated.code, lastLine(gated)]).toEqual([1, `turntree: exit 1: idle: ${words}`]);
    const merged = await run('merge', 'r.json', '-o', 'merged.json');
    expect(merged.code).toBe(0);
    const { summary } = JSON.parse(readFileSync(path.join(workspace.root, 'merged.json'), 'utf8'));
    expect(summary.idle).toEqual(report().summary.idle);
  });

  it('are faults that never struck, and a state that nothing could change', async () => {
    const fault = { fault: { kind: 'error', rate: 0.000001 } };
    const unchanged = { type: 'state', equals: { refunds: [] } };
    workspace.write(suite, [
      { id: 'c1', input: 'Refund 40', mocks: { refund: [fault, { result: 'done' }] }, assert: refundCall },
      { id: 'c2', input: 'Refund 40', state: { refunds: [] }, mocks: { refund: { result: 1 } }, assert: unchanged },
      { id: 'c3', input: 'Refund 40', state: { refunds: [] }, mocks: { refund: { result: 1 } }, assert: refundCall },
      {
        id: 'c4',
        input: 'Refund 40',
        mocks: { refund: [{ fault: { kind: 'error', times: 1 } }, { result: 1 }] },
        assert: refundCall,
      },
    ]);
    const words =
      'c1 (fault 1 of mock refund, which never occurred), c2 (state, which no mock changes), c4 (entry 2 of mock refund, because every call got the fault before it)';
    expect((await test()).stdout).toContain(`  Idle:      ${words}\n`);
  });

  it('are no mocks for calls that the case would notice: forbidden, exact, not in a state, or refused by a script', async () => {
    const mocks = { refund: { result: 'done' }, wipe: { result: 'gone' } };
    const wipe = { type: 'tool_called', name: 'wipe' };
    const calls = [{ name: 'refund' }];
    workspace.write(
      'scripts/checks.mjs',
      `export const Quiet = (_output, _input, _value, _metadata, { turns }) =>
  turns.every(({ tool_calls }) => tool_calls.every(({ name }) => name !== 'wipe'));
export const Blind = (_output, _input, _value, _metadata, { turns }) =>
  turns.every(({ tool_calls }) => tool_calls.every((call) => call.function?.name !== 'wipe'));
export const Wipe = (_args, state) => void (state.wiped = true);`,
    );
    const script = (name: string) => ({ type: 'script', use: `scripts:checks.${name}` });
    const unnoticed = 'mock wipe: a call of wipe would go unnoticed';
    workspace.write(suite, [
      { id: 'never', turns: ['Refund 40'], mocks, never: wipe, assert: refundCall },
      { id: 'typo', turns: ['Refund 40'], mocks, never: { ...wipe, name: 'wype' }, assert: refundCall },
      { id: 'amount', input: 'Refund 40', mocks, assert: [refundCall, { ...wipe, arguments: { all: 1 }, times: 0 }] },
      { id: 'exactly', input: 'Refund 40', mocks, assert: { type: 'tools', match: 'exactly', calls } },
      { id: 'ignored', input: 'Refund 40', mocks, assert: { type: 'tools', match: 'exactly', calls, ignore: ['w*'] } },
      { id: 'script', turns: ['Refund 40'], mocks, assert: [refundCall, script('Quiet')] },
      { id: 'blind', turns: ['Refund 40'], mocks, assert: [refundCall, script('Blind')] },
      {
        id: 'state',
        input: 'Refund 40',
        state: {},
        mocks: { ...mocks, wipe: { use: 'scripts:checks.Wipe' } },
        assert: { type: 'state', equals: {} },
      },
    ]);
    const words = `typo (${unnoticed}), ignored (${unnoticed}), blind (${unnoticed})`;
    const ended = await test('--fail-on-idle');
    expect(ended.stdout).toContain(`  Idle:      ${words}\n`);
    expect(lastLine(ended)).toBe(`turntree: exit 1: idle: ${words}`);
  });

  it('are no mocks of a tool that a rule names beside the one that was called', async () => {
    const mocks = { refund: { result: 'done' }, wipe: { result: 'gone' } };
    const either = (...value: string[]) => ({ type: 'tool_called', value });
    workspace.write(suite, [
      { id: 'either', input: 'Refund 40', mocks, assert: either('refund', 'wipe') },
      { id: 'other', input: 'Refund 40', mocks, assert: either('refund', 'pay') },
    ]);
    expect((await test()).stdout).toContain('  Idle:      other (mock wipe: a call of wipe would go unnoticed)\n');
  });

  it('say that a condition has another type than the argument', async () => {
    const mock = (amount: unknown) => ({ refund: [{ when: { amount }, error: 'too late' }, { result: 'done' }] });
    workspace.write(suite, [
      { id: 'text', input: 'Refund 40', mocks: mock('40'), assert: refundCall },
      { id: 'eq', input: 'Refund 40', mocks: mock({ eq: '40' }), assert: refundCall },
      { id: 'more', input: 'Refund 40', mocks: mock(400), assert: refundCall },
    ]);
    const words = '"when" 1 of mock refund: compares "amount" with "40", but it is the number 40';
    expect((await test()).stdout).toContain(
      `  Idle:      text (${words}), eq (${words}), more ("when" 1 of mock refund: a call of refund would go unnoticed)\n`,
    );
  });

  it('are rules on a state that held before it changed, if nothing else requires the change', async () => {
    workspace.write(
      'scripts/shop.mjs',
      "export const Refund = (_args, state) => { state.orders[1].status = 'refunded'; return 1; };",
    );
    const orders = [{ status: 'paid' }, { status: 'paid' }, { status: 'refunded' }];
    const status = (index: number, value: string) => ({ type: 'state', path: `$.orders[${index}].status`, value });
    const testCase = (id: string, ...assert: object[]) => ({
      id,
      input: 'Refund 40',
      state: { orders },
      mocks: { refund: { use: 'scripts:shop.Refund' } },
      assert,
    });
    workspace.write(suite, [
      testCase('wrong-order', status(2, 'refunded'), status(0, 'paid')),
      testCase('right-order', status(1, 'refunded'), status(0, 'paid')),
      testCase('called', refundCall, status(0, 'paid')),
    ]);
    const words = 'wrong-order (rules on the state, which held before it changed at $.orders[1].status)';
    expect((await test()).stdout).toContain(`  Idle:      ${words}\n`);
  });

  it('are numbers that the name promises, if a call or an answer has them and no rule reads them', async () => {
    const mocks = { refund: { result: 'within 5 days' } };
    const promise = { name: 'refunds 40.00 within 5 days, as in 1A', input: 'Refund 40', mocks };
    workspace.write(suite, [
      { id: 'c1', ...promise, assert: { ...refundCall, times: 1 } },
      { id: 'c2', ...promise, input: undefined, turns: ['Hi', 'Refund 40'], assert: refundCall },
      {
        id: 'c3',
        ...promise,
        assert: [
          { ...refundCall, arguments: { amount: 40 } },
          { type: 'contains', value: '5 days' },
        ],
      },
      { id: 'c4', ...promise, mocks: { refund: [{ when: { amount: 40 }, result: 1 }] }, assert: refundCall },
      { id: 'c5', ...promise, name: 'refunds what was paid', assert: refundCall },
      { id: 'c6', name: 'echoes 40', input: 'Hi 40', assert: { type: 'contains', value: 'Hello' } },
    ]);
    const words =
      '40 in the name of the case: refund was called with it, but no rule checks it, 5 in the name of the case: the answer contains it, but no rule checks it';
    expect((await test()).stdout).toContain(`  Idle:      c1 (${words}), c2 (${words})\n`);
  });

  it('are rules on how a tool is called that was never called', async () => {
    const once = { type: 'tool_called', name: 'pay', arguments: { id: 'A17' }, times: { max: 1 } };
    const only = { type: 'tools', match: 'only', calls: [{ name: 'get_order', arguments: { id: 'A17' } }] };
    const result = (status: string) => ({ type: 'tool_result', value: { tool: 'pay', result: { status } } });
    const failed = { type: 'tool_called', name: 'pay', succeeded: false };
    const not = (rule: object) => ({ ...rule, negate: true });
    const hello = { type: 'contains', value: 'Hello' };
    const testCase = (id: string, rule: object, more: object = {}) => ({
      id,
      turns: ['Hi'],
      assert: [hello, rule],
      ...more,
    });
    workspace.write(suite, [
      testCase('once', once),
      { id: 'only', input: 'Hi', assert: [hello, only] },
      testCase('declined', {}, { turns: [{ input: 'Hi', assert: not(result('declined')) }], assert: hello }),
      testCase('failed', not(failed)),
      testCase('never', {}, { never: result('declined'), assert: hello }),
      testCase('guard', not(result('paid'))),
      testCase('search', { ...once, arguments: undefined }),
      testCase('names', { ...only, calls: [{ name: 'get_order' }] }),
      testCase('refunds', { ...once, name: 'refund' }, { turns: ['Refund 40'], assert: { ...once, name: 'refund' } }),
    ]);
    const words = [
      'once (limit on calls of pay, which was never called; add "min": 1)',
      'only ("only" with the arguments of get_order, which was never called; add a "tool_called")',
      'declined (rule on failed results of pay, which was never called; require its good result)',
      'failed (rule on failed calls of pay, which was never called; write "succeeded": true without "negate")',
    ];
    expect((await test()).stdout).toContain(`  Idle:      ${words.join(', ')}\n`);
    const mocks = { pay: { result: { status: 'declined' } } };
    workspace.write(suite, [testCase('mocked', not(result('declined')), { mocks })]);
    expect((await test()).stdout).toContain('  Idle:      mocked (mock pay: a call of pay would go unnoticed)\n');
  });

  it('are none that did something in one attempt, and none of a case that failed', async () => {
    workspace.write(suite, [
      { id: 'c1', input: 'Refund 40', mocks: { refund: refund.slice(1) }, assert: refundCall },
      { id: 'c2', input: 'Refund 40', mocks: { refund, search: { result: [] } }, assert: { ...refundCall, times: 2 } },
    ]);
    const ended = await test('--fail-on-idle', '--min-pass-rate', '50', '-o', 'r.json');
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.stdout).not.toContain('Idle:');
    expect(report().summary.idle).toBeUndefined();
  });
});

it('says of rules that held by a slip what they overlooked, and fails where that is asked for', async () => {
  const slipped = { type: 'tool_called', name: 'refund', arguments: { ammount: 40 } };
  workspace.write(suite, [
    { id: 'c1', input: 'Refund 40', assert: { ...slipped, times: 0 } },
    { id: 'c2', turns: ['Hi', 'Refund 40'], never: [slipped], assert: { type: 'not_contains', value: 'Helo' } },
    { id: 'c3', turns: ['Hi', { input: 'Refund 40', assert: { type: 'not_contains', value: 'Hello ' } }] },
  ]);
  const ended = await test('-o', 'r.json');
  expect(ended.code).toBe(0);
  const words = 'a rule looks for the argument "ammount" of refund, but found only "amount"';
  expect(ended.stdout.split(words)).toHaveLength(3);
  expect(ended.stdout).toContain('Unchecked: 3 passed cases not fully covered by assertions\n');
  const [first, second, third] = report().results;
  expect([first.unjudged, second.unjudged]).toEqual([
    { calls: [], ended_before_done: false, overlooked: [words] },
    { calls: [], ended_before_done: false, overlooked: [words] },
  ]);
  expect(third.unjudged.overlooked).toBeUndefined();
  const gated = await test('--fail-on-unjudged', '-q');
  expect([gated.code, lastLine(gated)]).toEqual([1, expect.stringContaining(words)]);
  expect((await test('--fail-on-unjudged')).stdout).toMatch(
    /Pass Rate: 100\.0%.*❌ TESTS FAILED: unjudged: c1 \(a rule looks for/s,
  );
});

it('says of gates that nothing could miss that they show nothing', async () => {
  workspace.write(suite, [{ id: 'c1', input: 'Hi', assert: { type: 'contains', value: 'Hello' } }]);
  const flaky = '--fail-on-flaky cannot fail, because each case has only one attempt; give --runs\n';
  const mode = '--threshold-mode has no effect without --min-accuracy\n';
  expect((await test('--fail-on-flaky', '--threshold-mode', 'all')).stderr).toContain(
    `turntree: ${flaky}turntree: ${mode}`,
  );
  const faulty = 'turntree: --max-faulty 100 cannot fail, because no share is above 100%\n';
  expect((await test('--max-faulty', '100')).stderr).toBe(faulty);
  expect((await test('--max-faulty', '10', '--min-pass-rate', '2')).stderr).toBe('');
  const small = '1 means 1%, which almost every run reaches; 100 means all';
  expect((await test('--min-pass-rate', '1', '--min-case-pass-rate', '1')).stderr).toBe(
    `turntree: --min-pass-rate ${small}\nturntree: --min-case-pass-rate ${small}\n`,
  );
  const gated = await test('--fail-on-flaky', '--runs', '2', '--threshold-mode', 'all', '--min-accuracy', '1');
  expect(gated).toMatchObject({ code: 0, stderr: '' });
});

it('says how many of the cases a selection leaves, and which answers are recorded', async () => {
  workspace.write('logs.ndjson', [{ id: 'c1', turns: [{ input: 'Hi', output: 'Hello' }] }]);
  const rules = [{ answer: 'Hello' }];
  const agents = { desk: { type: 'scripted', rules }, old: { type: 'replay', file: 'logs.ndjson' } };
  workspace.write('runner.config.json', { agents });
  const hello = { turns: ['Hi'], assert: { type: 'contains', value: 'Hello' } };
  workspace.write(suite, [
    { id: 'c1', ...hello },
    { id: 'c2', ...hello },
    { id: 'c3', ...hello },
  ]);
  expect((await test('--run', 'c1$')).stdout).toContain('ℹ Filter: c1$ (1 of 3 cases)\n');
  expect((await test('--shard', '1/3')).stdout).toContain('ℹ Filter: shard 1/3 (1 of 3 cases)\n');
  expect((await test('--run', 'c[12]$', '--shard', '1/2')).stdout).toContain('(1 of 3 cases)\n');
  expect((await test()).stdout).not.toContain('of 3 cases');
  const recorded = await test('-n', 'old', '--run', 'c1$');
  expect(recorded.stdout).toContain('ℹ Agent: old (answers recorded in logs.ndjson)\n');
  workspace.write('runner.config.json', { agents: { desk: agents.desk } });
});

it('says of files that look like cases and are not read, in a run and in lint', async () => {
  const hello = { id: 'c1', input: 'Hi', assert: { type: 'contains', value: 'Hello' } };
  workspace.write(suite, [hello]);
  workspace.write('tests/desk/more.ndjson', [hello]);
  const words = 'this file looks like cases but is ignored; the names of case files end in .jsonl';
  const tested = await run('test', 'tests/desk', '--no-output', '--no-history');
  expect(tested).toMatchObject({ code: 0, stderr: expect.stringContaining(`tests/desk/more.ndjson: ${words}`) });
  workspace.write('tests/desk/.pay/cases.jsonl', [hello]);
  workspace.write('tests/desk/.pay/data.jsonl', [{ id: 'c1', input: 'Hi' }]);
  const hidden = 'this file looks like cases but is ignored; hidden files and folders are left out';
  const told = (await run('test', 'tests/desk', '--no-output', '--no-history')).stderr;
  expect(told).toContain(`tests/desk/.pay/cases.jsonl: ${hidden}\n`);
  expect(told).not.toContain('data.jsonl');
  workspace.write('tests/desk/tools.test.mjs', 'export function TestRefund(t) {\n  t.assert.Equal(1, 2);\n}\n');
  workspace.write('tests/desk/other.test.mjs', 'import { it } from "vitest";\nit("adds", () => {});\n');
  workspace.write('tests/desk/src/pay_test.mjs', 'export function TestPay(t) {\n  t.assert.Equal(1, 2);\n}\n');
  workspace.write('tests/desk/src/hooks_test.mjs', 'export function BeforeAll() {}\n');
  const named = (await run('test', 'tests/desk', '--no-output', '--no-history')).stderr;
  const pay = 'tests/desk/src/pay_test.mjs';
  expect(named).toContain(`a folder runs its cases, not its script tests (${pay}): turntree test ${pay}\n`);
  const linted = await run('lint', 'tests/desk');
  const scripts = 'this file looks like script tests but is ignored; the names of script tests end in _test.ts';
  expect(linted.stdout).toContain(`tools.test.mjs:1:1: warning: ${scripts}`);
  expect(linted.stdout).not.toContain('other.test.mjs');
  expect(linted.stdout).toContain(`.pay/cases.jsonl:1:1: warning: ${hidden}`);
  expect(linted.stdout).toContain(`more.ndjson:1:1: warning: ${words}`);
});

it('says of rules that mean nothing in this run, once for all cases', async () => {
  const limit = (duration: string) => ({ type: 'limits', duration });
  const greets = { type: 'contains', value: 'Hello' };
  const judged = { type: 'agent', use: 'agents:desk', value: 'is polite' };
  workspace.write(suite, [
    { id: 'c1', input: 'Hi', assert: [limit('300m'), greets] },
    { id: 'c2', turns: ['Hi'], assert: [limit('300m'), greets] },
    { id: 'c3', input: 'Hi', timeout: '10s', assert: [limit('9s'), greets] },
    { id: 'c4', input: 'Hi', assert: judged },
  ]);
  const { stderr } = await test('--timeout', '1m');
  // The tested agent, used as its own judge, returns no verdict, so the case ends in an error.
  expect(stderr.trimEnd().split('\n')).toEqual([
    'turntree: warning: "duration" of 300m checks nothing: the --timeout of 1m0s ends the attempt earlier (c1, c2)',
    'turntree: warning: the agent "desk" judges its own answers; name another agent in "use" (c4)',
    'turntree: exit 1: 1 error',
  ]);
});
