import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../history/db/index.ts';
import { createEchoWorkspace, type EchoWorkspace, moduleEcho } from '../testing/echo-workspace.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';

const suite = 'assistants/echo/tests/cases.jsonl';
const title = `${suite}, agent echo`;
const runId = (letter: string) => `019a0000-0000-7000-8000-00000000000${letter}`;
const [good, broken, large, part, stopped] = ['a', 'b', 'c', 'd', 'e'].map(runId);
const model = { type: 'openai', options: { model: 'm', host: 'http://127.0.0.1:9', key: 'none' } };
let workspace: EchoWorkspace;
const run = (...args: string[]): Promise<CliResult> => runCli(args, { cwd: workspace.root });
const test = (...args: string[]) => run('test', suite, '-q', ...args, ...(args.includes('-o') ? [] : ['--no-output']));
const answering = (word: string) =>
  workspace.write('assistants/echo/agent.ts', `export default () => ${JSON.stringify(word)};\n`);
const lastLine = ({ stderr }: CliResult) => stderr.trimEnd().split('\n').at(-1);
const readBaseline = async (...args: string[]) => {
  const { code } = await test(...args, '-o', 'report.json');
  const report = JSON.parse(readFileSync(path.join(workspace.root, 'report.json'), 'utf8'));
  return [code, report.summary.baseline?.run_id];
};

beforeAll(async () => {
  workspace = createEchoWorkspace({ echo: moduleEcho });
  workspace.write(
    suite,
    Array.from({ length: 8 }, (_, place) => ({
      id: `C${place}`,
      input: `hello ${place}`,
      assert: { type: 'contains', value: 'hello' },
    })),
  );
  workspace.write('other.jsonl', [{ id: 'elsewhere', input: 'hello' }]);
  for (const id of ['large', 'another', 'third']) workspace.write(`connectors/${id}.conn.yao`, model);
  answering('hello');
  await test('--run-id', `${good}`);
  await test('--run-id', `${large}`, '-c', 'large');
  answering('bye');
  await test('--run-id', `${broken}`, '--min-pass-rate', '0');
  await test('--run-id', `${part}`, '--case', 'C1');
  await test('--run-id', `${stopped}`, '--case', 'C2');
  const database = openDatabase(path.join(workspace.root, '.runner/history.db'));
  database.sqlite
    .prepare(`UPDATE runs SET status = 'cancelled', options = json_remove(options, '$.cases') WHERE id = ?`)
    .run(stopped);
  database.close();
});
afterAll(() => workspace.remove());

describe('the baselines of a history', () => {
  it('shows what the next runs are compared with, by series', async () => {
    const { code, stdout } = await run('baseline', 'show');
    expect(code).toBe(0);
    expect(stdout).toContain(`${title}\n  ${good}  2`);
    expect(stdout).toContain(`${title}, connector large\n  ${large}  2`);
    const baselines = JSON.parse((await run('baseline', 'show', `${large}`, '--format', 'json')).stdout);
    expect(baselines).toEqual([
      { suite, agent: 'echo', connector: 'large', simulator: null, run: large, pinned: false },
    ]);
  });
});

