import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';
import type { JsonObject } from '../values/index.ts';

const agents = { desk: { type: 'module', path: 'desk.mjs' } };
const desk = { 'desk.mjs': 'export default () => "It is refunded.";' };
const lines = (...cases: JsonObject[]): string => cases.map((each) => `${JSON.stringify(each)}\n`).join('');

describe('a run that is not the one that its author meant', () => {
  /** The warnings of `turntree test` on a workspace. */
  async function warnings(files: Record<string, string>, args: string[] = [], config: JsonObject = { agents }) {
    const cwd = await createTemporaryWorkspace({ ...desk, 'runner.config.json': JSON.stringify(config), ...files });
    const { stderr } = await runCli(['test', 'tests', '--no-output', '--no-history', ...args], { cwd });
    return stderr.split('\n').filter((line) => line !== '');
  }
  const check = { type: 'contains', value: 'refunded' };
  const suite = (...ids: string[]): string => lines(...ids.map((id) => ({ id, input: `Refund ${id}`, assert: check })));

  it('has its user in the metadata of the context', async () => {
    const files = { 'tests/a.jsonl': suite('a'), 'ctx.json': '{"metadata": {"user_id": "bob"}}' };
    const context = (more: Record<string, string>, ...args: string[]) =>
      warnings({ ...files, ...more }, ['--ctx', 'ctx.json', ...args]);
    expect(await context({})).toEqual([
      'turntree: warning: ctx.json:1:15: "user_id" in "metadata" does not set "user_id" of the run; move it to "authorized"',
    ]);
    expect(await context({}, '-u', 'eve')).toEqual([]);
    const reader = 'export default ({ metadata }) => "It is refunded to " + metadata.user_id;';
    expect(await context({ 'desk.mjs': reader })).toEqual([]);
  });

  it('compares the columns of a table, because it names no agent', async () => {
    const head = 'scorer_type,id,input,expected_output,expected_score_min,expected_score_max,ground_truth\n';
    const row = (scorer: string, id: string, range: string, truth = '') =>
      `${scorer},${id},When do you open?,We open at nine.,${range},${truth}\n`;
    const table = (...rows: string[]) => ({
      'desk.mjs': 'export default () => "We open at nine."',
      'tests/faq.csv': `${head}${rows.join('')}`,
    });
    const words = (names: string) =>
      `export default ({ ${names} }) => (output === ${names.split(', ')[1]} ? 1 : 0.5);\n`;
    const own = { 'tests/scorers/same.mjs': words('output, expectedOutput') };
    const truth = { 'tests/scorers/same.mjs': words('output, groundTruth') };
    const untested =
      'turntree: warning: no agent is asked: "expected_output" is only compared with "ground_truth"; -n desk asks one';
    const equal =
      'turntree: warning: tests/scorers/same.mjs:1: without an agent, "output" and "expectedOutput" are the same text, so this scores the table with itself; ask an agent with -n, or give the rows a ground_truth and read "groundTruth"';
    const built = row('contains', 'a', '1,1', 'nine');
    expect(await warnings(table(built))).toEqual([untested]);
    expect(await warnings({ ...table(row('same', 'a', '0.6,1')), ...own })).toEqual([equal]);
    expect(await warnings(table(built), ['-n', 'desk'])).toEqual([]);
    expect(await warnings(table(built, row('exact', 'bad', '0,0', 'ten')))).toEqual([]);
    expect(await warnings(table(built), [], { agents: { ...agents, other: agents.desk } })).toEqual([]);
    expect(await warnings({ ...table(row('same', 'a', '0.6,1')), ...own }, ['-n', 'desk'])).toEqual([]);
    expect(await warnings({ ...table(row('same', 'a', '0.5,1', 'ten')), ...truth })).toEqual([]);
  });

  it('takes an expected failure for a case that the agent must refuse', async () => {
    const expected = (id: string, value: string) => ({ id, input: id, expect: 'fail', assert: { ...check, value } });
    const files = (...cases: JsonObject[]) => ({ 'tests/a.jsonl': `${suite('a')}${lines(...cases)}` });
    const words = (names: string, marks: string) =>
      `turntree: ${names} passed, but "expect": "fail" marks ${marks}; if the agent was fixed, remove that key; if the agent must refuse, remove that key and forbid what the agent did ("never", "times": 0, "negate")`;
    expect(await warnings(files(expected('b', 'refunded'), expected('c', 'nope')))).toEqual([
      words('b', 'it as a known failure'),
    ]);
    expect(await warnings(files(expected('b', 'refunded'), expected('c', 'is')))).toEqual([
      words('b, c', 'them as known failures'),
    ]);
    expect(await warnings(files(expected('c', 'nope')))).toEqual([]);
  });

  it('has a baseline in which nothing passed', async () => {
    const config = JSON.stringify({ agents });
    const cwd = await createTemporaryWorkspace({
      ...desk,
      'runner.config.json': config,
      'tests/a.jsonl': suite('a', 'b'),
    });
    const test = (...args: string[]) => runCli(['test', 'tests', '--no-output', ...args], { cwd });
    const pin = async () => (await runCli(['baseline', 'pin', 'latest'], { cwd })).stderr;
    const gates = ['--fail-on-regression', '--baseline', 'pinned', '--min-pass-rate', '0'];
    await writeFile(path.join(cwd, 'desk.mjs'), 'export default () => "I am down."');
    await test();
    expect(await pin()).toBe('turntree: warning: no case of this run passed, so no run can be worse\n');
    expect((await test(...gates)).stderr).toMatch(
      /^turntree: --fail-on-regression cannot fail: no attempt passed in the baseline [-\w]+; pin a run that passes$/m,
    );
    await writeFile(path.join(cwd, 'desk.mjs'), desk['desk.mjs']);
    await test();
    expect(await pin()).toBe('');
    expect((await test(...gates)).stderr).not.toContain('cannot fail');
  });

  it('has only some of its cases, because of the config', async () => {
    const tagged = lines({ id: 'b', tags: ['smoke'], input: 'Refund b', assert: check });
    const config = { agents, defaults: { tag: ['smoke'] } };
    const cases = { 'tests/a.jsonl': suite('a', 'c'), 'tests/b.jsonl': tagged };
    expect(await warnings(cases, [], config)).toEqual([
      'turntree: warning: "defaults" of the config leaves out 2 of 3 cases, which lack the tag smoke',
    ]);
    expect(await warnings(cases, ['--tag', 'smoke'], config)).toEqual([]);
    expect(await warnings({ 'tests/b.jsonl': tagged }, [], config)).toEqual([]);
    const cwd = await createTemporaryWorkspace({ ...desk, 'runner.config.json': JSON.stringify(config), ...cases });
    expect((await runCli(['lint'], { cwd })).stdout).toBe(
      'runner.config.json:1:68: warning: "defaults" of the config leaves out 2 of 3 cases, which lack the tag smoke\n',
    );
    expect((await runCli(['lint', 'tests/a.jsonl'], { cwd })).stdout).toBe('');
  });
});

