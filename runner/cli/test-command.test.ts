import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../history/db/index.ts';
import { getRun, getRunState, interruptOrphanedRuns, listRuns, readEvents } from '../history/index.ts';
import { loadCaseFile } from '../inputs/load-case-file.ts';
import { createEchoWorkspace, type EchoWorkspace, moduleEcho } from '../testing/echo-workspace.ts';
import { runCli, startCli } from '../testing/run-cli.ts';

let workspace: EchoWorkspace;
beforeAll(() => {
  workspace = createEchoWorkspace({ echo: moduleEcho });
  workspace.write('assistants/echo/tests/mixed.jsonl', [
    { id: 'ok', input: 'hello', tags: ['smoke'], assert: { type: 'contains', value: 'hello' } },
    { id: 'wrong', name: 'A wrong answer', input: 'hello', assert: { type: 'contains', value: 'bye' } },
    { id: 'broken', input: 'throw' },
    { id: 'slow', input: 'hang', timeout: '100ms' },
    { id: 'later', input: 'x', skip: true },
    {
      id: 'talk',
      input: 'first',
      simulator: 'simulator',
      checkpoints: [{ id: 'then', assert: { type: 'contains', value: 'and then' } }],
    },
  ]);
  workspace.write('assistants/echo/tests/good.jsonl', [
    { id: 'A', input: 'a', assert: { type: 'contains', value: 'a' } },
    { id: 'B', input: 'b', tags: ['smoke'], assert: { type: 'contains', value: 'b' } },
    { id: 'who', input: 'who', user: 'ann', expected: 'ann of test-team' },
  ]);
});
afterAll(() => workspace.remove());

const run = (...args: string[]) => runCli(['test', ...args], { cwd: workspace.root });
const good = 'assistants/echo/tests/good.jsonl';
const mixed = 'assistants/echo/tests/mixed.jsonl';
const readJson = (file: string) => JSON.parse(readFileSync(path.join(workspace.root, file), 'utf8'));

