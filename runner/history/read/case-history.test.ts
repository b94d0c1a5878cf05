import { beforeEach, describe, expect, it } from 'vitest';
import type { CaseResult } from '../../contract/index.ts';
import { caseResult } from '../../testing/finished-run.ts';
import type { Database } from '../db/index.ts';
import { deleteRuns, readCaseHistory } from '../index.ts';
import { temporaryHistories, writeResults } from '../testing/temporary-histories.ts';

const suiteKey = 'agents/sales.agent.yml';
const freshHistory = temporaryHistories();
let database: Database;
beforeEach(() => {
  database = freshHistory();
});

describe('the history of a case', () => {
  it('has the runs in which it was judged, oldest first, with the figures of the case and of its suite', async () => {
    await record('run-1', 1_000, [measured('a', 0.25)]);
    await record('run-2', 2_000, [measured('a', 0.5), measured('b', 1)]);
    await record('run-3', 3_000, [measured('b', 1)]);
    expect(readCaseHistory(database, { suiteKey, caseId: 'a', limit: 10 })).toEqual([
      { ...point('run-1', 1_000), caseScore: 0.25, suiteScore: 0.25, suiteCases: 1 },
      { ...point('run-2', 2_000), caseScore: 0.5, suiteScore: 0.75, suiteCases: 2 },
    ]);
  });

  it('counts what passed where there are no scores, over all attempts', async () => {
    const attempts = (['passed', 'failed', 'error', 'skipped'] as const).map((status, position) =>
      caseResult({ id: 'a', status, attempt: position + 1 }),
    );
    await record('run-1', 1_000, [...attempts, caseResult({ id: 'b' })]);
    expect(readCaseHistory(database, { suiteKey, caseId: 'a', limit: 10 })).toMatchObject([
      { caseScore: 1 / 3, suiteScore: 0.5, suiteCases: 2 },
    ]);
  });

  it('has no figure for a run in which nothing could be scored', async () => {
    await record('run-1', 1_000, [measured('a', null), measured('b', 1)]);
    expect(readCaseHistory(database, { suiteKey, caseId: 'a', limit: 10 })).toMatchObject([
      { caseScore: null, suiteScore: 1 },
    ]);
  });

  it('has the newest runs when there are more than wanted', async () => {
    for (const number of [1, 2, 3]) await record(`run-${number}`, number * 1_000, [measured('a', number / 4)]);
    const points = readCaseHistory(database, { suiteKey, caseId: 'a', limit: 2 });
    expect(points.map(({ runId }) => runId)).toEqual(['run-2', 'run-3']);
  });

  it('leaves deleted runs out', async () => {
    await record('run-1', 1_000, [measured('a', 1)]);
    await record('run-2', 2_000, [measured('a', 1)]);
    deleteRuns(database, ['run-1'], 3_000);
    expect(readCaseHistory(database, { suiteKey, caseId: 'a', limit: 10 }).map(({ runId }) => runId)).toEqual([
      'run-2',
    ]);
  });

  it('is empty for a case that nobody knows, in another suite, or that was only skipped', async () => {
    await record('run-1', 1_000, [measured('a', 1), caseResult({ id: 's', status: 'skipped' })]);
    expect(readCaseHistory(database, { suiteKey, caseId: 'nobody', limit: 10 })).toEqual([]);
    expect(readCaseHistory(database, { suiteKey: 'other.agent.yml', caseId: 'a', limit: 10 })).toEqual([]);
    expect(readCaseHistory(database, { suiteKey, caseId: 's', limit: 10 })).toEqual([]);
  });
});

function measured(id: string, score: number | null): CaseResult {
  return caseResult({ id, kind: 'consistency', status: score === 1 ? 'passed' : 'failed', score });
}

function point(runId: string, startedAt: number) {
  return { runId, startedAt, agentId: suiteKey, connector: 'gpt' };
}

function record(runId: string, time: number, results: readonly CaseResult[]): Promise<void> {
  return writeResults(database, { runId, at: time, results, suiteKey, agentId: suiteKey, connector: 'gpt' });
}