it('says that an agent looked up an id that nobody named, in a mock that answers any', async () => {
  const rules = [
    { when: { tool_result: { name: 'get_order' } }, answer: 'It is shipped.' },
    { when: { text: '/Z/' }, answer: 'Which order?' },
    { tool_calls: [{ name: 'get_order', arguments: { id: 'B99', all: true } }] },
  ];
  const config = JSON.stringify({ agents: { desk: { type: 'scripted', rules } } });
  const mocks = { get_order: { result: { status: 'shipped' } } };
  const status = (more: JsonObject = {}, at = 0): JsonObject => {
    const checks = { mocks, assert: { type: 'contains', value: 'shipped' } };
    return { id: `c${at}`, ...('turns' in more ? {} : { input: 'Where is order A17?' }), ...checks, ...more };
  };
  const unchecked = async (...cases: JsonObject[]): Promise<string[]> => {
    const cwd = await createTemporaryWorkspace({ 'runner.config.json': config, 'a.jsonl': lines(...cases) });
    const { code, stdout } = await runCli(['test', 'a.jsonl', '--no-history', '--no-output'], { cwd });
    expect(code).toBe(0);
    return stdout.match(/get_order was called with .*/g) ?? [];
  };
  const words =
    'get_order was called with "B99", which the agent was never given, and not with "A17", but its mock answers both calls alike; add "when" to the mock, or "arguments" to a rule';
  expect(await unchecked(status())).toEqual([words]);
  expect(await unchecked(status({ turns: ['I have Z11.', 'Where is order A17?'] }))).toEqual([words]);
  const checked = { type: 'tool_called', name: 'get_order', arguments: { all: true } };
  const right: JsonObject[] = [
    { input: 'Is it shipped?' },
    { input: 'Is order A17 shipped, bought with B99?' },
    { input: 'Is order 17 from 2026-11-28 shipped?' },
    { input: 'Is order ORD-17 shipped?' },
    { input: 'Is lamp A17 shipped?' },
    { input: 'I am A17. Is it shipped?' },
    { user: 'B99' },
    { options: { metadata: { order: 'b99' } } },
    { mocks: { get_order: { when: { id: 'B99' }, result: 'shipped' } } },
    { mocks: { get_order: { result: '{{id}} is shipped' } } },
    { assert: [{ type: 'contains', value: 'shipped' }, checked] },
  ];
  expect(await unchecked(...right.map(status))).toEqual([]);
  // The built-in user has a fact with the intended id, so calls that change something with another id are reported,
  // too.
  const user = { goal: 'get to know if the order is shipped', facts: { 'order number': 'A17' } };
  const shipping = async (argument: string): Promise<string> => {
    const desk = `export default ({ turn }) => turn > 1 ? 'It is shipped.' : { content: 'What is your order number?', tool_calls: [{ tool: 'ship', arguments: { ${argument}: 'B99' }, result: 'ok' }] };`;
    const elicited = { type: 'elicited', value: ['order number'] };
    const fact = { id: 'fact', simulator: user, assert: [elicited, { type: 'tool_called', name: 'ship' }] };
    const files = { 'runner.config.json': JSON.stringify({ agents }), 'desk.mjs': desk, 'a.jsonl': lines(fact) };
    const cwd = await createTemporaryWorkspace(files);
    const { code, stdout } = await runCli(['test', 'a.jsonl', '--no-history', '--no-output'], { cwd });
    expect(code).toBe(0);
    return stdout;
  };
  const factWords =
    'ship was called with "B99", which the agent was never given, and not with "A17", but no rule reads it';
  expect(await shipping('order')).toContain(factWords);
  expect(await shipping('session')).not.toContain('never given');
});

