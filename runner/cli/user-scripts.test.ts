import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';

const config = `
import { appendFileSync } from 'node:fs';
import { defineConfig } from 'turntree';

const users = new Map<number, string>();
const note = (line: string) => appendFileSync(new URL('./order.txt', import.meta.url), line + '\\n');

export default defineConfig({
  agents: { desk: { type: 'module', path: 'desk.ts' } },
  processes: {
    note,
    'models.user.*': async (name: string, value: any) => {
      if (name === 'models.user.Create') users.set(users.size + 1, value.name);
      if (name === 'models.user.Delete') users.delete(value);
      console.log(name, users.size);
      return users.size;
    },
  },
});`;

const hooks = `
export function Before(ctx, testCase) {
  const userId = Process('models.user.Create', { name: ctx.authorized.user_id });
  Process('note', 'before ' + testCase.id + ' ' + testCase.input + ' ' + testCase.metadata.plan + ' ' + testCase.timeout);
  return { data: { userId } };
}
export async function After(ctx, testCase, result, data) {
  await null;
  Process('note', ['after', result.id, result.status, result.output, typeof result.duration_ms, data.userId].join(' '));
  Process('models.user.Delete', data.userId);
}
function Greets(output, input) {
  console.log('checking', output);
  const again = Process('agents.desk.Stream', {}, [{ role: 'user', content: input }]);
  return { pass: output === again.content, message: again.content };
}`;

const common = { metadata: { plan: 'pro' }, timeout: '30s', before: 'env_test.Before', after: 'env_test.After' };
const cases = [
  { id: 'A', input: 'Ada', assert: { type: 'script', script: 'scripts.env_test.Greets' }, ...common },
  { id: 'B', input: 'Bob', assert: { type: 'equals', value: 'Hello, Eve' }, ...common },
];

let root: string;
beforeAll(async () => {
  root = await createTemporaryWorkspace({
    'runner.config.ts': config,
    'desk.ts': 'export default ({ input }) => "Hello, " + input;',
    'src/env_test.ts': hooks,
    'tests/cases.jsonl': cases.map((entry) => JSON.stringify(entry)).join('\n'),
  });
});

describe('hooks and script assertions of a workspace with a config program', () => {
  it('run in order, share data through handlers, ask agents, and print with -v', async () => {
    const args = ['test', 'tests/cases.jsonl', '-n', 'desk', '-u', 'kim', '-v', '--no-output', '--no-history'];
    const { code, stdout, stderr } = await runCli(args, { cwd: root });
    expect(stderr).toContain('exit 1: 1 failed');
    expect(code).toBe(1);
    expect(readFileSync(path.join(root, 'order.txt'), 'utf8').trim().split('\n')).toEqual([
      'before A Ada pro 30s',
      'after A passed Hello, Ada number 1',
      'before B Bob pro 30s',
      'after B failed Hello, Bob number 1',
    ]);
    expect(stdout).toContain('process models.user.Create: models.user.Create 1');
    expect(stdout).toContain('script env_test.Greets: checking Hello, Ada');
  });

  it('are told that console.assert decides nothing', async () => {
    const script = 'export const Check = (output) => { console.assert(output === "x", "odd"); return true; };';
    const testCase = { id: 'A', input: 'Ada', assert: { type: 'script', script: 'scripts.checks.Check' } };
    const cwd = await createTemporaryWorkspace({
      'runner.config.json': '{"agents": {"desk": {"type": "scripted", "rules": [{"answer": "Hi"}]}}}',
      'scripts/checks.ts': script,
      'cases.jsonl': JSON.stringify(testCase),
    });
    const { stdout } = await runCli(['test', 'cases.jsonl', '-n', 'desk', '--no-output', '--no-history'], { cwd });
    const words = 'a console.assert failed, which does not affect the result; return false or throw';
    expect(stdout).toContain(`⚠ script "scripts.checks.Check": ${words}`);
  });
});

/** An endless loop that blocks its process without using CPU time; one test uses a busy loop. */
const doze = 'for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);';

