import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildJsonReport } from '../reporters/json/json-report.ts';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { caseResult, finishedRun } from '../testing/finished-run.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';

const suite = 'assistants/echo/tests/cases.jsonl';
const other = 'assistants/echo/tests/other.jsonl';
let workspace: EchoWorkspace;
const run = (...args: string[]): Promise<CliResult> => runCli(args, { cwd: workspace.root });
const readText = (file: string) => readFileSync(path.join(workspace.root, file), 'utf8');
const statuses = (report: string) =>
  JSON.parse(report).results.map((result: { id: string; status: string }) => [result.id, result.status]);

beforeAll(async () => {
  workspace = createEchoWorkspace();
  const talk = {
    simulator: 'simulator',
    checkpoints: [{ id: 'then', assert: { type: 'contains', value: 'and then' } }],
  };
  workspace.write(suite, [
    { id: 'A', input: 'a', name: 'First', tags: ['one'] },
    { id: 'B', input: 'b', tags: ['two'], assert: { type: 'contains', value: 'never' } },
    { id: 'C', input: 'c', tags: ['two'], ...talk },
  ]);
  workspace.write(other, [{ id: 'A', input: 'elsewhere' }]);
  await run('test', suite, '--tag', 'one', '-o', 'one.jsonl', '-q');
  await run('test', suite, '--tag', 'two', '-o', 'two.json', '-o', 'two.jsonl', '-q');
  await run('test', other, '-o', 'other.json', '-q');
});
afterAll(() => workspace.remove());

