import { expect, it } from 'vitest';
import { caseResult } from '../../testing/finished-run.ts';
import { getRunState, readCaseRows } from '../index.ts';
import { temporaryHistories, writeResults } from '../testing/temporary-histories.ts';

const freshHistory = temporaryHistories();

it('reads the cases of a run as its events tell them, without findings', async () => {
  const history = freshHistory();
  const results = [
    caseResult({ id: 'A', attempt: 1 }),
    caseResult({ id: 'A', attempt: 2, status: 'failed', error: 'why' }),
    caseResult({ id: 'B', status: 'error', setAside: 'quarantine' }),
    caseResult({ id: 'B', attempt: 2, setAside: 'quarantine' }),
  ];
  await writeResults(history, { runId: 'run-1', at: 1, results });
  const announcedCases = getRunState(history, 'run-1')?.rows.map(({ attempts, ...announcedCase }) => ({
    ...announcedCase,
    attempts: attempts.map(({ attempt, status, turns, setAside }) => ({
      attempt,
      status,
      turns,
      ...(setAside && { setAside }),
    })),
  }));
  expect(announcedCases).toHaveLength(2);
  expect(readCaseRows(history, 'run-1')).toEqual(announcedCases);
});

it('does not answer for a run whose log lacks cases', async () => {
  const history = freshHistory();
  await writeResults(history, { runId: 'run-1', at: 1, results: [caseResult({ id: 'A' })] });
  history.sqlite.prepare("UPDATE attempts SET case_id = 'lost'").run();
  expect(readCaseRows(history, 'run-1')).toBeUndefined();
  expect(readCaseRows(history, 'no-such-run')).toEqual([]);
});
