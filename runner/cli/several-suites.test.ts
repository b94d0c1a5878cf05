import { readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../history/db/index.ts';
import { getRunState, listRuns } from '../history/index.ts';
import { createEchoWorkspace, type EchoWorkspace, scriptedEcho } from '../testing/echo-workspace.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';

const passing = { id: 'A', input: 'a', assert: { type: 'contains', value: 'a' } };

let workspace: EchoWorkspace;
beforeAll(() => {
  workspace = createEchoWorkspace();
  workspace.write('assistants/loud/package.yao', { name: 'Loud' });
  workspace.write('runner.config.json', {
    agents: {
      echo: scriptedEcho,
      loud: { type: 'scripted', rules: [{ answer: 'LOUD' }] },
    },
  });
  workspace.write('assistants/echo/tests/one.jsonl', [passing, { id: 'B', input: 'b' }]);
  workspace.write('assistants/echo/tests/deep/list.json', '[\n{"id": "C", "input": "c"}\n]');
  workspace.write('assistants/echo/tests/data.json', '[{"name": "no case"}]');
  workspace.write('assistants/echo/tests/output-20260101000000.jsonl', [{ type: 'start' }]);
  workspace.write('assistants/echo/tests/.hidden/cases.jsonl', 'not a case');
  workspace.write('assistants/echo/tests/node_modules/x/cases.jsonl', 'not a case');
  workspace.write('assistants/loud/tests/two.jsonl', [{ id: 'A', input: 'a', assert: { type: 'equals', value: 'a' } }]);
  workspace.write('empty/notes.txt', 'no cases');
});
afterAll(() => workspace.remove());

const test = (...args: string[]): Promise<CliResult> => runCli(['test', ...args], { cwd: workspace.root });
const report = (file: string) => JSON.parse(readFileSync(path.join(workspace.root, file), 'utf8'));
const ids = (results: { suite: string; id: string; status: string }[]) =>
  results.map(({ suite, id, status }) => `${suite}:${id} ${status}`);

describe('turntree test with several suites', () => {
  it('tests everything that a workspace has when no input is named', async () => {
    const here = await test('--dry-run');
    expect(here.code).toBe(0);
    expect(here.stdout.trim().split('\n')).toHaveLength(4);
    const named = await runCli(['test', '-a', workspace.root, '--dry-run'], { cwd: os.tmpdir() });
    expect(named.stdout.trim().split('\n')).toHaveLength(4);
  });

  it('runs every case file below a folder, each on the agent it lies with, as one run', async () => {
    const { code, stdout, stderr } = await test(
      'assistants',
      '-o',
      'out/all.json',
      '-o',
      'out/all.xml',
      '-o',
      'out/all.md',
    );
    expect(code).toBe(1);
    expect(stderr).toBe('turntree: exit 1: 1 failed\n');
    const { summary, results } = report('out/all.json');
    expect(summary).toMatchObject({ total: 4, passed: 3, failed: 1, agent_id: 'echo, loud' });
    expect(ids(results)).toEqual([
      'assistants/echo/tests/deep/list.json:C passed',
      'assistants/echo/tests/one.jsonl:A passed',
      'assistants/echo/tests/one.jsonl:B passed',
      'assistants/loud/tests/two.jsonl:A failed',
    ]);
    expect(stdout).toContain('ℹ Agent: echo, loud\n');
    expect(stdout).toContain('ℹ Input: assistants (4 test cases in 3 suites)\n');
    expect(stdout).toContain('── assistants/loud/tests/two.jsonl\n► [A] a FAILED');
    expect(stdout).toContain('FAILED [A] in assistants/loud/tests/two.jsonl\n');
    expect(stdout).toContain('npx turntree test assistants --last-failed\n');
    const junit = readFileSync(path.join(workspace.root, 'out/all.xml'), 'utf8');
    expect(junit.match(/<testsuite name="[^"]*" tests="\d" failures="\d"/g)).toEqual([
      '<testsuite name="assistants/echo/tests/deep/list.json" tests="1" failures="0"',
      '<testsuite name="assistants/echo/tests/one.jsonl" tests="2" failures="0"',
      '<testsuite name="assistants/loud/tests/two.jsonl" tests="1" failures="1"',
    ]);
    const markdown = readFileSync(path.join(workspace.root, 'out/all.md'), 'utf8');
    expect(markdown).toContain('Suite: assistants/loud/tests/two.jsonl\n');
    expect(markdown).toContain('| assistants/echo/tests/one.jsonl | A |');
  });

  it('keeps cases of the same id apart in the history, also with several attempts', async () => {
    await test('assistants', '--case', 'A', '--runs', '2', '--parallel', '3', '-o', 'out/stability.jsonl');
    const database = openDatabase(path.join(workspace.root, '.runner/history.db'));
    const [latest] = listRuns(database, { limit: 1 });
    expect(latest).toMatchObject({ suiteKey: 'assistants', agentId: 'echo, loud', total: 2 });
    const rows = getRunState(database, latest?.runId ?? '')?.rows ?? [];
    database.close();
    expect(rows.map(({ suiteKey, attempts }) => [suiteKey, attempts.map(({ status }) => status)])).toEqual([
      ['assistants/echo/tests/one.jsonl', ['passed', 'passed']],
      ['assistants/loud/tests/two.jsonl', ['failed', 'failed']],
    ]);
    const lines = readFileSync(path.join(workspace.root, 'out/stability.jsonl'), 'utf8').trim().split('\n');
    const stability = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'stability');
    expect(new Map(stability.map(({ suite, pass_rate }) => [suite, pass_rate]))).toEqual(
      new Map([
        ['assistants/echo/tests/one.jsonl', 100],
        ['assistants/loud/tests/two.jsonl', 0],
      ]),
    );
    const showResult = await runCli(['show', 'latest'], { cwd: workspace.root });
    expect(showResult.stdout).toContain('── assistants/loud/tests/two.jsonl\n► [A] Run 1: a FAILED');
    const one = await runCli(['show', 'latest', 'A', '--format', 'json'], { cwd: workspace.root });
    expect(
      JSON.parse(one.stdout).map(({ suite, passed }: { suite: string; passed: number }) => [suite, passed]),
    ).toEqual([
      ['assistants/echo/tests/one.jsonl', 2],
      ['assistants/loud/tests/two.jsonl', 0],
    ]);
  });

  it.each([
    ['a glob', ['assistants/*/tests/*.jsonl']],
    ['a glob through all folders', ['assistants/**/*.jsonl']],
    ['a glob of alternatives', ['assistants/{echo,loud}/tests/{one,two}.jsonl']],
    [
      'files one by one, as a shell expands them',
      ['assistants/echo/tests/one.jsonl', 'assistants/loud/tests/two.jsonl'],
    ],
    ['a file and a folder', ['assistants/loud', 'assistants/echo/tests/one.jsonl', 'assistants/loud/tests/two.jsonl']],
  ])('takes %s', async (_form, inputs) => {
    const { stdout } = await test(...inputs, '--dry-run', '-q');
    const caseIds = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id);
    expect(caseIds.toSorted()).toEqual(['A', 'A', 'B']);
  });

  it('resumes all suites of a run, and runs again what failed in any of them', async () => {
    await test('assistants', '--no-output');
    const resumed = await test('--resume', 'latest', '-o', 'out/resumed.json');
    expect(resumed.stderr).toBe('turntree: exit 1: 1 failed\n');
    expect(report('out/resumed.json').summary).toMatchObject({ total: 4, passed: 3, failed: 1 });
    await test('assistants', '--last-failed', '-o', 'out/failed.json');
    expect(report('out/failed.json').results.map(({ id }: { id: string }) => id)).toEqual(['A']);
    expect(report('out/failed.json').summary).toMatchObject({ total: 1, agent_id: 'loud' });
  });

  it('writes the default report into the folder, or the one that all files share', async () => {
    await test('assistants/loud');
    await test('assistants/*/tests/o*.jsonl');
    await test('assistants/{echo,loud}/tests/*.jsonl');
    const reportsIn = (folder: string) =>
      readdirSync(path.join(workspace.root, folder)).filter((name) => /^output-(?!20260101)\d{14}\.jsonl$/.test(name));
    expect(reportsIn('assistants/loud')).toHaveLength(1);
    expect(reportsIn('assistants/echo/tests')).toHaveLength(1);
    expect(reportsIn('assistants')).toHaveLength(1);
  });

  it('sends all suites to the agent that --name says', async () => {
    await test('assistants', '-n', 'loud', '-o', 'out/loud.json');
    expect(report('out/loud.json').summary).toMatchObject({ agent_id: 'loud', passed: 2, failed: 2 });
  });

  it('starts nothing of the other suites after a failure with --fail-fast', async () => {
    await test('assistants/loud/tests/two.jsonl', 'assistants/echo', '--fail-fast', '-o', 'out/fast.json');
    expect(report('out/fast.json').summary).toMatchObject({ failed: 1, skipped: 3 });
  });

  it('reports the problems of all files together and runs nothing', async () => {
    workspace.write('torn/a.jsonl', '{"id": "a"}\n');
    workspace.write('torn/b.jsonl', '{"id": "b", "inptu": "x"}\n');
    workspace.write('torn/c.json', '[{"id": "c", "input": "x",}]');
    const { code, stdout, stderr } = await test('torn', '-n', 'echo');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`turntree: the input has 4 problems; nothing was run
  torn/a.jsonl:1:1: "input" is missing
  torn/b.jsonl:1:1: "input" is missing
  torn/b.jsonl:1:13: unknown key "inptu" (did you mean "input"?)
  torn/c.json:1:27: found "}" after a comma; remove the comma
`);
  });

  it.each([
    [['empty'], 'no case files below empty'],
    [['empty/*.jsonl'], 'no case file matches empty/*.jsonl'],
    [['assistants/loud', 'hello there'], 'several inputs must be case files or folders; "hello there" is neither'],
    [['assistants/loud', 'gone.jsonl'], 'gone.jsonl does not exist'],
  ])('refuses %j', async (inputs, message) => {
    const { code, stderr } = await test(...inputs);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(message) });
  });

  it('names every folder that belongs to no agent', async () => {
    workspace.write('stray/a.jsonl', [passing]);
    workspace.write('stray/deep/b.jsonl', [passing]);
    const { stderr } = await test('stray', 'assistants/loud');
    expect(stderr).toContain('turntree: no agent found for 2 suites\n');
    expect(stderr).toContain(`looked for package.yao in ${path.join(workspace.root, 'stray', 'deep')} and above`);
    expect(stderr).toContain('name one with -n: ');
  });
});
