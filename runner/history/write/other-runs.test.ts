import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import type { CaseResult, Fault, Review, RunEvent } from '../../contract/index.ts';
import { attemptKey } from '../../fold/index.ts';
import { caseResult } from '../../testing/finished-run.ts';
import { createEventsOfResults } from '../../testing/record-results.ts';
import type { Database } from '../db/index.ts';
import {
  deleteRuns,
  getRun,
  interruptOrphanedRuns,
  interruptRun,
  labelRun,
  listDecisions,
  listHintReviews,
  listReviews,
  pruneRuns,
  readReviewsOfRun,
  removeDecision,
  removeReview,
  removeTurnReview,
  restoreRuns,
  saveDecision,
  saveHintReview,
  saveReview,
  saveTurnReview,
} from '../index.ts';
import { temporaryHistories, writeEvents } from '../testing/temporary-histories.ts';
import { createLiveTextWriter } from './live-text-writer.ts';

const freshHistory = temporaryHistories();
const suiteKey = 'tests/suite.jsonl';
const makeKey = (caseId: string) => attemptKey({ suiteKey, caseId, attempt: 1 });
const hindered = { severity: 'critical_hindered', rule: '', evidence: '' } as const;
const broken: Fault = { by: 'infra', kind: 'server', ...hindered, confidence: 'certain' };
const hint: Fault = { by: 'judge', kind: 'undecided', turn: 1, ...hindered, confidence: 'likely' };
const results: CaseResult[] = ['A', 'B'].flatMap((id) => [
  caseResult({ id, status: 'failed', faults: [hint] }),
  caseResult({ id, attempt: 2, status: 'error', fault: broken, faults: [hint], error: 'x'.repeat(70_000) }),
]);
const review: Review = {
  suiteKey,
  caseId: 'A',
  attempt: 1,
  reviewer: 'ann',
  verdict: 'good',
  note: 'well said',
  reviewedAt: 1,
};

function makeEvents(runId: string): RunEvent[] {
  return createEventsOfResults({ runId, at: 1, suiteKey, results }).map((body, index) => ({
    v: 1,
    runId,
    seq: index + 1,
    at: 1,
    ...body,
  }));
}

/** Creates two unfinished runs, event by event, each with reviews of a person. */
async function twoRuns(): Promise<Database> {
  const database = freshHistory();
  for (const runId of ['kept', 'changed']) {
    for (const event of makeEvents(runId).slice(0, -1)) await writeEvents(database, [event]);
    saveReview(database, runId, review);
    saveTurnReview(database, runId, { ...review, turn: 1 });
    saySo(database, runId, 'confirmed');
    createLiveTextWriter(database.sqlite)(runId, { attemptKey: makeKey('A'), turn: 1, text: 'hello' });
  }
  return database;
}

function saySo(database: Database, runId: string, word: 'confirmed' | 'dismissed' | null): void {
  const { suiteKey: _, ...attemptId } = review;
  const { caseId, attempt, reviewer, reviewedAt } = attemptId;
  saveHintReview(database, runId, {
    suiteKey,
    caseId,
    attempt,
    reviewer,
    reviewedAt,
    fault: 'judge undecided 1',
    word,
  });
}

const tables = [
  'events',
  'event_packs',
  'attempts',
  'reviews',
  'turn_reviews',
  'decisions',
  'hints',
  'live_texts',
] as const;

/** Returns the rows of a run in all tables, each as a digest, so that a difference is easy to see even in long rows. */
function digestRows({ sqlite }: Database, runId: string): Record<string, string[]> {
  const countDistinct = (table: string, column: string) =>
    sqlite
      .prepare(`SELECT * FROM ${table} WHERE ${column} = ?`)
      .all(runId)
      .map((row) => createHash('sha256').update(JSON.stringify(row)).digest('hex'));
  return {
    runs: countDistinct('runs', 'id'),
    ...Object.fromEntries(tables.map((table) => [table, countDistinct(table, 'run_id')])),
  };
}

const finish = async (database: Database) => writeEvents(database, makeEvents('changed').slice(-1));

it.each<[string, (database: Database) => unknown]>([
  ['its end', finish],
  ['more of it', async (database) => writeEvents(database, [{ ...lastAttempt(), seq: 7 }])],
  ['that it is interrupted', (database) => interruptRun(database, 'changed', 9)],
  [
    'that it is found to be an orphan',
    (database) => {
      database.sqlite.prepare("UPDATE runs SET pid = ? WHERE id = 'changed'").run(2 ** 30);
      expect(interruptOrphanedRuns(database)).toEqual(['changed']);
    },
  ],
  ['its label', (database) => labelRun(database, 'changed', 'release')],
  ['that a review is taken back', (database) => removeReview(database, 'changed', review)],
  [
    'that a review of a turn is taken back',
    (database) => removeTurnReview(database, 'changed', { ...review, turn: 1 }),
  ],
  ['another review', (database) => saveReview(database, 'changed', { ...review, verdict: 'bad' })],
  ['a word on a hint', (database) => saySo(database, 'changed', 'dismissed')],
  ['that a word on a hint is taken back', (database) => saySo(database, 'changed', null)],
  [
    'what is being said',
    (database) => createLiveTextWriter(database.sqlite)('changed', { attemptKey: makeKey('A'), turn: 1, text: null }),
  ],
])('the other run is as it was after %s', async (_what, change) => {
  const database = await twoRuns();
  const [unchanged, changed] = [digestRows(database, 'kept'), digestRows(database, 'changed')];
  await change(database);
  expect(digestRows(database, 'kept')).toEqual(unchanged);
  expect(digestRows(database, 'changed')).not.toEqual(changed);
});