describe('an endless loop', () => {
  it.each([
    ['a hook', { before: 'env_test.Loop' }, 'for (;;) turns += 1;'],
    ['a script assertion', { assert: { type: 'script', script: 'scripts.env_test.Loop' } }, doze],
  ])('in %s ends as a timeout that names its line, and the run goes on', async (_what, fields, loop) => {
    const place = await createTemporaryWorkspace({
      'runner.config.ts': `export default { agents: { desk: { type: 'module', path: 'desk.ts' } } };`,
      'desk.ts': 'export default ({ input }) => input;',
      'src/env_test.ts': `type Nothing = undefined;\n\nexport function Loop() {\n  let turns = 0;\n  ${loop}\n}`,
      'cases.jsonl': [
        { id: 'A', input: 'a', timeout: '5s', ...fields },
        { id: 'B', input: 'b' },
      ]
        .map((entry) => JSON.stringify(entry))
        .join('\n'),
    });
    const { stdout } = await runCli(['test', 'cases.jsonl', '-n', 'desk', '--no-output', '--no-history'], {
      cwd: place,
    });
    expect(stdout).toMatch(
      /timeout after 5s: waiting for (?:the before script|a script in turn 1), still running at src\/env_test\.ts:5:\d+/,
    );
    expect(stdout).toMatch(/Passed:\s+1\n/);
  });

  it('in a module agent is named in the same way', async () => {
    const place = await createTemporaryWorkspace({
      'runner.config.ts': `export default { agents: { desk: { type: 'module', path: 'desk.ts' } } };`,
      'desk.ts': `export default ({ input }) => {\n  ${doze}\n};`,
      'cases.jsonl': '{"id": "A", "input": "a", "timeout": "5s"}',
    });
    const { stdout } = await runCli(['test', 'cases.jsonl', '-n', 'desk', '--no-output', '--no-history'], {
      cwd: place,
    });
    expect(stdout).toMatch(/timeout after 5s: waiting for the agent in turn 1, still running at desk\.ts:2:\d+/);
  });
});

