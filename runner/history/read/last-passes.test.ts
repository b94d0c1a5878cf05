import { expect, it } from 'vitest';
import type { CaseResult } from '../../contract/index.ts';
import { caseResult } from '../../testing/finished-run.ts';
import { deleteRuns, readLastPassingAttempts } from '../index.ts';
import { temporaryHistories, writeResults } from '../testing/temporary-histories.ts';

const freshHistory = temporaryHistories();
const suiteKey = 'tests/suite.jsonl';

it('the last pass of a case is its newest attempt that counts', async () => {
  const database = freshHistory();
  const write = (runId: string, time: number, results: readonly Partial<CaseResult>[], suite = suiteKey) =>
    writeResults(database, {
      runId,
      at: time,
      suiteKey: suite,
      results: results.map((each) => caseResult({ startedAt: time, ...each })),
    });
  await write('old', 1, [{ id: 'A' }, { id: 'B' }, { id: 'B', attempt: 2 }, { id: 'C', status: 'failed' }]);
  await write('new', 2, [{ id: 'A' }, { id: 'B', status: 'failed' }, { id: 'M', kind: 'consistency' }]);
  await write('deleted', 3, [{ id: 'A' }]);
  deleteRuns(database, ['deleted'], 4);
  await write('other', 5, [{ id: 'A' }], 'tests/other.jsonl');
  await writeResults(database, {
    runId: 'fork',
    at: 6,
    suiteKey,
    results: [caseResult({ id: 'A', startedAt: 6 })],
    options: { fork: { runId: 'new', suiteKey, caseId: 'A', attempt: 1, turn: 1, was: 'passed' } },
  });
  const passes = [...readLastPassingAttempts(database, suiteKey)].map(({ caseId, runId, attempt }) => [
    caseId,
    runId,
    attempt,
  ]);
  expect(passes).toEqual([
    ['A', 'new', 1],
    ['B', 'old', 2],
  ]);
});
