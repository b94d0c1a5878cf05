import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../history/db/index.ts';
import { listRuns, readEvents } from '../history/index.ts';
import { damageEvent } from '../history/testing/damage-event.ts';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';

const suite = 'assistants/echo/tests/cases.jsonl';
const first = '019a0000-0000-7000-8000-00000000000a';
const second = '019a1111-0000-7000-8000-00000000000b';
let workspace: EchoWorkspace;
const run = (...args: string[]): Promise<CliResult> => runCli(args, { cwd: workspace.root });

beforeAll(() => {
  workspace = createEchoWorkspace();
  workspace.write(
    suite,
    ['A', 'B', 'C', 'D'].map((id) => ({ id, input: 'hello', assert: { type: 'contains', value: 'hello' } })),
  );
});
afterAll(() => workspace.remove());

function withHistory<Result>(file: string, use: (database: Database) => Result): Result {
  const database = openDatabase(path.join(workspace.root, file));
  try {
    return use(database);
  } finally {
    database.close();
  }
}

/** Damages the result of a case in the newest run of a history. */
function damageResult(file: string, id: string): void {
  withHistory(file, (database) => {
    const [newest] = listRuns(database, { limit: 1 });
    const runId = String(newest?.runId);
    const events = [...readEvents(database, runId, { afterSeq: 0 })];
    const seq = events.find((event) => event.type === 'case.finished' && event.caseId === id)?.seq ?? 0;
    damageEvent(database, { runId, seq, stored: 'packed' }, 'data of another form');
  });
}

it('a result that cannot be read is an error in merged runs and to their gates', async () => {
  for (const index of [1, 2])
    await run('test', suite, '--shard', `${index}/2`, '--db', `part-${index}.db`, '--min-pass-rate', '80');
  damageResult('part-1.db', 'A');
  const merged = await run('merge', 'part-1.db', 'part-2.db', '--db', 'merged.db', '-o', 'merged.json');
  expect(merged.code).toBe(1);
  expect(merged.stderr).toContain('pass rate 75% (3 of 4 passed) below 80%');
  const [whole] = withHistory('merged.db', (database) => listRuns(database, { limit: 1 }));
  expect(whole).toMatchObject({ status: 'failed', counts: { passed: 3, error: 1 } });
});

it('a result that cannot be read is an error to gates, reports and the next run', async () => {
  const db = ['--db', 'one.db'];
  for (const id of [first, second])
    expect((await run('test', suite, '--no-output', '--run-id', id, ...db)).code).toBe(0);
  damageResult('one.db', 'C');
  const again = await run('test', suite, '--last-failed', '--no-output', ...db);
  expect(again.stdout).toMatch(/Filter: last failed.*\[C\] hello PASSED/s);
  const gate = await run('compare', first, second, '--fail-on-new-failures', ...db);
  expect([gate.code, gate.stderr]).toEqual([1, 'turntree: exit 1: 1 case passed before: C\n']);
  const showResult = await run('show', second, '--format', 'json', ...db);
  expect(JSON.parse(showResult.stdout)).toMatchObject({ summary: { passed: 3, errors: 1 } });
});