describe('the input of a case that a function makes', () => {
  const history = `
export function Returning(ctx, testCase) {
  const { name, orders } = ctx.metadata;
  console.log('making', testCase.id);
  return [
    ...orders.flatMap((order) => [{ role: 'user', content: 'I want ' + order }, { role: 'assistant', content: 'Ordered.' }]),
    { role: 'user', content: 'I am ' + name },
  ];
}
export const Later = async () => 'later';
export const Nothing = () => [];
export const Wrong = () => ({ content: 5 });
export const Throws = () => { throw new Error('no orders'); };`;
  const about = { metadata: { name: 'Ada', orders: ['tea', 'milk'] } };

  it.each(['node', 'yao'])('is a text or a conversation, for its attempt: %s', async (where) => {
    const place = where === 'yao' ? 'assistants/desk' : '.';
    const cwd = await createTemporaryWorkspace({
      'runner.config.json': JSON.stringify({
        agents: { desk: { type: 'module', path: 'desk.ts' }, validator: { type: 'module', path: 'validator.ts' } },
      }),
      'desk.ts': 'export default ({ input, messages }) => messages.length + ": " + input;',
      'validator.ts':
        'export default ({ input }) => JSON.stringify({ passed: true, reason: JSON.stringify(JSON.parse(input).input) });',
      ...(where === 'yao' ? { 'assistants/desk/package.yao': '{"name": "Desk"}' } : {}),
      [`${place}/src/history.ts`]: history,
      [`${place}/tests/cases.jsonl`]: [
        {
          id: 'talk',
          input: 'scripts:history.Returning',
          ...about,
          assert: [
            { type: 'equals', value: '5: I am Ada' },
            { type: 'agent', use: 'validator' },
          ],
        },
        { id: 'later', input: 'scripts:history.Later', assert: { type: 'equals', value: '1: later' } },
        {
          id: 'long',
          input: 'scripts:history.Returning',
          ...about,
          checkpoints: [{ id: 'c', assert: { type: 'contains', value: '5: I am Ada' } }],
        },
        { id: 'nothing', input: 'scripts:history.Nothing' },
        { id: 'wrong', input: 'scripts:history.Wrong' },
        { id: 'throws', input: 'scripts:history.Throws' },
        {
          id: 'text',
          input: 'scripts: what are they?',
          assert: { type: 'equals', value: '1: scripts: what are they?' },
        },
      ]
        .map((entry) => JSON.stringify(entry))
        .join('\n'),
    });
    const suite = path.join(place, 'tests/cases.jsonl');
    const { stdout } = await runCli(['test', suite, '-n', 'desk', '-v', '-o', 'report.json', '--no-history'], { cwd });
    const { results } = JSON.parse(readFileSync(path.join(cwd, 'report.json'), 'utf8'));
    expect(results).toMatchObject([
      { id: 'talk', status: 'passed', input: [{ content: 'I want tea' }, {}, {}, {}, { content: 'I am Ada' }] },
      { id: 'later', status: 'passed', input: 'later' },
      { id: 'long', status: 'passed', turns: [{ input: 'I am Ada' }] },
      { id: 'nothing', status: 'error', error: 'input error: scripts:history.Nothing returned no message' },
      {
        id: 'wrong',
        status: 'error',
        error: expect.stringContaining('must return a text, a message or a list of messages'),
      },
      {
        id: 'throws',
        status: 'error',
        error: expect.stringMatching(/^input error: no orders \(.*src\/history\.ts:13:/),
      },
      { id: 'text', status: 'passed' },
    ]);
    expect(results[0].assertions[1].agent_validation.reason).toContain('I want milk');
    expect(stdout).toContain('making talk');
  });

  it('is missed by lint when it is not there', async () => {
    const cwd = await createTemporaryWorkspace({
      'src/history.ts': history,
      'tests/cases.jsonl': '{"id": "a", "input": "scripts:histories.Returning"}',
    });
    const { code, stdout, stderr } = await runCli(['lint', 'tests/cases.jsonl'], { cwd });
    expect(code).toBe(1);
    expect(stdout + stderr).toContain('cases.jsonl:1:22: script "scripts:histories.Returning" not found');
  });
});

describe('a function that holds whatever the agent answers', () => {
  const shop = `
async function clean(text) { return !text.includes('secret'); }
export function NoSecret(output) {
  if (!clean(output)) return false;
  return true;
}
export function Short(output, most) { return !(output.length > most); }
export function Cancel(args, state) { state.order[0].status = 'cancelled'; return 1; }
export function Move(args, state) { state = { ...state, moved: true }; return 1; }
export function AllPaid(state) { return (state.orders ?? []).every((each) => each.status === 'paid'); }`;
  const hooks = "export function After(ctx, one, result) { return { pass: result.output !== '' }; }";
  const judge = `export default ({ input }) => JSON.stringify({ passed: JSON.parse(input).input !== '', reason: '' });`;
  const called = { type: 'script', script: 'scripts.shop.Short', value: 5 };
  const written = [
    { id: 'A', input: 'Ada', assert: [called, { type: 'agent', use: 'agents:judge', value: 'is polite' }] },
    {
      id: 'C',
      input: 'Cid',
      after: 'env_test.After',
      assert: { type: 'agent', use: 'agents:kind', value: 'is polite' },
    },
    {
      id: 'B',
      input: 'Bob',
      state: { order: [{ status: 'paid' }] },
      mocks: { cancel: { use: 'scripts:shop.Cancel' }, move: { use: 'scripts:shop.Move' } },
      assert: { type: 'state', use: 'scripts:shop.AllPaid' },
    },
  ];

  it('is told by a run and by lint', async () => {
    const cwd = await createTemporaryWorkspace({
      'runner.config.json': JSON.stringify({
        agents: {
          desk: { type: 'module', path: 'desk.ts' },
          judge: { type: 'module', path: 'judge.ts' },
          kind: { type: 'scripted', rules: [{ answer: { passed: true, reason: 'fine' } }] },
        },
      }),
      'src/env_test.ts': hooks,
      'desk.ts': 'export default ({ input }) => "Hello, " + input;',
      'judge.ts': judge,
      'scripts/shop.ts': shop,
      'tests/cases.jsonl': written.map((each) => JSON.stringify(each)).join('\n'),
    });
    const { stderr } = await runCli(['test', 'tests', '-n', 'desk', '--no-output', '--no-history'], { cwd });
    const { stdout } = await runCli(['lint', 'tests'], { cwd });
    for (const said of [stderr, stdout]) {
      expect(said).toContain('scripts/shop.ts:4: clean() is async, and its promise always counts as true; await it');
      expect(said).toContain('scripts/shop.ts:7: Short does not take the "value" of its assertion');
      expect(said).toContain('scripts/shop.ts:10: AllPaid reads "orders" of the state, which has "order"');
      expect(said).toContain('scripts/shop.ts:9: Move assigns a new object to "state"');
      expect(said).toContain('src/env_test.ts:1: After returns a verdict, which is ignored: only assertions decide');
      expect(said).toContain('the judge "kind" passes every answer: none of its rules says "passed": false');
      expect(said).toContain(
        'the judge "judge" (judge.ts) does not decide by "output", which is the answer that it judges',
      );
    }
  });
});

describe('a hook that no case names', () => {
  const hooks = 'export function Before() { return 1; }\nexport function BeforeAll() { return 2; }';
  const lint = async (testCase: object, ...paths: string[]) => {
    const cwd = await createTemporaryWorkspace({
      'runner.config.json': JSON.stringify({ agents: { desk: { type: 'scripted', rules: [{ answer: 'Hello' }] } } }),
      'src/env_test.ts': hooks,
      'src/all_test.ts': hooks.replace('Before()', 'Prepare()'),
      'tests/cases.jsonl': JSON.stringify({
        id: 'a',
        input: 'Hi',
        assert: { type: 'contains', value: 'Hello' },
        ...testCase,
      }),
    });
    return (await runCli(['lint', ...paths], { cwd })).stdout;
  };

  it('is told by lint of the whole workspace', async () => {
    const words = 'src/env_test.ts:1:1: warning: no case names Before in "before" or "after", so nothing calls it';
    expect(await lint({})).toContain(words);
    expect(await lint({}, 'tests')).not.toContain('no case names');
    expect(await lint({ before: 'env.Before' })).not.toContain('no case names');
    expect(await lint({ before: 'scripts:env_test.Before' })).not.toContain('no case names');
  });
});
