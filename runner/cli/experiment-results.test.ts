import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../history/db/index.ts';
import { getRunState, listRuns } from '../history/index.ts';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { type CliResult, runCli, startCli } from '../testing/run-cli.ts';

const header =
  'scorer_type,id,description,input,expected_output,expected_score_min,expected_score_max,tags,enabled,ground_truth\n';

let workspace: EchoWorkspace;
beforeAll(() => {
  workspace = createEchoWorkspace();
  workspace.write(
    'tables/good.csv',
    `${header}exact,one,First,hi,hi,0.5,1,"x,y",TRUE,hi\ncontains,two,,hi,hi there,1,1,,TRUE,hi\n`,
  );
  workspace.write('tables/bad.csv', `${header}exact,one,,hi,ho,1,1,,TRUE,hi\n`);
  workspace.write('agent.csv', `${header}exact,one,,hi,ignored,1,1,,TRUE,echo: hi\nexact,two,,throw,,0.1,1,,TRUE,\n`);
  workspace.write('cases.jsonl', [{ id: 'A', input: 'a' }]);
});
afterAll(() => workspace.remove());

const test = (...args: string[]): Promise<CliResult> => runCli(['test', ...args], { cwd: workspace.root });

function resultsIn(folder: string): { testRun: string; results: Record<string, unknown>[]; summary: object }[] {
  const root = path.join(workspace.root, folder);
  return readdirSync(root).map((file) => JSON.parse(readFileSync(path.join(root, file), 'utf8')));
}

