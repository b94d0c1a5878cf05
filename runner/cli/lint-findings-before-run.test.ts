import { describe, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';
import { formatYaoPackage } from '../testing/yao-workspace.ts';

const suite = 'assistants/shop/tests/cases.jsonl';

async function shop(files: Record<string, string>): Promise<string> {
  return createTemporaryWorkspace({
    'connectors/offline.conn.yao': '{"type": "scripted", "rules": [{"answer": "x"}]}',
    'assistants/shop/package.yao': formatYaoPackage(),
    'assistants/shop/prompts.yml': '- role: system\n  content: You sell bread.\n',
    [suite]: '{"id": "A", "input": "hi"}\n',
    ...files,
  });
}

/** Compares the warnings of `turntree test` with the output of `turntree lint`, and checks whether the run started. */
async function testAndLint(files: Record<string, string>, ...flags: string[]) {
  const cwd = await shop(files);
  const { stdout: linted } = await runCli(['lint'], { cwd });
  const { code, stdout, stderr } = await runCli(['test', suite, '--no-history', '--no-output', ...flags], { cwd });
  return {
    code,
    stderr: stderr.trimEnd().split('\n'),
    ran: stdout.includes('Running Tests'),
    lint: linted.trim().split('\n'),
    stdout,
  };
}

describe('turntree test says before it starts what turntree lint says', () => {
  it('refuses to start for mistakes in the files of the tested assistant, all of them with their places', async () => {
    const { code, stderr, ran, lint } = await testAndLint({
      'assistants/shop/prompts.yml': '- role: sytem\n  content: x\n',
      'assistants/shop/src/index.ts': 'export function Create( {}\n',
      'assistants/other/src/index.ts': 'nobody asks {}\n',
      'assistants/other/package.yao': formatYaoPackage(),
    });
    const own = lint.filter((line) => line.startsWith('assistants/shop'));
    expect(own).toHaveLength(2);
    expect({ code, ran, stderr }).toEqual({
      code: 1,
      ran: false,
      stderr: ['turntree: the run cannot start', ...own.map((line) => `  ${line}`)],
    });
  });

  it('says what is doubtful once, not for every case', async () => {
    const cases = ['A', 'B', 'C'].map((id) => JSON.stringify({ id, Input: 'hi' })).join('\n');
    const { code, stderr, stdout } = await testAndLint({
      [suite]: cases,
      'assistants/shop/prompts.yml': '- role: system\n  content: It is {{ $SYS.DATE }}.\n',
    });
    expect(code).toBe(0);
    expect(stderr).toEqual([
      `turntree: warning: ${suite}:1:11: case "A": "Input" is read as "input" (and in 2 more cases)`,
      'turntree: warning: assistants/shop/prompts.yml:2:18: the prompt contains {{ $SYS.DATE }}: Yao keeps the braces; write $SYS.DATE',
    ]);
    // Each warning is printed with the first case that has it, and at the end with the number of cases.
    expect(stdout.match(/⚠.*/g)).toEqual([
      expect.stringMatching(/^⚠ shop: a prompt contains/),
      expect.stringMatching(/^⚠ in 3 attempts: shop: a prompt contains/),
    ]);
  });

  it('refuses to start without the hooks of its cases, of those that run', async () => {
    const cases = [
      { id: 'A', input: 'hi', before: 'env_test.Before' },
      { id: 'B', input: 'hi', after: 'stage.Afer' },
      { id: 'C', input: 'hi', after: 'stage.Afer' },
    ];
    const files = {
      [suite]: cases.map((testCase) => JSON.stringify(testCase)).join('\n'),
      'assistants/shop/src/stage_test.ts': 'export function After() {}\n',
    };
    const { code, stderr, ran } = await testAndLint(files, '--case', 'B', '--case', 'C');
    expect({ code, ran, first: stderr[1] }).toEqual({
      code: 1,
      ran: false,
      first: `  ${suite}:2:32: case "B": assistants/shop/src/stage_test.ts has no function "Afer"; it has After (did you mean "stage.After"?) (and in 1 more case)`,
    });
    expect(stderr.join()).not.toContain('env_test');
  });

  it.each(['--before', '--after'])('refuses to start without the hook of %s', async (flag) => {
    const files = { 'assistants/shop/src/env_test.ts': 'export function BeforeAll() {}\n' };
    expect(await testAndLint(files, flag, 'env_test.BeforeAll')).toMatchObject({ code: 0, ran: true });
    const problem = 'assistants/shop/src/env_test.ts has no function "AfterAl"; it has BeforeAll';
    expect(await testAndLint(files, flag, 'env_test.AfterAl')).toMatchObject({
      code: 1,
      ran: false,
      stderr: ['turntree: the run cannot start', `  ${flag}: ${problem}`],
    });
  });

  it('names functions and files that cases need, with place and case', async () => {
    const cases = [{ id: 'A', input: 'hi', assert: { type: 'script', script: 'scripts.checks.Shrt' } }];
    const { code, stderr, ran } = await testAndLint({
      [suite]: cases.map((testCase) => JSON.stringify(testCase)).join('\n'),
      'scripts/checks.ts': 'export function Short() { return true; }\n',
    });
    expect({ code, ran, first: stderr[0] }).toEqual({
      code: 1,
      ran: true,
      first: expect.stringContaining('case "A": scripts/checks.ts has no function "Shrt"; it has Short'),
    });
  });

  it('refuses a simulator that no case would be played by', async () => {
    const conversation = { id: 'B', input: 'hi', checkpoints: [{ id: 'c', assert: { type: 'contains', value: 'x' } }] };
    const one = { id: 'A', input: 'hi' };
    const createSuite = (...cases: object[]) => ({ [suite]: cases.map((each) => JSON.stringify(each)).join('\n') });
    for (const files of [
      createSuite(one),
      createSuite(one, { ...conversation, simulator: 'other' }),
      createSuite({ ...conversation, turns: ['bye'] }),
    ]) {
      const { code, ran, stderr } = await testAndLint(files, '--simulator', 'shop');
      expect({ code, ran, first: stderr[0] }).toEqual({
        code: 1,
        ran: false,
        first: 'turntree: --simulator shop: no case uses a simulator',
      });
    }
    const both = await testAndLint(createSuite(one, conversation), '--simulator', 'shop', '--case', 'A');
    expect(both).toMatchObject({ code: 0, ran: true });
    const same = createSuite({ ...conversation, simulator: 'agents:shop' });
    expect(await testAndLint(same, '--simulator', 'shop')).toMatchObject({ code: 0, ran: true });
  });

  it('places simulators and connectors that cases name and nobody has', async () => {
    const cases = [
      { id: 'A', input: 'hi', options: { connector: 'ofline' } },
      { id: 'B', simulator: 'shp', checkpoints: [{ id: 'c', assert: { type: 'contains', value: 'x' } }] },
    ];
    const { code, stderr } = await testAndLint({ [suite]: cases.map((one) => JSON.stringify(one)).join('\n') });
    expect([code, stderr]).toEqual([
      1,
      [
        'turntree: the run cannot start',
        `  ${suite}:1:47: case "A": the workspace has no connector "ofline" (did you mean "offline"?)`,
        `  ${suite}:2:23: case "B": the workspace has no agent "shp" for the simulator (did you mean "shop"?)`,
      ],
    ]);
  });

  it('starts with the connector of -c, whatever the package says, and without parts with --allow-partial', async () => {
    const files = { 'assistants/shop/package.yao': formatYaoPackage({ connector: 'nowhere', kb: ['rules'] }) };
    const refused = await testAndLint(files);
    expect(refused.stderr).toEqual([
      'turntree: the run cannot start',
      expect.stringMatching(/package\.yao:1:\d+: the workspace has no connector "nowhere"/),
      expect.stringMatching(
        /package\.yao:1:\d+: agent "shop" needs parts that are not available here: its knowledge bases \(kb\)/,
      ),
    ]);
    expect(await testAndLint(files, '-c', 'offline', '--allow-partial')).toMatchObject({ code: 0, ran: true });
  });
});
