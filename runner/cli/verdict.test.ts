import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace, scriptedEcho } from '../testing/echo-workspace.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';

let workspace: EchoWorkspace;
const mixed = 'assistants/echo/tests/mixed.jsonl';
const broken = 'assistants/echo/tests/broken.jsonl';
const run = (...args: string[]): Promise<CliResult> =>
  runCli(['test', ...args, '--no-output'], { cwd: workspace.root });
const lastLine = ({ stderr }: CliResult) => stderr.trimEnd().split('\n').at(-1);

beforeAll(() => {
  workspace = createEchoWorkspace();
  const contains = (value: string) => ({ type: 'contains', value });
  workspace.write(mixed, [
    { id: 'A', input: 'a', assert: contains('a') },
    { id: 'B', input: 'b', assert: contains('b') },
    { id: 'C', input: 'c', assert: contains('never') },
  ]);
  workspace.write(broken, [
    { id: 'A', input: 'a' },
    { id: 'E', input: 'throw' },
  ]);
});
afterAll(() => workspace.remove());

describe('the gates of turntree test', () => {
  it('let a run pass whose accuracy reaches the minimum, and say what went wrong in it', async () => {
    const result = await run(mixed, '--min-accuracy', '0.6');
    expect(result.code).toBe(0);
    expect(lastLine(result)).toBe('turntree: exit 0: the accuracy reaches its threshold: 1 failed');
    expect(result.stdout).toContain('✓ PASSED: the accuracy reaches its threshold: 1 failed');
    expect(result.stdout).not.toContain('ALL TESTS PASSED');
  });

  it('fail a run whose accuracy misses it, on average or in a case', async () => {
    const average = await run(mixed, '--min-accuracy', '0.7', '-q');
    expect(average.code).toBe(1);
    expect(lastLine(average)).toBe('turntree: exit 1: Average accuracy 0.6667 below threshold 0.7000');
    const all = await run(mixed, '--min-accuracy', '0.6', '--threshold-mode', 'all', '-q');
    expect(all.code).toBe(1);
    expect(lastLine(all)).toBe('turntree: exit 1: 1 test(s) below threshold 0.6000: C: 0.0000');
  });

  it('may be defaults of the workspace', async () => {
    const other = createEchoWorkspace();
    other.write(mixed, [{ id: 'A', input: 'a', expected: 'b' }]);
    const agents = { echo: scriptedEcho };
    other.write('runner.config.json', { agents, defaults: { 'min-accuracy': 0, 'threshold-mode': 'all' } });
    expect((await runCli(['test', mixed, '--no-output'], { cwd: other.root })).code).toBe(0);
    other.write('runner.config.json', { agents, defaults: { 'threshold-mode': 'most' } });
    const { stderr } = await runCli(['test', mixed], { cwd: other.root });
    expect(stderr).toContain('defaults.threshold-mode must be one of average, all, not "most"');
    other.remove();
  });

  it('take rates from 0 to 1 and known words only', async () => {
    const rate = await run(mixed, '--min-accuracy', '80');
    expect({ code: rate.code, last: lastLine(rate) }).toEqual({
      code: 1,
      last: 'turntree: --min-accuracy must be between 0.0 and 1.0, got: 80',
    });
    expect((await run(mixed, '--threshold-mode', 'most')).stderr).toContain('Allowed choices are average, all');
  });
});

describe('--format json', () => {
  it('prints the accuracy and nothing else on standard output, whatever the verdict', async () => {
    const { code, stdout, stderr } = await run(mixed, '--format', 'json', '--min-accuracy', '0.9');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '{"accuracy": 0.6666667}\n' });
    expect(stderr).toContain('► [A] a PASSED');
    expect(stderr.trimEnd().split('\n').at(-1)).toContain('exit 1: Average accuracy 0.6667');
  });

  it('says null when nothing was judged', async () => {
    const file = workspace.write('assistants/echo/tests/later.jsonl', [{ id: 'A', input: 'a', skip: true }]);
    const { code, stdout } = await run(file, '--format', 'json', '-q', '--min-accuracy', '0');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '{"accuracy": null}\n' });
  });

  it('keeps the answer to a message off standard output', async () => {
    const { code, stdout } = await run('say hi', '-n', 'echo', '--format', 'json');
    expect({ code, stdout }).toEqual({ code: 0, stdout: '{"accuracy": 1}\n' });
  });
});

describe('--exit-codes detailed', () => {
  const code = async (...args: string[]) => (await run(...args, '--exit-codes', 'detailed')).code;

  it('tells wrong answers, broken machinery, configuration and empty selections apart', async () => {
    expect(await code(mixed)).toBe(1);
    expect(await code(broken)).toBe(3);
    expect(await code(broken, '-n', 'nobody')).toBe(2);
    expect(await code(broken, '--unknown')).toBe(2);
    expect(await code(broken, '--tag', 'none')).toBe(5);
    expect(await code(broken, '--case', 'A')).toBe(0);
  });

  it('changes nothing that nobody asked for', async () => {
    const codes = [await run(broken), await run(broken, '-n', 'nobody'), await run(broken, '--tag', 'none')];
    expect(codes.map((result) => result.code)).toEqual([1, 1, 1]);
  });
});
