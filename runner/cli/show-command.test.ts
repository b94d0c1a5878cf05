import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../history/db/index.ts';
import { writeEmptyHistory, writeResults } from '../history/testing/temporary-histories.ts';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { caseResult } from '../testing/finished-run.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';

const first = '019a0000-0000-7000-8000-00000000000a';
const second = '019a1111-0000-7000-8000-00000000000b';
const suite = 'assistants/echo/tests/cases.jsonl';
const long = `${'long '.repeat(100)}end`;

let workspace: EchoWorkspace;
const run = (...args: string[]): Promise<CliResult> => runCli(args, { cwd: workspace.root });
beforeAll(async () => {
  workspace = createEchoWorkspace();
  workspace.write(suite, [
    { id: 'ok', input: `${long}\nsecond line`, assert: { type: 'contains', value: 'echo: long' } },
    {
      id: 'wrong',
      input: 'hello \u001b[31mred',
      assert: [
        { type: 'contains', value: 'bye' },
        { type: 'contains', value: 'hello' },
      ],
    },
    { id: 'later', input: 'x', skip: true },
    {
      id: 'talk',
      input: 'first',
      simulator: 'simulator',
      checkpoints: [
        { id: 'then', description: 'goes on', assert: { type: 'contains', value: 'and then' } },
        { id: 'extra', required: false, assert: { type: 'contains', value: 'never said' } },
      ],
    },
  ]);
  await run('test', suite, '--run-id', first, '-o', 'report.json');
  await run('test', suite, '--run-id', second, '--no-output', '--runs', '2', '--case', 'ok', '--case', 'wrong');
});
afterAll(() => workspace.remove());

describe('turntree show', () => {
  it('shows the cases and the summary of a run', async () => {
    const { code, stdout, stderr } = await run('show', '019a0');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`Run ${first}: failed\n  ${suite} on echo, `);
    expect(stdout).toMatch(/► \[ok\] long .* PASSED/);
    expect(stdout).toMatch(/► \[wrong\] hello red FAILED/);
    expect(stdout).toContain('► [later] x SKIPPED (skip)');
    expect(stdout).toContain('- 2 turns, 1/2 checkpoints');
    expect(stdout).toMatch(/Passed: +2\n +Failed: +1\n/);
  });

  it('says how a case stands, by the run and complete runs before that had it as it is', async () => {
    expect((await run('show', first, 'ok')).stdout).toContain(
      'Over the runs of its series: 1 of 1: could be anything above 5%\n',
    );
    const [shownAttempt] = JSON.parse((await run('show', second, 'wrong', '--format', 'json')).stdout);
    expect(shownAttempt.standing).toMatchObject({ state: 'broken', since_run: first });
    expect(shownAttempt.steadiness).toMatchObject({ class: 'unknown', passed: 0, judged: 3 });
  });

  it('shows a repeated run attempt by attempt', async () => {
    const { stdout } = await run('show', 'latest');
    expect(stdout).toContain(`Run ${second}: failed`);
    expect(stdout).toMatch(/\[ok\] Run 1: .*\n► \[ok\] Run 2: .*\n {2}\[ok\] 100% \(2\/2\) Stable/);
  });

  it('shows the whole call of a case, with every assertion and nothing that moves the cursor', async () => {
    const ok = await run('show', first, 'ok');
    expect(ok.stdout).toContain(`  user: ${long}\n    second line\n  agent: echo: ${long}\n    second line\n`);
    const { stdout } = await run('show', first, 'wrong');
    expect(stdout).toContain('  ✗ contains: failed\n');
    expect(stdout).toContain('      expected: "bye"\n');
    expect(stdout).toContain('  ✓ contains: passed\n');
    expect(stdout).toContain('  user: hello red\n');
    expect(stdout).not.toContain('[ok]');
  });

  it('shows a conversation turn by turn, with its checkpoints', async () => {
    const { stdout } = await run('show', first, 'talk');
    expect(stdout).toMatch(
      /Turn 1 \(.*\)\n {2}user: first\n {2}agent: echo: first\nTurn 2 \(.*\)\n {2}user: and then\?\n/,
    );
    expect(stdout).toContain('  ✓ then: reached at turn 2\n      goes on\n');
    expect(stdout).toContain('  ✗ extra: not reached; optional\n');
  });

  it('shows one attempt of several', async () => {
    const { stdout } = await run('show', second, 'wrong', '--attempt', '2');
    expect(stdout).toContain('[wrong] Run 2:');
    expect(stdout).not.toContain('Run 1:');
    const { stdout: json } = await run('show', second, 'wrong', '--attempt', '2', '--format', 'json');
    expect(JSON.parse(json)).toEqual([expect.objectContaining({ id: 'wrong', status: 'failed' })]);
  });

  it('prints as JSON what the JSON report has', async () => {
    const report = JSON.parse(readFileSync(path.join(workspace.root, 'report.json'), 'utf8'));
    expect(JSON.parse((await run('show', first, '--format', 'json')).stdout)).toEqual(report);
    expect(JSON.parse((await run('show', first, 'talk', '--format', 'json')).stdout)).toMatchObject([
      report.results[2],
    ]);
  });

  it.each([
    [['ffff'], ['no run has the id "ffff"', 'the latest runs:', first, second]],
    [['019a'], ['several runs begin with "019a"', first, second]],
    [
      [first, 'tolk'],
      ['the run has no case "tolk"; did you mean "talk"?', 'its cases: ok, wrong, later, talk'],
    ],
    [[second, 'ok', '--attempt', '3'], ['case "ok" had 2 attempts in this run, no attempt 3']],
    [[first, '--attempt', '1'], ['name the case, too']],
    [[], ['show needs a run, such as "latest", or --prompt']],
  ])('refuses %j, saying what there is', async (args, messages) => {
    const { code, stdout, stderr } = await run('show', ...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    for (const message of messages) expect(stderr).toContain(message);
  });

  it('makes no history where there is none', async () => {
    const { code, stderr } = await run('show', 'latest', '--db', 'none/history.db');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('there is no history at ') });
    expect(existsSync(path.join(workspace.root, 'none'))).toBe(false);
  });
});

it.each([['text'], ['json']])('finds out that the process of a run is gone, as %s', async (format) => {
  const file = path.join(workspace.root, `killed-${format}.db`);
  writeEmptyHistory(file);
  const database = openDatabase(file);
  await writeResults(database, { runId: first, at: 1, results: [caseResult()] }, 'goes on');
  // A number larger than any process id, so that no such process exists.
  database.sqlite.prepare('UPDATE runs SET pid = ?').run(2 ** 30);
  database.close();
  const { stdout } = await run('show', 'latest', '--db', file, '--format', format);
  expect(stdout).toContain('interrupted');
  expect(stdout).not.toContain('running');
});