describe('turntree test --baseline', () => {
  it('compares with the run that it names, or with the last of its kind', async () => {
    expect(await readBaseline('--min-pass-rate', '0', '--fail-on-regression')).toEqual([1, good]);
    expect(await readBaseline('--min-pass-rate', '0', '--fail-on-regression', '--baseline', 'passed')).toEqual([
      0,
      broken,
    ]);
    expect(await readBaseline('--min-pass-rate', '0', '--fail-on-regression', '--baseline', 'latest')).toEqual([
      0,
      expect.not.stringMatching(`${good}|${part}|${stopped}`),
    ]);
    expect(await readBaseline('--min-pass-rate', '0', '--baseline', '019a0000-0000-7000-8000-00000000000A')).toEqual([
      0,
      good,
    ]);
  });

  it('begins a series on another connector, and says so', async () => {
    const firstRun = await test('-c', 'another', '--min-pass-rate', '0', '--fail-on-regression');
    expect(firstRun.code).toBe(0);
    expect(firstRun.stderr).toContain(
      `turntree: --fail-on-regression passes without a comparison: there is no earlier run to compare with (${title}, connector another); runs of other connectors do not count (its own, large)\n`,
    );
    const passed = await test('-c', 'third', '--min-pass-rate', '0', '--fail-on-regression', '--baseline', 'passed');
    expect(passed.code).toBe(0);
    expect(passed.stderr).toContain('there is no earlier run to compare with');
  });

  it('refuses, before anything runs, what no run can be compared with', async () => {
    const refused = async (...args: string[]) => {
      const { code, stdout, stderr } = await test('--baseline', ...args);
      expect([code, stdout]).toEqual([1, '']);
      return stderr;
    };
    expect(await refused('019f')).toContain('turntree: --baseline: no run has the id "019f"\n');
    expect(await refused(`${large}`)).toContain(
      `--baseline: the run ${large} is of connector large, but this run is without a connector\n`,
    );
    expect(await refused(`${stopped}`)).toContain(
      `the run ${stopped} was stopped (cancelled) and cannot be a baseline\n`,
    );
    expect(await refused(`${part}`)).toContain(`the run ${part} had only some of the cases and cannot be a baseline\n`);
    expect(await refused('pinned')).toContain(`--baseline pinned: no run of ${title} is pinned\n`);
    expect(await refused(`${good}`, '--no-history')).toContain('--baseline reads the history; leave --no-history out');
    expect(await refused('pinned', '--db', 'none.db')).toContain('--baseline pinned: there is no history at ');
    const { stderr } = await run('test', 'other.jsonl', '-n', 'echo', '--no-output', '--baseline', `${good}`);
    expect(stderr).toContain(`the run ${good} has no judged case with the same content as in this run\n`);
  });
});

describe('turntree compare', () => {
  it('judges no runs of different connectors, and says so', async () => {
    const { code, stdout, stderr } = await run('compare', `${good}`, `${large}`, '--fail-on-regression');
    expect(stdout).toContain('Same: 8\n');
    expect([code, stderr]).toEqual([
      1,
      'turntree: exit 1: the runs use different connectors (none, large), so no gate applies\n',
    ]);
    expect((await run('compare', `${good}`, `${large}`)).code).toBe(0);
  });
});

describe('turntree baseline', () => {
  it('pins a run for its series, and lets it go', async () => {
    expect((await run('baseline', 'pin', `${broken}`)).stdout).toBe(`${title}: runs are compared with ${broken}\n`);
    expect((await run('baseline', 'show', `${broken}`)).stdout).toMatch('0 of 8 passed, pinned\n');
    expect(await readBaseline('--min-pass-rate', '0', '--fail-on-regression')).toEqual([0, broken]);
    expect(await readBaseline('--min-pass-rate', '0', '--baseline', 'pinned')).toEqual([0, broken]);
    expect((await run('baseline', 'pin', `${good}`)).stdout).toContain(`${good} (before: ${broken})\n`);
    expect((await run('baseline', 'show', `${large}`)).stdout).not.toContain('pinned');
    expect((await run('baseline', 'unpin', `${broken}`)).stderr).toContain(`the run ${broken} is not pinned`);
    expect((await run('baseline', 'unpin', `${good}`)).code).toBe(0);
    expect((await run('baseline', 'show', `${good}`)).stdout).not.toContain('pinned');
  });

  it('pins no run that was stopped or had only some cases', async () => {
    expect(lastLine(await run('baseline', 'pin', `${stopped}`))).toContain('was stopped (cancelled)');
    expect((await run('baseline', 'pin', `${part}`)).stderr).toContain('had only some of the cases');
    expect(lastLine(await run('baseline', 'pin'))).toBe('turntree: name the run: turntree baseline pin latest');
  });
});