describe('turntree merge', () => {
  it('says both pass rates where others are at fault', async () => {
    const fault = { severity: 'critical_hindered', rule: 'r', evidence: 'e', confidence: 'certain' } as const;
    const { state, resultsOf } = finishedRun([
      caseResult({ id: 'A' }),
      caseResult({ id: 'B', status: 'error', fault: { by: 'infra', kind: 'server', ...fault } }),
    ]);
    writeFileSync(path.join(workspace.root, 'faulty.json'), [...buildJsonReport(state, resultsOf)].join(''));
    const { stderr } = await run('merge', 'faulty.json', 'other.json', '-o', 'both.json');
    expect(stderr).toBe(
      'turntree: merged 2 reports, 3 cases: 1 error; 100.0% agent only (2 of 2; 1 left out: 1 infrastructure) · 66.7% all\n',
    );
  });

  it('puts the reports of shards together, in any format', async () => {
    const outputs = ['all.json', 'all.jsonl', 'all.md', 'all.xml'].flatMap((file) => ['-o', file]);
    const { code, stdout, stderr } = await run('merge', 'one.jsonl', 'two.json', ...outputs);
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: 'all.json\nall.jsonl\nall.md\nall.xml\n',
      stderr: 'turntree: merged 2 reports, 3 cases: 1 failed\n',
    });
    const report = JSON.parse(readText('all.json'));
    expect(statuses(readText('all.json'))).toEqual([
      ['A', 'passed'],
      ['B', 'failed'],
      ['C', 'passed'],
    ]);
    expect(report.summary).toMatchObject({ total: 3, passed: 2, failed: 1, agent_id: 'echo', outcome: 'failed' });
    expect(report.results[1].assertions).toEqual(JSON.parse(readText('two.json')).results[0].assertions);
    expect(report.results[2].turns).toEqual(JSON.parse(readText('two.json')).results[1].turns);
    expect(
      readText('all.jsonl')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).type),
    ).toEqual(['start', 'result', 'result', 'result', 'summary']);
    expect(readText('all.md')).toContain('2 of 3 cases passed');
    expect(readText('all.xml')).toContain('tests="3" failures="1"');
  });

  it('keeps cases of several suites apart that share an id', async () => {
    await run('merge', 'one.jsonl', 'other.json', '-o', 'apart.json');
    const { results } = JSON.parse(readText('apart.json'));
    expect(results.map((result: { suite: string; id: string }) => [result.suite, result.id])).toEqual([
      [suite, 'A'],
      [other, 'A'],
    ]);
  });

  it('lets the later report win where two have the same attempt, with a warning', async () => {
    const changed = readText('two.json').replace('"status": "failed"', '"status": "passed"');
    writeFileSync(path.join(workspace.root, 'again.json'), changed);
    const { stderr } = await run('merge', 'two.json', 'again.json', '-o', 'won.json');
    expect(stderr).toContain('warning: case B is in two.json and in again.json: the latter counts');
    expect(statuses(readText('won.json'))[0]).toEqual(['B', 'passed']);
  });

  it('refuses a report of an older run that would hide results of a newer one', async () => {
    const older = JSON.parse(readText('two.json'));
    older.metadata.started_at = new Date(Date.parse(older.metadata.started_at) - 60_000).toISOString();
    writeFileSync(path.join(workspace.root, 'older.json'), JSON.stringify(older));
    const refused = await run('merge', 'two.json', 'older.json', '-o', 'hidden.json');
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('case B is in two.json and also in older.json, which is from an earlier run');
    expect((await run('merge', 'older.json', 'two.json', '-o', 'shown.json')).stderr).toContain('the latter counts');
  });

  it('refuses another case, and another agent, by the id of one', async () => {
    const edited = readText('two.json').replaceAll(/"hash": "\w+"/g, '"hash": "0"');
    writeFileSync(path.join(workspace.root, 'edited.json'), edited);
    const first = await run('merge', 'two.json', 'edited.json', '-o', 'unlike.json');
    expect(first).toMatchObject({ code: 1, stdout: '' });
    expect(first.stderr).toContain('case B of two.json is not the case B of edited.json');
    const otherReport = readText('two.json').replaceAll('"agent_id": "echo"', '"agent_id": "parrot"');
    writeFileSync(path.join(workspace.root, 'parrot.json'), otherReport);
    const second = await run('merge', 'two.json', 'parrot.json', '-o', 'unlike.json');
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toContain('case B was answered by echo in two.json, and by parrot in parrot.json');
  });

  it('fails where a part failed by what no case tells', async () => {
    const { summary, ...rest } = JSON.parse(readText('other.json'));
    const missed = { ...summary, outcome: 'failed', exit_code: 1, reason: 'unjudged: A' };
    writeFileSync(path.join(workspace.root, 'gate.json'), JSON.stringify({ summary: missed, ...rest }));
    const { code, stderr } = await run('merge', 'one.jsonl', 'gate.json', '-o', 'gates.json');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'turntree: merged 2 reports, 2 cases: a part failed: unjudged: A\n',
    });
  });

  it('says that a part was interrupted', async () => {
    const lines = readText('two.jsonl').trim().split('\n').slice(0, 2);
    writeFileSync(path.join(workspace.root, 'cut.jsonl'), `${lines.join('\n')}\n`);
    const { stderr } = await run('merge', 'one.jsonl', 'cut.jsonl', '-o', 'cut.json');
    expect(stderr).toContain('warning: cut.jsonl was interrupted: cases may be missing');
    expect(JSON.parse(readText('cut.json')).summary).toMatchObject({ outcome: 'interrupted', exit_code: 1 });
  });

  it('merges the attempts of stability reports', async () => {
    await run('test', suite, '--runs', '2', '--case', 'A', '-o', 'stable.json', '-q');
    await run('merge', 'stable.json', 'other.json', '-o', 'both.json');
    const [stable] = JSON.parse(readText('both.json')).results;
    expect(stable).toMatchObject({ runs: 2, passed: 2, run_details: [{ run: 1 }, { run: 2 }] });
  });

  it('needs reports, and a place for the result', async () => {
    expect((await run('merge', 'one.jsonl')).stderr).toContain('say where the merged report goes with -o');
    expect((await run('merge', '-o', 'x.json')).stderr).toContain("missing required argument 'parts'");
    expect((await run('merge', 'none.json', '-o', 'x.json')).stderr).toContain('none.json does not exist');
  });
});
