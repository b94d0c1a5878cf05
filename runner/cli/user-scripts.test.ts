import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.ts';
import { temporaryWorkspace } from '../testing/workspace.ts';

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
  root = await temporaryWorkspace({
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
});

describe('an endless loop', () => {
  it.each([
    ['a hook', { before: 'env_test.Loop' }],
    ['a script assertion', { assert: { type: 'script', script: 'scripts.env_test.Loop' } }],
  ])('in %s ends as a timeout that names its line, and the run goes on', async (_what, fields) => {
    const place = await temporaryWorkspace({
      'runner.config.ts': `export default { agents: { desk: { type: 'module', path: 'desk.ts' } } };`,
      'desk.ts': 'export default ({ input }) => input;',
      'src/env_test.ts':
        'type Nothing = undefined;\n\nexport function Loop() {\n  let turns = 0;\n  for (;;) turns += 1;\n}',
      'cases.jsonl': [
        { id: 'A', input: 'a', timeout: '1s', ...fields },
        { id: 'B', input: 'b' },
      ]
        .map((entry) => JSON.stringify(entry))
        .join('\n'),
    });
    const { stdout } = await runCli(['test', 'cases.jsonl', '-n', 'desk', '--no-output', '--no-history'], {
      cwd: place,
    });
    expect(stdout).toMatch(/timeout after 1s, still running at src\/env_test\.ts:5:\d+/);
    expect(stdout).toMatch(/Passed:\s+1\n/);
  });

  it('in a module agent is named in the same way', async () => {
    const place = await temporaryWorkspace({
      'runner.config.ts': `export default { agents: { desk: { type: 'module', path: 'desk.ts' } } };`,
      'desk.ts': 'export default ({ input }) => {\n  for (let n = 0; ; n += 1);\n};',
      'cases.jsonl': '{"id": "A", "input": "a", "timeout": "1s"}',
    });
    const { stdout } = await runCli(['test', 'cases.jsonl', '-n', 'desk', '--no-output', '--no-history'], {
      cwd: place,
    });
    expect(stdout).toMatch(/timeout after 1s, still running at desk\.ts:2:\d+/);
  });
});
