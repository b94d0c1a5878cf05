import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace, moduleEcho } from '../testing/echo-workspace.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';

const suite = 'assistants/echo/tests/cases.jsonl';
let workspace: EchoWorkspace;
const run = (...args: string[]): Promise<CliResult> => runCli(args, { cwd: workspace.root });
const test = (...args: string[]): Promise<CliResult> =>
  run('test', suite, ...args, ...(args.includes('-o') ? [] : ['--no-output']));
const lastLine = ({ stderr }: CliResult) => stderr.trimEnd().split('\n').at(-1);
const readJson = (file: string) => JSON.parse(readFileSync(path.join(workspace.root, file), 'utf8'));
const first = '019a0000-0000-7000-8000-00000000000a';
const second = '019a1111-0000-7000-8000-00000000000b';

/** Edited cases are not compared, but these cases stay the same whatever the agent answers. */
const cases = Array.from({ length: 8 }, (_, place) => ({
  id: `C${place + 1}`,
  input: `hello ${place}`,
  assert: { type: 'contains', value: 'hello' },
}));
const answering = (word: string) => `export default () => ${JSON.stringify(word)};\n`;

beforeAll(() => {
  workspace = createEchoWorkspace({ echo: moduleEcho });
  workspace.write(suite, cases);
  workspace.write('assistants/echo/agent.ts', answering('hello'));
});
afterAll(() => workspace.remove());

describe('a run against its baseline', () => {
  it('is compared with the last run of the suite, in words, and fails on a real drop', async () => {
    const alone = await test('--run-id', first, '--fail-on-regression');
    expect(alone.code).toBe(0);
    expect(alone.stdout).toContain('  Pass Rate: 100.0%\n  Interval:  58.9% to 100.0% (95% confidence)\n');
    expect(alone.stdout).not.toContain('Baseline:');
    expect(alone.stderr).toContain(
      '--fail-on-regression passes without a comparison: there is no earlier run to compare with',
    );

    workspace.write('assistants/echo/agent.ts', answering('bye'));
    const gates = ['--min-pass-rate', '0', '--fail-on-regression'];
    const worse = await test('--run-id', second, ...gates, '-o', 'worse.json');
    expect(worse.code).toBe(1);
    expect(worse.stdout).toContain(`  Baseline:  run ${first.slice(0, 13)}: 100.0% → 0.0% of 8 cases: really worse`);
    expect(worse.stdout).toContain(
      'unlikely to be chance (p = 0.0078); the true drop is likely 3.6 points or more; agent changed (scripts)\n',
    );
    expect(worse.stdout).toContain('  New failures: 8 cases\n');
    expect(lastLine(worse)).toMatch(/^turntree: exit 1: worse than run 019a0000.*; new failures: C1, C2/);
    expect((await test('--min-pass-rate', '0')).code).toBe(0);

    const report = readJson('worse.json');
    expect(report.summary).toMatchObject({
      pass_rate: 0,
      pass_rate_interval: { low: 0 },
      baseline: {
        run_id: first,
        cases: 8,
        before: { passed: 8, pass_rate: 100 },
        verdict: 'real',
        newly_failing_count: 0,
        failed_this_time_count: 8,
      },
    });
    const change = async (head: string) =>
      JSON.parse((await run('compare', first, head, '--format', 'json')).stdout).change;
    expect((await change(second)).words).toBe(report.summary.baseline.words);
    expect(await change('latest')).toMatchObject({ looks: 2, p: expect.closeTo(0.0078, 4) });
  });

  it('stays red while the agent is broken, and green is what is mended', async () => {
    const again = await test('--fail-on-regression', '--min-pass-rate', '0');
    expect(again.code).toBe(1);
    expect(again.stdout).toContain(`  Baseline:  run ${first.slice(0, 13)}: 100.0% → 0.0% of 8 cases`);
    expect((await test('--min-pass-rate', '0', '-q')).code).toBe(0);
    const third = await test('--fail-on-regression', '--min-pass-rate', '0', '-q');
    expect(lastLine(third)).toMatch(`turntree: exit 1: worse than run ${first}`);

    workspace.write('assistants/echo/agent.ts', answering('hello'));
    await test('--case', 'C1', '-q');
    const mended = await test('--fail-on-regression', '-o', 'mended.json');
    expect(mended.code).toBe(0);
    expect(readJson('mended.json').summary.baseline).toMatchObject({ run_id: first, cases: 8, verdict: 'none' });
  });

  it('says that few attempts cannot show a drop, and does not fail', async () => {
    const two = await test('--case', 'C1', '--case', 'C2', '--fail-on-regression');
    expect(two.code).toBe(0);
    workspace.write('assistants/echo/agent.ts', answering('bye'));
    const few = await test('--case', 'C1', '--case', 'C2', '--fail-on-regression', '--min-pass-rate', '0');
    expect(few.code).toBe(0);
    expect(few.stderr).toContain(
      '--fail-on-regression passes without a comparison: 2 changed cases cannot show a trend\n',
    );
  });

  it('prints pass^k for several attempts', async () => {
    const { stdout } = await test('--runs', '3', '--case', 'C1');
    expect(stdout).toContain('  Pass^k:    k=1 0.0%, k=2 0.0%, k=3 0.0% (0.0% to 79.3%)\n');
  });

  it('takes percentages only', async () => {
    const message = async (...args: string[]) => lastLine(await test(...args));
    expect(await message('--min-pass-rate', '0.8')).toBe(
      'turntree: --min-pass-rate takes a percentage from 1 to 100, or 0, such as 80; got "0.8"; did you mean 80?',
    );
    expect(await message('--min-case-pass-rate', '101')).toContain('--min-case-pass-rate takes a percentage');
    expect((await test('--min-case-pass-rate', '50%', '--case', 'C1')).stderr).toContain(
      'exit 1: 1 case below 50%: C1 (0 of 1 passed)',
    );
  });
});