it('says that items changed which no rule reads, in the field that a rule reads of another', async () => {
  const shop = `export function Cancel({ ids }, state) {
  for (const at of ids) state.orders[at].status = 'cancelled';
  state.log = 1;
}
`;
  const rules = [
    { when: { tool_result: { name: 'cancel' } }, answer: 'It is cancelled.' },
    { when: { text: '/all/' }, tool_calls: [{ name: 'cancel', arguments: { ids: [0, 1, 2] } }] },
    { tool_calls: [{ name: 'cancel', arguments: { ids: [0] } }] },
  ];
  const state = { orders: ['A1', 'B2', 'C3'].map((id) => ({ id, status: 'paid' })) };
  const mocks = { cancel: { use: 'scripts:shop.Cancel' } };
  const cancelled = (at: number): JsonObject => ({ type: 'state', path: `$.orders[${at}].status`, value: 'cancelled' });
  const all = { type: 'state', path: '$.orders[?(@.status == "paid")]', value: [] };
  const once = { type: 'tool_called', name: 'cancel', times: 1 };
  const cases: JsonObject[] = [
    { input: 'Cancel all', assert: cancelled(0) },
    { turns: ['Cancel all'], assert: cancelled(0) },
    { input: 'Cancel A1', assert: cancelled(0) },
    { input: 'Cancel all', assert: [cancelled(0), cancelled(1), cancelled(2)] },
    { input: 'Cancel all', assert: [cancelled(0), all] },
    { input: 'Cancel all', assert: [cancelled(0), once] },
  ];
  const cwd = await createTemporaryWorkspace({
    'runner.config.json': JSON.stringify({ agents: { desk: { type: 'scripted', rules } } }),
    'scripts/shop.mjs': shop,
    'a.jsonl': lines(...cases.map((each, at) => ({ id: `c${at}`, state, mocks, ...each }))),
  });
  const { code, stdout } = await runCli(['test', 'a.jsonl', '--no-history', '--no-output'], { cwd });
  expect(code).toBe(0);
  const words = '$.orders[1].status and $.orders[2].status changed as well as $.orders[0].status, and no rule reads it';
  expect(stdout.match(/\S+ and \S+ changed as well as .*/g)).toEqual([words, words]);
});