it.each<[string, (database: Database) => unknown]>([
  ['deleted', (database) => deleteRuns(database, ['changed', 'nobody'], 9)],
  [
    'brought back',
    (database) => {
      deleteRuns(database, ['changed'], 9);
      expect(restoreRuns(database, ['changed'])).toBe(1);
    },
  ],
  ['pruned', (database) => pruneRuns(database, ['changed'])],
])('the other run is as it was when one is %s', async (_what, change) => {
  const database = await twoRuns();
  await finish(database);
  await writeEvents(database, makeEvents('kept').slice(-1));
  const before = digestRows(database, 'kept');
  await change(database);
  expect(digestRows(database, 'kept')).toEqual(before);
});

it('a run is deleted once, not while it goes on, and brought back once', async () => {
  const database = await twoRuns();
  expect(deleteRuns(database, ['changed'], 5)).toBe(0);
  await finish(database);
  expect([deleteRuns(database, ['changed'], 6), deleteRuns(database, ['changed'], 7)]).toEqual([1, 0]);
  expect(database.sqlite.prepare("SELECT deleted_at FROM runs WHERE id = 'changed'").pluck().get()).toBe(6);
  expect([restoreRuns(database, ['changed', 'kept']), restoreRuns(database, ['changed'])]).toEqual([1, 0]);
});

it('counts the attempts and faults of its own', async () => {
  const database = await twoRuns();
  for (const runId of ['kept', 'changed']) {
    expect(getRun(database, runId)).toMatchObject({ counts: { failed: 2, error: 2 }, faults: { infra: 2 } });
  }
});

const others: Partial<Review & { turn: number }>[] = [
  { suiteKey: 'other.jsonl' },
  { caseId: 'B' },
  { attempt: 2 },
  { reviewer: 'bob' },
];

it('a review is taken back alone, whatever is alike', async () => {
  const database = await twoRuns();
  for (const other of others) saveReview(database, 'changed', { ...review, ...other });
  removeReview(database, 'changed', review);
  expect(listReviews(database, 'changed')).toHaveLength(others.length);
});

it('a review of a turn is taken back alone, whatever is alike', async () => {
  const database = await twoRuns();
  for (const other of [...others, { turn: 2 }]) saveTurnReview(database, 'changed', { ...review, turn: 1, ...other });
  removeTurnReview(database, 'changed', { ...review, turn: 1 });
  expect(readReviewsOfRun(database, 'changed').turnReviews).toHaveLength(others.length + 1);
});

it('a decision is taken back alone, whatever is alike', async () => {
  const database = await twoRuns();
  const item = { suiteKey, caseId: 'A', attempt: 1, otherRunId: '', otherAttempt: 0, reviewer: 'ann', queue: 'tone' };
  const decidedItem = { ...item, runId: 'changed', label: 'kind', decidedAt: 1 };
  const otherVariants = [...others, { queue: 'facts' }, { runId: 'kept' }, { otherRunId: 'kept' }, { otherAttempt: 1 }];
  for (const other of [{}, ...otherVariants]) saveDecision(database, { ...decidedItem, ...other });
  removeDecision(database, decidedItem);
  expect(listDecisions(database)).toHaveLength(otherVariants.length);
});

it('a word on a hint is taken back alone, whatever is alike', async () => {
  const database = await twoRuns();
  const reviewAddress = {
    suiteKey,
    caseId: 'A',
    attempt: 1,
    reviewer: 'ann',
    reviewedAt: 1,
    fault: 'judge undecided 1',
  };
  for (const other of others.slice(1))
    saveHintReview(database, 'changed', { ...reviewAddress, ...other, word: 'confirmed' });
  saySo(database, 'changed', null);
  expect(listHintReviews(database, 'changed')).toHaveLength(others.length - 1);
});

it('what is being said in one attempt gives way alone', async () => {
  const database = await twoRuns();
  const write = createLiveTextWriter(database.sqlite);
  write('changed', { attemptKey: makeKey('B'), turn: 1, text: 'stays' });
  write('changed', { attemptKey: makeKey('A'), turn: 1, text: null });
  const remainingKeys = database.sqlite
    .prepare("SELECT attempt_key FROM live_texts WHERE run_id = 'changed'")
    .pluck()
    .all();
  expect(remainingKeys).toEqual([makeKey('B')]);
});

function lastAttempt(): Extract<RunEvent, { type: 'case.finished' }> {
  const finishedEvent = makeEvents('changed').findLast((event) => event.type === 'case.finished');
  if (finishedEvent?.type !== 'case.finished') throw new Error('no attempt');
  return { ...finishedEvent, attempt: 3, result: { ...finishedEvent.result, attempt: 3 } };
}
