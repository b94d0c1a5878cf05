import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type BenchWorkspace, benchWorkspace } from '../measure.ts';
import { instantPrograms, type Program } from './programs.ts';
import { regrade, runTasks, type Task } from './tasks.ts';

const COUNT = 40;

const instant: Pick<Task, 'name' | 'write' | 'programs'> = {
  name: 'instant cases',
  write: (workspace, count) => workspace.suite('instant', count),
  programs: instantPrograms,
};

/**
 * Changes to the cases that make some of them fail. If all cases passed, equal verdicts of two programs would prove
 * little.
 */
const changes = [
  { file: /instant\.jsonl$/, from: '"value":"hello"', to: '"value":"bye"' },
  { file: /repeated\.jsonl$/, from: '"value":"hello"', to: '"value":"bye"' },
  { file: /rows\.csv$/, from: ',0.7,', to: ',0.9,' },
  { file: /desk\.agent\.yml$/, from: 'When does shop 1 open?', to: 'When does it open on sundays?' },
];

describe('a floor is a lower bound, because it does the job of Turntree', () => {
  it.each([instant, ...runTasks])('finds the same verdicts and scores: $name', ({ write, programs }) => {
    const workspace = openWorkspace();
    const suite = write(workspace, COUNT);
    const change = changes.find(({ file }) => file.test(suite));
    replaceInFile(suite, change);
    const [turntree, ...floors] = programs.toReversed();
    const expected = readVerdicts(workspace, { program: turntree, suite, history: '.runner/history.db' });
    expect(new Set(expected.map(({ status, score }) => `${status} ${score}`)).size).toBeGreaterThan(1);
    for (const program of floors) {
      expect(readVerdicts(workspace, { program, suite, history: 'floor.sqlite' }), program.name).toEqual(expected);
    }
  });

  it('finds the same changes when it judges a run again', () => {
    const workspace = openWorkspace();
    const suite = regrade.write(workspace, COUNT);
    for (const program of regrade.programs) program.prepare({ workspace, suite, count: COUNT });
    replaceInFile(suite, { from: '"value":"hello"', to: '"value":"bye"' });
    const [floor, turntree] = regrade.programs.map((program) => run(workspace, { program, suite }));
    expect(floor).toMatchObject({ status: 1, stdout: expect.stringContaining('"attempts":40,"unchanged":39') });
    expect(turntree).toMatchObject({ status: 1, stdout: expect.stringContaining('39 unchanged, 1 changed') });
  });
});

function openWorkspace(): BenchWorkspace {
  const workspace = benchWorkspace();
  onTestFinished(() => workspace.remove());
  return workspace;
}

function replaceInFile(file: string, change: { from: string; to: string } | undefined): void {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(change?.from ?? '', change?.to ?? ''));
}

type ProgramRun = { program: Program | undefined; suite: string };

function run(workspace: BenchWorkspace, { program, suite }: ProgramRun): { status: number | null; stdout: string } {
  const args = program?.prepare({ workspace, suite, count: COUNT }) ?? [];
  return spawnSync(process.execPath, args, { cwd: workspace.root, encoding: 'utf8' });
}

type Verdict = { id: string; attempt: number; status: string; score: number | null };

function readVerdicts(workspace: BenchWorkspace, { history, ...wanted }: ProgramRun & { history: string }): Verdict[] {
  run(workspace, wanted);
  const sqlite = new BetterSqlite(path.join(workspace.root, history), { readonly: true });
  const statement = sqlite.prepare<[], Verdict>(
    'SELECT case_id AS id, attempt, status, score FROM attempts ORDER BY case_id, attempt',
  );
  const verdicts = statement.all();
  sqlite.close();
  return verdicts;
}