describe('turntree test', () => {
  it('runs a case file, writes the default report beside it, and exits with 0', async () => {
    const { code, stdout, stderr } = await run(good);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('✨ ALL TESTS PASSED ✨');
    const [report] = readdirSync(path.join(workspace.root, 'assistants/echo/tests')).filter((name) =>
      name.startsWith('output-'),
    );
    expect(report).toMatch(/^output-\d{14}\.jsonl$/);
    const lines = readFileSync(path.join(workspace.root, 'assistants/echo/tests', report ?? ''), 'utf8')
      .trim()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line).type)).toEqual(['start', 'result', 'result', 'result', 'summary']);
  });

  it('says everything that went wrong, and how to run it again', async () => {
    const { code, stdout, stderr } = await run(mixed, '--no-output');
    expect(code).toBe(1);
    expect(stderr.trim().split('\n').at(-1)).toBe('turntree: exit 1: 1 failed, 1 error, 1 timeout');
    expect(stdout).toContain('► [ok] hello PASSED');
    expect(stdout).toContain('  ├─ Turn 2: "and then?" → "echo: and then?"\n  │  └─ ✓ checkpoint: then\n');
    expect(stdout).toMatch(/- 2 turns, 1\/1 checkpoints/);
    expect(stdout.match(/expected output to contain "bye", got "echo: hello"/g)).toHaveLength(1);
    expect(stdout).toContain('agent error: told to throw');
    expect(stdout).toContain('timeout after 100ms');
    expect(stdout).toContain(`Run again: npx turntree test ${mixed} --last-failed\nAsk why:   npx turntree why\n`);
    const { stdout: some } = await run(mixed, '--no-output', '--case', 'wrong', '--case', 'ok');
    expect(some).toContain(`Run again: npx turntree test ${mixed} --case wrong\n`);
    expect((await run(mixed, '--no-output', '--no-history')).stdout).not.toContain('turntree why');
    expect(stdout).toContain('❌ TESTS FAILED');
  });

  it('writes a complete JSON report with results in input order', async () => {
    await run(mixed, '-o', 'out/deep/report.json', '--parallel', '4');
    const report = readJson('out/deep/report.json');
    expect(report.summary).toMatchObject({
      total: 6,
      passed: 2,
      failed: 1,
      errors: 1,
      timeouts: 1,
      skipped: 1,
      agent_id: 'echo',
      pass_rate: 40,
    });
    expect(report.results.map((result: { id: string; status: string }) => [result.id, result.status])).toEqual([
      ['ok', 'passed'],
      ['wrong', 'failed'],
      ['broken', 'error'],
      ['slow', 'timeout'],
      ['talk', 'passed'],
    ]);
    expect(report.skipped).toMatchObject([{ id: 'later', status: 'skipped', reason: 'skip', pass_rate: null }]);
    expect(report.results[4]).toMatchObject({
      total_turns: 2,
      end_reason: 'checkpoints_reached',
      checkpoints: [{ reached_at_turn: 2 }],
    });
    expect(report.environment).toMatchObject({ user_id: 'test-user', locale: 'en-us', timeout_ms: 120_000 });
  });

  it('writes Markdown and JUnit from the history as well', async () => {
    await run(mixed, '-o', 'out/report.md', '-o', 'out/report.xml', '-q');
    const markdown = readFileSync(path.join(workspace.root, 'out/report.md'), 'utf8');
    expect(markdown).toContain('**❌ Failed** · 2 of 6 cases passed');
    expect(markdown).toContain('A wrong answer');
    const junit = readFileSync(path.join(workspace.root, 'out/report.xml'), 'utf8');
    expect(junit).toContain('tests="6" failures="1" errors="2" skipped="1"');
    expect(junit.match(/<testcase /g)).toHaveLength(6);
  });

  it('repeats cases and reports their stability', async () => {
    const { stdout } = await run(
      mixed,
      '--case',
      'ok',
      '--case',
      'wrong',
      '--runs',
      '3',
      '-o',
      'stable.json',
      '-o',
      'stable.jsonl',
    );
    expect(stdout).toContain('[ok] 100% (3/3) Stable avg:');
    expect(stdout).toContain('[wrong] 0% (0/3) Highly Unstable avg:');
    const { summary, results } = readJson('stable.json');
    expect(summary).toMatchObject({
      total: 2,
      runs_per_case: 3,
      total_runs: 6,
      stable_cases: 1,
      unstable_cases: 1,
      pass_rate: 50,
    });
    expect(results).toMatchObject([
      { id: 'ok', runs: 3, passed: 3, pass_rate: 100, stable: true, stability_class: 'stable' },
      { id: 'wrong', runs: 3, failed: 3, pass_rate: 0, run_details: [{ run: 1 }, { run: 2 }, { run: 3 }] },
    ]);
    const types = readFileSync(path.join(workspace.root, 'stable.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).type);
    expect(types).toEqual(['start', 'stability', 'stability', 'summary']);
  });

  it('selects by id, name, tag and pattern', async () => {
    const selected = async (...flags: string[]) =>
      (await run(mixed, '--dry-run', ...flags)).stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id);
    expect(await selected('--case', 'ok', '--case', 'talk')).toEqual(['ok', 'talk']);
    expect(await selected('--tag', 'smoke')).toEqual(['ok']);
    expect(await selected('--run', '^(slow|later)$')).toEqual(['slow', 'later']);
    expect(await selected('--run', 'wrong answer')).toEqual(['wrong']);
  });

  it('prints with --dry-run cases that load again, and runs nothing', async () => {
    const { code, stdout, stderr } = await run(mixed, '--dry-run', '-o', 'dry.jsonl');
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'turntree: 6 cases, none was run\n' });
    expect(readFileSync(path.join(workspace.root, 'dry.jsonl'), 'utf8')).toBe(stdout);
    await run(mixed, '--dry-run', '-o', 'dry.json');
    const { cases } = await loadCaseFile(path.join(workspace.root, 'dry.jsonl'), 'dry.jsonl');
    const list = await loadCaseFile(path.join(workspace.root, 'dry.json'), 'dry.json');
    const original = await loadCaseFile(path.join(workspace.root, mixed), mixed);
    const content = (all: typeof cases) => all.map(({ line, hash, ...rest }) => rest);
    expect(content(cases)).toEqual(content(original.cases));
    expect(content(list.cases)).toEqual(content(original.cases));
  });

  it('starts nothing after the first failure with --fail-fast', async () => {
    await run(mixed, '--fail-fast', '-o', 'fast.json');
    const { results, skipped } = readJson('fast.json');
    expect(results.map(({ status }: { status: string }) => status)).toEqual(['passed', 'failed']);
    expect(skipped.map(({ reason }: { reason: string }) => reason)).toEqual([
      ...['fail-fast', 'fail-fast', 'skip', 'fail-fast'],
    ]);
  });

  it('keeps attachments out of results, and names them in the tree', async () => {
    const image = { type: 'image', source: 'file://receipt.jpg' };
    const input = { role: 'user', content: [{ type: 'text', text: 'Submit receipt' }, image] };
    const turns = Array.from({ length: 9 }, () => ({ input: input.content }));
    workspace.write('assistants/echo/tests/receipts.jsonl', [
      { id: 'ten', input, turns, never: { type: 'contains', value: 'never' } },
    ]);
    const bytes = Buffer.alloc(5 * 1024 ** 2, 'x');
    writeFileSync(path.join(workspace.root, 'assistants/echo/tests/receipt.jpg'), bytes);
    const { code, stdout, stderr } = await run(
      ...['assistants/echo/tests/receipts.jsonl', '-v', '-o', 'receipts.json', '--db', 'receipts.db'],
    );
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('"Submit receipt" + [receipt.jpg] → '),
    });
    expect(statSync(path.join(workspace.root, 'receipts.json')).size).toBeLessThan(100 * 1024);
    expect(statSync(path.join(workspace.root, 'receipts.db')).size).toBeLessThan(2 * bytes.length);
    const [result] = readJson('receipts.json').results;
    expect(result.turns).toHaveLength(10);
    expect(result.turns[9].input).toEqual(input.content);
  });

  it('takes user and team from the flags, then from the case', async () => {
    expect((await run(good, '--case', 'who', '--no-output')).code).toBe(0);
    const { code, stdout } = await run(good, '--case', 'who', '--no-output', '-u', 'bob', '-t', 'red');
    expect(code).toBe(1);
    expect(stdout).toContain('"bob of red"');
  });

  it('takes flags that were not given from the defaults of the workspace', async () => {
    const other = createEchoWorkspace({ echo: moduleEcho });
    other.write('assistants/echo/tests/good.jsonl', [{ id: 'A', input: 'who' }]);
    const agents = { echo: moduleEcho };
    other.write('runner.config.json', { agents, defaults: { user: 'carol', output: 'd.json', runs: 2 } });
    await runCli(['test', good, '-t', 'red'], { cwd: other.root });
    const report = JSON.parse(readFileSync(path.join(other.root, 'd.json'), 'utf8'));
    expect(report.environment).toMatchObject({ user_id: 'carol', team_id: 'red' });
    expect(report.results[0]).toMatchObject({ runs: 2 });
    expect((await runCli(['test', good, '--runs', '1', '-q'], { cwd: other.root })).stdout).toBe(
      'PASSED: 1 of 1 passed\n',
    );
    other.remove();
  });

  it('is short with --quiet and long with --verbose', async () => {
    const quiet = await run(good, '--quiet', '--no-output');
    expect(quiet.stdout).toBe('PASSED: 3 of 3 passed\n');
    const verbose = await run(good, '--verbose', '--no-output', '--case', 'A');
    expect(verbose.stdout).toContain('  └─ output: echo: a');
  });

  it('answers a message on standard output and nothing else', async () => {
    const { code, stdout, stderr } = await run('say hi', '-n', 'assistants.echo');
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'echo: say hi\n', stderr: '' });
    const inside = await runCli(['test', '--message', 'found'], { cwd: path.join(workspace.root, 'assistants/echo') });
    expect(inside.stdout).toBe('echo: found\n');
  });

  it('keeps an endless loop to the attempt that loops', async () => {
    workspace.write('assistants/echo/tests/loop.jsonl', [
      { id: 'loop', input: 'loop', timeout: '3s' },
      { id: 'fine', input: 'fine' },
    ]);
    await run('assistants/echo/tests/loop.jsonl', '--parallel', '2', '-o', 'loop.json');
    expect(readJson('loop.json').results).toMatchObject([{ status: 'timeout' }, { status: 'passed' }]);
  });

  it('leaves no history with --no-history, and still writes reports', async () => {
    const other = createEchoWorkspace({ echo: moduleEcho });
    other.write('assistants/echo/tests/good.jsonl', [{ id: 'A', input: 'a' }]);
    const { code } = await runCli(['test', good, '--no-history', '-o', 'r.json'], { cwd: other.root });
    expect(code).toBe(0);
    expect(existsSync(path.join(other.root, '.runner'))).toBe(false);
    expect(existsSync(path.join(other.root, 'r.json'))).toBe(true);
    other.remove();
  });
});

