import { expect, it } from 'vitest';
import { caseResult } from '../../testing/finished-run.ts';
import { temporaryHistories, writeResults } from '../testing/temporary-histories.ts';
import { readCachedOutcomes } from './cached-outcomes.ts';

const freshHistory = temporaryHistories();

it('reads a run once, and again when it has other attempts than it had', async () => {
  const database = freshHistory();
  const results = ['a', 'b'].map((id) => caseResult({ id, status: 'passed' }));
  await writeResults(database, { runId: 'one', at: 1, results });
  const first = readCachedOutcomes(database, { runId: 'one', attempts: 2 });
  expect(first.statuses).toBe('pp');
  expect(readCachedOutcomes(database, { runId: 'one', attempts: 2 })).toBe(first);
  database.sqlite.exec("DELETE FROM attempts WHERE case_id = 'b'");
  expect(readCachedOutcomes(database, { runId: 'one', attempts: 1 }).statuses).toBe('p');
  expect(readCachedOutcomes(freshHistory(), { runId: 'one', attempts: 1 }).statuses).toBe('');
});
