import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';

const header =
  'scorer_type,id,description,input,expected_output,expected_score_min,expected_score_max,tags,enabled,ground_truth\n';

let workspace: EchoWorkspace;
beforeAll(() => {
  workspace = createEchoWorkspace();
  workspace.write(
    'tables/cases.csv',
    `${header}exact,one,First,a,a,0.5,1,"x,y",TRUE,a\ncontains,one,,a,a,0.1,1,,TRUE,a\nexact,two,,b,b,0.1,1,,TRUE,B\nexact,off,,b,b,0.1,1,,FALSE,\n`,
  );
  workspace.write('tables/people.csv', 'id,name\n1,Ada\n');
  workspace.write('off.csv', `${header}exact,one,,a,a,0.1,1,,no,\nexact,two,,a,a,0.1,1,,FALSE,\n`);
  workspace.write('broken.csv', `${header}exact,one,,a,a,high,1,,TRUE,\nexact,two,,a,a,0,,,TRUE,\n`);
  workspace.write('cases.jsonl', [{ id: 'A', input: 'a' }]);
});
afterAll(() => workspace.remove());

const dryRun = (...args: string[]): Promise<CliResult> =>
  runCli(['test', ...args, '--dry-run'], { cwd: workspace.root });

function parseCases({ stdout }: CliResult): unknown[] {
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('turntree test with a table', () => {
  it('takes every enabled row, each for its scorer', async () => {
    const result = await dryRun('tables/cases.csv');
    expect(result).toMatchObject({ code: 0, stderr: 'turntree: 3 cases, none was run\n' });
    expect(parseCases(result)).toEqual([
      expect.objectContaining({ id: 'one', scorers: ['exact'], direct: true, range: { min: 0.5, max: 1 } }),
      expect.objectContaining({ id: 'two', scorers: ['exact'] }),
      expect.objectContaining({ id: 'one', scorers: ['contains'] }),
    ]);
  });

  it('finds tables in folders by their header', async () => {
    expect(parseCases(await dryRun('tables'))).toHaveLength(3);
    expect(parseCases(await dryRun('tables/*.csv'))).toHaveLength(3);
  });

  it('takes only the rows of one type with --scorer, and leaves other files out', async () => {
    expect(parseCases(await dryRun('tables/cases.csv', '--scorer', 'contains'))).toHaveLength(1);
    expect(parseCases(await dryRun('cases.jsonl', 'tables', '-n', 'echo', '--scorer', 'exact'))).toHaveLength(2);
  });

  it('takes the rows of one type by the name of their suite, beside other files', async () => {
    expect(parseCases(await dryRun('tables/cases.csv#contains'))).toMatchObject([{ id: 'one', scorers: ['contains'] }]);
    expect(parseCases(await dryRun('tables/cases.csv#contains', 'cases.jsonl', '-n', 'echo'))).toHaveLength(2);
    expect(parseCases(await dryRun('tables/cases.csv#contains', 'tables/cases.csv#exact'))).toHaveLength(3);
    expect(parseCases(await dryRun('tables/cases.csv#contains', 'tables'))).toHaveLength(3);
    const { code, stderr } = await dryRun('tables/cases.csv#exakt', 'cases.jsonl', '-n', 'echo');
    expect(code).toBe(1);
    expect(stderr).toContain('no row of tables/cases.csv has the scorer_type "exakt"\n  it has exact, contains\n');
  });

  it('is not written as a case file, which it would not be', async () => {
    const { code, stderr } = await dryRun('tables/cases.csv', '-o', 'cases-of-table.jsonl');
    expect(code).toBe(1);
    expect(stderr).toContain(
      '--dry-run writes case files, and the cases of tables/cases.csv cannot be written to one\n',
    );
    expect(existsSync(path.join(workspace.root, 'cases-of-table.jsonl'))).toBe(false);
  });

  it('is for an agent with --name', async () => {
    const result = await dryRun('tables/cases.csv', '-n', 'echo');
    expect(parseCases(result)).toContainEqual(expect.objectContaining({ id: 'two', direct: false }));
  });

  it('says which types there are when none has the name', async () => {
    const { code, stderr } = await dryRun('tables/cases.csv', '--scorer', 'exakt');
    expect(code).toBe(1);
    expect(stderr).toBe(
      [
        'turntree: nothing to run: no row of tables/cases.csv has the scorer_type "exakt"',
        '  it has exact, contains',
        '  did you mean "exact"?',
        '',
      ].join('\n'),
    );
  });

  it('says when an input has no table to choose from', async () => {
    const { code, stderr } = await dryRun('cases.jsonl', '-n', 'echo', '--scorer', 'exact');
    expect(code).toBe(1);
    expect(stderr).toContain(
      'turntree: --scorer exact: cases.jsonl has no table of experiments (.csv) to choose from\n',
    );
  });

  it('says when every row is disabled', async () => {
    const { code, stderr } = await dryRun('off.csv');
    expect(code).toBe(1);
    expect(stderr).toContain('nothing to run: all 2 rows of off.csv are disabled\n');
  });

  it('runs the rows of a type with --scorer, or by the name of their suite, though others are wrong', async () => {
    workspace.write('mixed.csv', `${header}exact,one,,a,a,0.1,1,,TRUE,A\ncontains,one,,a,a,high,1,,TRUE,\n`);
    const warning = 'turntree: warning: mixed.csv:3:19: expected_score_min is "high"; write a number such as 0.85\n';
    for (const args of [['mixed.csv', '--scorer', 'exact'], ['mixed.csv#exact']]) {
      const { code, stdout, stderr } = await dryRun(...args);
      expect(stderr).toBe(`${warning}turntree: 1 case, none was run\n`);
      expect(code).toBe(0);
      expect(stdout).toContain('"id":"one"');
    }
    expect((await dryRun('mixed.csv')).code).toBe(1);
  });

  it('runs nothing when a row is wrong, and says where', async () => {
    const { code, stderr } = await dryRun('broken.csv');
    expect(code).toBe(1);
    expect(stderr).toBe(
      [
        'turntree: the input has 2 problems; nothing was run',
        '  broken.csv:2:16: expected_score_min is "high"; write a number such as 0.85',
        '  broken.csv:3:18: expected_score_max is empty; write a number such as 0.85',
        '',
      ].join('\n'),
    );
  });
});