describe('the results of tables', () => {
  it('go into a folder of the workspace, one file for every scorer type', async () => {
    const { code, stdout, stderr } = await test('tables/good.csv');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const saved = [...stdout.matchAll(/💾 Results saved to: (.*)/g)].map(([, file]) => file);
    expect(saved).toEqual([
      expect.stringMatching(/^test-results\/exact-[\d-]+T[\d-]+Z\.json$/),
      expect.stringMatching(/^test-results\/contains-[\d-]+T[\d-]+Z\.json$/),
    ]);
    expect(
      resultsIn('test-results')
        .map(({ testRun }) => `test-results/${testRun}.json`)
        .toSorted(),
    ).toEqual(saved.toSorted());
    expect(readdirSync(path.join(workspace.root, 'tables')).toSorted()).toEqual(['bad.csv', 'good.csv']);
  });

  it('go into the folder that --output names, beside reports', async () => {
    const { code, stdout } = await test('tables/bad.csv', '-o', 'out/here/', '-o', 'out/report.json');
    expect(code).toBe(1);
    expect(stdout).toContain('❌ 1 test(s) failed\n');
    expect(stdout).toContain('Run again: npx turntree test tables/bad.csv --scorer exact --last-failed\n');
    expect(resultsIn('out/here')).toEqual([
      expect.objectContaining({ summary: expect.objectContaining({ failed: 1 }) }),
    ]);
    expect(existsSync(path.join(workspace.root, 'out/report.json'))).toBe(true);
  });

  it('are saved beside a report, which has the counts by tag and by column as well', async () => {
    workspace.write('grouped/runner.config.json', {});
    workspace.write(
      'grouped/cases.csv',
      `${header.trim()},level,name\nexact,one,,hi,hi,1,1,"x,y",TRUE,hi,high,Ada\nexact,two,,hi,ho,1,1,y,TRUE,hi,low,Bob\n`,
    );
    const cwd = path.join(workspace.root, 'grouped');
    const args = ['test', 'cases.csv', '-o', 'report.json', '-o', 'report.jsonl', '--group-by', 'level'];
    const { code, stdout } = await runCli(args, { cwd });
    expect(code).toBe(1);
    expect(stdout).toMatch(/💾 Results saved to: test-results\/exact-.*\.json\n/);
    const summary = {
      byTag: { x: { passed: 1, total: 1, rate: '100.0' }, y: { passed: 1, total: 2, rate: '50.0' } },
      byMetadata: {
        level: { high: { passed: 1, total: 1, rate: '100.0' }, low: { passed: 0, total: 1, rate: '0.0' } },
      },
    };
    expect(resultsIn('grouped/test-results')).toMatchObject([{ summary }]);
    const report = readFileSync(path.join(cwd, 'report.json'), 'utf8');
    expect(JSON.parse(report).summary).toMatchObject(summary);
    const lines = readFileSync(path.join(cwd, 'report.jsonl'), 'utf8').trim().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ type: 'summary', ...summary });
    await runCli(['merge', 'report.json', '-o', 'again.json'], { cwd });
    expect(JSON.parse(readFileSync(path.join(cwd, 'again.json'), 'utf8')).summary.byMetadata).toEqual(
      summary.byMetadata,
    );
    const { stderr } = await runCli(['test', 'cases.csv', '--group-by', 'levle'], { cwd });
    expect(stderr).toContain(
      'no table has an additional column "levle" to group by\n  there are level, name\n  did you mean "level"?\n',
    );
    workspace.write('grouped/runner.config.json', { defaults: { 'group-by': ['name', 'elsewhere'] } });
    const byDefault = await runCli(['test', 'cases.csv', '--no-output'], { cwd });
    expect(byDefault.stdout).toContain('RESULTS BY METADATA\n────');
    expect(byDefault.stdout).toContain('name:\n  Ada: 1/1 (100.0%)\n');
    expect(byDefault.stdout).not.toContain('level:');
  });

  it('are not lost to a row that loops beside others, also where the time is short', async () => {
    workspace.write(
      'scorers/hasty.ts',
      'export default ({ output }: { output: string }) => { while (output === "loop"); return 1; };',
    );
    const rows = ['loop', 'a', 'b'].map((output) => `hasty,${output},,i,${output},1,1,,TRUE,\n`).join('');
    workspace.write('tables/hasty.csv', `${header}${rows}`);
    const { stdout } = await test('tables/hasty.csv', '--parallel', '3', '--timeout', '3s', '-o', 'hasty/');
    expect(stdout).toContain('Passed: 2\n');
    expect(stdout).toContain('timeout after 3s');
  });

  it('say how sure they are, and what became of them since the run before', async () => {
    const scorer = (score: number) => workspace.write('scorers/moody.ts', `export default () => ${score};`);
    const rows = Array.from({ length: 6 }, (_, place) => `moody,m${place},,i,o,1,1,,TRUE,\n`).join('');
    workspace.write('tables/moody.csv', `${header}${rows}`);
    scorer(1);
    const first = await test('tables/moody.csv', '--no-output');
    expect(first.stdout).toContain('Success Rate: 100.0%\nInterval: 47.6% to 100.0% (95% confidence)\n');
    expect(first.stdout).not.toContain('Baseline:');
    scorer(0);
    const { stdout } = await test('tables/moody.csv', '--no-output');
    expect(stdout).toMatch(
      /\nBaseline: run \S+: score 1\.000 → 0\.000 of 6 cases: really worse: unlikely to be chance \(p = 0\.031\)/,
    );
    expect(stdout).toContain('\nNew failures: m0, m1, m2, m3, m4, m5\n');
  });

  it('are those of an agent with --name, whose errors are rows of their own', async () => {
    const { code, stdout } = await test('agent.csv', '-n', 'echo', '-o', 'agent-results/');
    expect(code).toBe(1);
    expect(stdout).toContain('🤖 Agent: echo\n');
    expect(resultsIn('agent-results')[0]?.results).toMatchObject([
      { testCase: 'one', score: 1, passed: true },
      { testCase: 'two', score: null, passed: false, reason: expect.stringContaining('told to throw') },
    ]);
  });

  it('do not depend on an agent that the workspace has as its default', async () => {
    workspace.write('other/runner.config.json', { defaults: { name: 'nobody' } });
    workspace.write('other/cases.csv', `${header}exact,one,,hi,hi,1,1,,TRUE,hi\n`);
    expect(await test('other/cases.csv', '--no-output')).toMatchObject({ code: 0 });
    expect(existsSync(path.join(workspace.root, 'other/test-results'))).toBe(false);
  });

  it('are made with as many rows at once as CONCURRENCY says, where no flag does', async () => {
    const readParallel = async (...args: string[]): Promise<number> => {
      await runCli(['test', 'tables/good.csv', '--no-output', '--db', 'concurrency.db', ...args], {
        cwd: workspace.root,
        variables: { CONCURRENCY: '3' },
      });
      const database = openDatabase(path.join(workspace.root, 'concurrency.db'));
      const [run] = listRuns(database, { limit: 1 });
      const options = getRunState(database, run?.runId ?? '')?.options;
      database.close();
      return options?.parallel ?? 0;
    };
    expect(await readParallel()).toBe(3);
    expect(await readParallel('--parallel', '2')).toBe(2);
    const { code, stderr } = await runCli(['test', 'tables/good.csv'], {
      cwd: workspace.root,
      variables: { CONCURRENCY: 'many' },
    });
    expect(code).toBe(1);
    expect(stderr).toContain('CONCURRENCY takes a whole number above zero, got "many"\n');
  });

  it('are those of a scorer beside the tests, for a table as people write their first one', async () => {
    workspace.write(
      'project/test-cases/teas.csv',
      `scorer_type,id,description,input,expected_output,expected_score_min,expected_score_max,tags,enabled
teaTaste,tea-1,A short answer,Black or green?,Green for me,0.8,1.0,"short,warm",TRUE
teaTaste,tea-2,A long answer,Black or green? 2,Green for me 2,0.5,0.7,"warm,long",TRUE
`,
    );
    workspace.write(
      'project/scorers/teaTaste.ts',
      'export default { name: "teaTaste", run: ({ output }: { output: string }) => ({ score: output.endsWith("2") ? 0.6 : 0.9 }) };',
    );
    const args = ['project/test-cases/teas.csv', '--scorer', 'teaTaste', '--concurrency', '3'];
    const { code, stdout } = await test(...args, '-a', 'project');
    expect(code).toBe(0);
    expect(stdout).toContain('🧪 Running Experiment Tests: teaTaste\n');
    expect(stdout).toContain('  ✅ PASS Score: 0.600 (expected: 0.5-0.7)\n');
    expect(stdout).toContain('short: 1/1 (100.0%)\nwarm: 2/2 (100.0%)\nlong: 1/1 (100.0%)\n');
    expect(resultsIn('project/test-results')[0]).toMatchObject({
      totalTests: 2,
      summary: { totalTests: 2, passed: 2, failed: 0, successRate: 100, byTag: { warm: { rate: '100.0' } } },
    });
  });

  it('that have come are there when the process is killed', async () => {
    workspace.write(
      'killed/scorers/patient.ts',
      'export default ({ output }: { output: string }) => output === "hang" ? new Promise(() => {}) : 1;',
    );
    workspace.write(
      'killed/cases.csv',
      `${header}${['a', 'b', 'hang', 'c'].map((output) => `patient,${output},,hi,${output},1,1,,TRUE,\n`).join('')}`,
    );
    const { child, done } = startCli(['test', 'killed/cases.csv', '-o', 'killed/results/'], { cwd: workspace.root });
    await vi.waitFor(() => expect(resultsIn('killed/results')[0]?.results).toHaveLength(2), { timeout: 60_000 });
    child.kill('SIGKILL');
    expect(await done).toMatchObject({ signal: 'SIGKILL' });
    const [result] = resultsIn('killed/results');
    expect(result?.results.map(({ testCase }) => testCase)).toEqual(['a', 'b']);
    expect(result?.summary).toBeUndefined();
  });

  it('are not mixed with those of other scorers when the run is resumed', async () => {
    const cwd = path.join(workspace.root, 'other-scorers');
    const config = (scorer: string) =>
      workspace.write('other-scorers/runner.config.json', { scorers: { same: scorer } });
    config('exact');
    workspace.write('other-scorers/cases.csv', `${header}same,one,,a,a,1,1,,TRUE,a\n`);
    await runCli(['test', 'cases.csv', '--no-output'], { cwd });
    workspace.write('other-scorers/runner.config.json', { scorers: { same: ['exact', 'contains'] } });
    const { code, stderr } = await runCli(['test', '--resume', 'latest', '--no-output'], { cwd });
    expect(code).toBe(1);
    expect(stderr).toMatch(/--resume: the run \S+ scored cases\.csv#same by same, not by exact, contains\n/);
    config('exact');
    expect((await runCli(['test', '--resume', 'latest', '--no-output'], { cwd })).code).toBe(0);
  });

  it('are whole again when the run is resumed', async () => {
    workspace.write('resumed/runner.config.json', {});
    workspace.write(
      'resumed/cases.csv',
      `${header}exact,bad,,hi,ho,1,1,,TRUE,hi\nexact,good,,hi,hi,1,1,,TRUE,hi\ncontains,bad,,hi,hi,1,1,,TRUE,hi\n`,
    );
    const cwd = path.join(workspace.root, 'resumed');
    await runCli(['test', 'cases.csv', '--scorer', 'exact', '--fail-fast', '-o', 'first/'], { cwd });
    await runCli(['test', '--resume', 'latest', '-o', 'second/'], { cwd });
    const casesIn = (folder: string) =>
      resultsIn(`resumed/${folder}`).map(({ results }) => results.map(({ testCase }) => testCase));
    expect(casesIn('first')).toEqual([['bad']]);
    expect(casesIn('second')).toEqual([['bad', 'good']]);
  });

  it('can be recorded, a cassette for every scorer type, and replayed', async () => {
    workspace.write('taped/runner.config.json', {
      agents: { hello: { type: 'scripted', rules: [{ answer: 'hello' }] } },
    });
    workspace.write(
      'taped/cases.csv',
      `${header}exact,one,,hi,hello,1,1,,TRUE,\ncontains,one,,hi,hello,1,1,,TRUE,ell\n`,
    );
    const cwd = path.join(workspace.root, 'taped');
    expect(await runCli(['test', 'cases.csv', '-n', 'hello', '--record', '--no-output'], { cwd })).toMatchObject({
      code: 0,
    });
    expect(
      readdirSync(cwd)
        .filter((file) => file.endsWith('.cassette.jsonl'))
        .toSorted(),
    ).toEqual(['cases.contains.cassette.jsonl', 'cases.exact.cassette.jsonl']);
    const replayed = await runCli(['test', 'cases.csv', '-n', 'hello', '--replay', 'strict', '--no-output'], { cwd });
    expect(replayed).toMatchObject({ code: 0, stderr: 'turntree: 2 answers from the cassette\n' });
  });

  it('have a table to come from', async () => {
    const { code, stderr } = await test('cases.jsonl', '-n', 'echo', '-o', 'out/');
    expect(code).toBe(1);
    expect(stderr).toContain('--output out/ is a folder; only the results of tables (.csv) go into one\n');
    expect(stderr).toContain('Name a file that ends in .jsonl, .json, .md, .html or .xml.\n');
  });

  it('go into one folder', async () => {
    const { code, stderr } = await test('tables', '-o', 'one/', '-o', 'two/');
    expect(code).toBe(1);
    expect(stderr).toContain('--output: results go into one folder, not one/ and two/\n');
  });

  it('are not there before anything has run', async () => {
    const { code, stderr } = await test('tables', '--dry-run', '-o', 'dry/');
    expect(code).toBe(1);
    expect(stderr).toContain('--dry-run writes cases; name a file that ends in .jsonl or .json\n');
  });
});
