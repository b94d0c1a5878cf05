import { expect, it } from 'vitest';
import { caseResult } from '../../testing/finished-run.ts';
import { temporaryHistories, writeResults } from '../testing/temporary-histories.ts';
import { countHits } from './count-hits.ts';

const freshHistory = temporaryHistories();

/**
 * Writes an older run with 3 failed cases, and a newer run on another model with 2 passed cases; all five contain the
 * same text.
 */
async function twoRuns() {
  const database = freshHistory();
  const failed = ['a', 'b', 'c'].map((id) => caseResult({ id, output: 'the same', status: 'failed' }));
  const passed = ['a', 'b'].map((id) => caseResult({ id, output: 'the same' }));
  await writeResults(database, { runId: 'old', at: 1, outcome: 'failed', results: failed });
  await writeResults(database, { runId: 'new', at: 2, connector: 'large', results: passed });
  return database;
}

const agent = { suiteKey: 'tests/suite.jsonl', agentId: 'shop' };
const olderFilter = { ...agent, connector: null, status: 'failed', count: 3 };
const large = { ...agent, connector: 'large', status: 'passed', count: 2 };

it('counts hits by suite, agent and status, most first', async () => {
  expect(countHits(await twoRuns(), { match: 'same', conditions: [] })).toEqual({
    groups: [olderFilter, large],
    isCut: false,
  });
});

it('keeps to a run and to conditions', async () => {
  const database = await twoRuns();
  expect(countHits(database, { match: 'same', conditions: [], runId: 'new' }).groups).toEqual([large]);
  const failed = { sql: 'a.status = ?', value: 'failed' };
  expect(countHits(database, { match: 'same', conditions: [failed] }).groups).toEqual([olderFilter]);
  expect(countHits(database, { match: 'same', conditions: [failed], runId: 'new' }).groups).toEqual([]);
});

it('counts only the newest of very many', async () => {
  expect(countHits(await twoRuns(), { match: 'same', conditions: [] }, 3)).toEqual({
    groups: [large, { ...olderFilter, count: 1 }],
    isCut: true,
  });
});