describe('a run and its process', () => {
  const hanging = 'assistants/echo/tests/hanging.jsonl';
  const databaseFile = () => path.join(workspace.root, 'signals.db');
  beforeAll(() => {
    workspace.write(hanging, [
      { id: 'quick', input: 'q' },
      { id: 'hang', input: 'hang' },
      { id: 'never', input: 'n' },
    ]);
  });
  const start = () =>
    startCli(['test', hanging, '--db', databaseFile(), '-o', 'hanging.jsonl'], { cwd: workspace.root });

  it('ends as cancelled on SIGTERM, with a whole log and a whole report', async () => {
    const cli = start();
    await cli.printed((text) => text.includes('[quick]'));
    cli.child.kill('SIGTERM');
    const { code, stderr } = await cli.done;
    expect(code).toBe(143);
    expect(stderr).toContain('turntree: exit 143: cancelled');
    const database = openDatabase(databaseFile());
    const [latest] = listRuns(database, { limit: 1 });
    expect(latest).toMatchObject({ status: 'cancelled', counts: { passed: 1, skipped: 2 } });
    const events = [...readEvents(database, latest?.runId ?? '', { afterSeq: 0 })];
    expect(events.map((event) => event.seq)).toEqual(events.map((_, position) => position + 1));
    expect(events.at(-1)?.type).toBe('run.finished');
    database.close();
    expect(readFileSync(path.join(workspace.root, 'hanging.jsonl'), 'utf8').trim().split('\n').at(-1)).toContain(
      '"summary"',
    );
  });

  it('is shown as interrupted after kill -9, and harms nothing', async () => {
    const cli = start();
    await cli.printed((text) => text.includes('[quick]'));
    const database = openDatabase(databaseFile());
    const running = () => listRuns(database, { limit: 1, text: 'running' })[0];
    await expect.poll(() => running()?.counts.passed).toBe(1);
    const latest = running();
    expect(interruptOrphanedRuns(database)).toEqual([]);
    cli.child.kill('SIGKILL');
    await cli.done;
    expect(interruptOrphanedRuns(database)).toEqual([latest?.runId]);
    expect(getRun(database, latest?.runId ?? '')).toMatchObject({ status: 'interrupted' });
    const statuses = getRunState(database, latest?.runId ?? '')?.rows.map((row) => row.attempts[0]?.status);
    expect(statuses).toEqual(['passed', 'skipped', 'skipped']);
    expect(database.sqlite.pragma('integrity_check', { simple: true })).toBe('ok');
    database.close();
    expect((await run(good, '--db', databaseFile(), '--no-output')).code).toBe(0);
  });

  it('shares the history with another run at the same time', async () => {
    const file = path.join(workspace.root, 'shared.db');
    const results = await Promise.all([1, 2, 3].map(() => run(good, '--db', file, '--no-output', '--runs', '20')));
    expect(results.map(({ code, stderr }) => (code === 0 ? code : stderr))).toEqual([0, 0, 0]);
    const database = openDatabase(file);
    expect(listRuns(database, { limit: 10 }).map((item) => item.counts.passed)).toEqual([60, 60, 60]);
    database.close();
  });
});
