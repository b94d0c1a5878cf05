import { describe, expect, it } from 'vitest';
import type { Review } from '../../contract/index.ts';
import { runPlan, standardCase } from '../../testing/case-factory.ts';
import { echoAgent } from '../../testing/fake-agents.ts';
import { recordRun } from '../../testing/record-run.ts';
import type { Database } from '../db/index.ts';
import {
  deleteRuns,
  findBaseline,
  findRun,
  labelRun,
  listReviews,
  listRuns,
  pinBaseline,
  readReviewsOfRun,
  removeReview,
  removeTurnReview,
  restoreRuns,
  saveReview,
  saveTurnReview,
  unpinBaseline,
} from '../index.ts';
import { temporaryHistories, writeEvents } from '../testing/temporary-histories.ts';

const freshHistory = temporaryHistories();

async function createHistory(...runIds: string[]): Promise<Database> {
  const database = freshHistory();
  for (const runId of runIds) {
    const { events, done } = recordRun(runPlan([standardCase()], { runId }), [echoAgent()]);
    await done;
    await writeEvents(database, events);
  }
  return database;
}

const review: Review = {
  suiteKey: 'tests/suite.jsonl',
  caseId: 'T001',
  attempt: 1,
  reviewer: 'ann',
  verdict: 'good',
  note: 'well said',
  reviewedAt: 1,
};

describe('reviews', () => {
  it('are one for each person and attempt, the last word counting', async () => {
    const database = await createHistory('a');
    saveReview(database, 'a', review);
    saveReview(database, 'a', { ...review, reviewer: 'bob', verdict: 'not_agent', note: '', reviewedAt: 2 });
    saveReview(database, 'a', { ...review, verdict: 'bad', note: 'on reading it again', reviewedAt: 3 });
    expect(listReviews(database, 'a').map(({ reviewer, verdict, note }) => [reviewer, verdict, note])).toEqual([
      ['bob', 'not_agent', ''],
      ['ann', 'bad', 'on reading it again'],
    ]);
    const { note: _, ...withoutNote } = review;
    saveReview(database, 'a', { ...withoutNote, verdict: 'good', reviewedAt: 4 });
    expect(listReviews(database, 'a').at(-1)).toEqual({ ...review, note: 'on reading it again', reviewedAt: 4 });
    removeReview(database, 'a', review);
    expect(listReviews(database, 'a').map(({ reviewer }) => reviewer)).toEqual(['bob']);
    expect(listReviews(database, 'other')).toEqual([]);
  });
});

describe('reviews of turns', () => {
  it('are one for each person and turn, and none of the attempt', async () => {
    const database = await createHistory('a');
    saveTurnReview(database, 'a', { ...review, turn: 1 });
    saveTurnReview(database, 'a', { ...review, turn: 2, reviewedAt: 2 });
    const { note: _, ...withoutNote } = review;
    saveTurnReview(database, 'a', { ...withoutNote, turn: 1, verdict: 'bad', reviewedAt: 3 });
    const readTurnReviews = () =>
      readReviewsOfRun(database, 'a').turnReviews.map(({ turn, verdict, note }) => [turn, verdict, note]);
    expect(readTurnReviews()).toEqual([
      [2, 'good', 'well said'],
      [1, 'bad', 'well said'],
    ]);
    removeTurnReview(database, 'a', { ...review, turn: 2 });
    expect(readTurnReviews()).toEqual([[1, 'bad', 'well said']]);
    expect(listReviews(database, 'a')).toEqual([]);
  });
});

describe('runs', () => {
  it('are deleted and brought back', async () => {
    const database = await createHistory('a1', 'b2');
    const ids = (): string[] => listRuns(database, { limit: 9 }).map(({ runId }) => runId);
    expect(deleteRuns(database, ['a1', 'unknown'], 7)).toBe(1);
    expect(ids()).toEqual(['b2']);
    expect(findRun(database, 'a1').ok).toBe(false);
    expect(restoreRuns(database, ['a1'])).toBe(1);
    expect(ids().toSorted()).toEqual(['a1', 'b2']);
  });

  it('have a label to be found by', async () => {
    const database = await createHistory('a', 'b');
    labelRun(database, 'a', '  before the new prompt ');
    expect(listRuns(database, { limit: 9, text: 'new prompt' }).map(({ label }) => label)).toEqual([
      'before the new prompt',
    ]);
    labelRun(database, 'a', '');
    expect(listRuns(database, { limit: 9, text: 'new prompt' })).toEqual([]);
  });

  it('are baselines of their suite until another is, or they are deleted', async () => {
    const database = await createHistory('a', 'b');
    const series = { suiteKey: 's', agentId: 'shop', connector: null, simulator: null };
    pinBaseline(database, { series, runId: 'a', now: 1 });
    pinBaseline(database, { series, runId: 'b', now: 2 });
    expect(findBaseline(database, series)).toBe('b');
    deleteRuns(database, ['b'], 3);
    expect(findBaseline(database, series)).toBeUndefined();
    restoreRuns(database, ['b']);
    unpinBaseline(database, series);
    expect(findBaseline(database, series)).toBeUndefined();
  });
});
