import { expect, it } from 'vitest';
import { caseResult } from '../../testing/finished-run.ts';
import { getRun, interruptOrphanedRuns } from '../index.ts';
import { temporaryHistories, writeResults } from '../testing/temporary-histories.ts';

const freshHistory = temporaryHistories();
/** A process id above the highest one that a system assigns. */
const NOBODY = 2 ** 30;

it.each([
  { run: 'whose process is gone', pid: NOBODY, isOrphan: true },
  { run: 'whose process is alive', isOrphan: false },
  { run: 'of another machine, of whose processes nothing is known', pid: NOBODY, host: 'another', isOrphan: false },
  { run: 'that is over', state: 'over', pid: NOBODY, isOrphan: false },
] as const)('a run $run is an orphan: $isOrphan', async ({ isOrphan, state, pid, host }) => {
  const database = freshHistory();
  await writeResults(database, { runId: 'run-1', at: 1, results: [caseResult()] }, state ?? 'goes on');
  const updateStatement = 'UPDATE runs SET pid = coalesce(:pid, pid), host = coalesce(:host, host)';
  database.sqlite.prepare(updateStatement).run({ pid: pid ?? null, host: host ?? null });
  const before = getRun(database, 'run-1')?.status;
  expect(interruptOrphanedRuns(database)).toEqual(isOrphan ? ['run-1'] : []);
  expect(getRun(database, 'run-1')?.status).toBe(isOrphan ? 'interrupted' : before);
});
