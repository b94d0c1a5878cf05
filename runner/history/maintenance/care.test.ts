import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../contract/index.ts';
import { runPlan, standardCase } from '../../testing/case-factory.ts';
import { answeringAgent } from '../../testing/fake-agents.ts';
import { caseResult } from '../../testing/finished-run.ts';
import { recordRun } from '../../testing/record-run.ts';
import type { Database } from '../db/index.ts';
import {
  deleteRuns,
  exportRuns,
  findBaseline,
  getAttemptState,
  getRun,
  getRunState,
  importRuns,
  labelRun,
  listExportableRuns,
  listPrunableRuns,
  listReviews,
  listRuns,
  pinBaseline,
  pruneRuns,
  readEvents,
  readHistoryFigures,
  readReviewsOfRun,
  saveReview,
  saveTurnReview,
  vacuumHistory,
} from '../index.ts';
import { temporaryHistories, writeEvents, writeResults } from '../testing/temporary-histories.ts';
import type { RetentionRules } from './prunable-runs.ts';

const freshHistory = temporaryHistories();
const DAY = 86_400_000;
const now = 1_800_000_000_000;
const suiteKey = 'tests/suite.jsonl';
const series = { suiteKey, agentId: 'echo', connector: null, simulator: null };
const attemptId = { suiteKey, caseId: 'T001', attempt: 1 };
const review = { ...attemptId, reviewer: 'ann', verdict: 'good', note: 'well said', reviewedAt: 1 } as const;

async function eventsOfRun(runId: string, answer = 'hello'): Promise<RunEvent[]> {
  const agent = answeringAgent('echo', () => answer);
  const { events, done } = recordRun(runPlan([standardCase()], { runId }), [agent]);
  await done;
  return events;
}

/** Creates one run for each of these ages in days. */
async function createHistory(ages: Record<string, number>): Promise<Database> {
  const database = freshHistory();
  for (const [runId, days] of Object.entries(ages)) {
    await writeEvents(database, await eventsOfRun(runId));
    database.sqlite.prepare('UPDATE runs SET started_at = ? WHERE id = ?').run(now - days * DAY, runId);
  }
  return database;
}

const count = (database: Database, table: string): unknown =>
  database.sqlite.prepare(`SELECT COUNT(*) FROM ${table}`).pluck().get();
const ids = (runs: readonly { runId: string }[]) => runs.map(({ runId }) => runId);

describe('what a retention lets go', () => {
  it('is what is too old, or beyond the newest of its suite, oldest first', async () => {
    const database = await createHistory({ a: 100, b: 80, c: 3, d: 2, e: 1 });
    expect(ids(listPrunableRuns(database, { olderThanMs: 90 * DAY, now }))).toEqual(['a']);
    expect(ids(listPrunableRuns(database, { keep: 2, now }))).toEqual(['a', 'b', 'c']);
    expect(ids(listPrunableRuns(database, { olderThanMs: 2.5 * DAY, keep: 4, now }))).toEqual(['a', 'b', 'c']);
    expect(listPrunableRuns(database, { now })).toEqual([]);
  });

  it('is not what is exactly as old, and deleted runs and other suites are no newer ones of a suite', async () => {
    const database = await createHistory({ a: 5, b: 4, gone: 3 });
    await writeResults(database, { runId: 'other', at: now - DAY, results: [caseResult()], suiteKey: 'other.jsonl' });
    deleteRuns(database, ['gone'], now);
    const goesBeside = (retention: Omit<RetentionRules, 'now'>) =>
      ids(listPrunableRuns(database, { ...retention, now })).filter((id) => id !== 'gone');
    expect(goesBeside({ olderThanMs: 5 * DAY })).toEqual([]);
    expect(goesBeside({ olderThanMs: 5 * DAY - 1 })).toEqual(['a']);
    expect(goesBeside({ keep: 2 })).toEqual([]);
    expect(goesBeside({ keep: 1 })).toEqual(['a']);
  });

  it.each<[string, (database: Database, runId: string) => void]>([
    ['is a baseline', (database, runId) => pinBaseline(database, { series, runId, now })],
    ['is named', (database, runId) => labelRun(database, runId, 'release 1')],
    ['is reviewed', (database, runId) => saveReview(database, runId, review)],
    ['is reviewed in one turn', (database, runId) => saveTurnReview(database, runId, { ...review, turn: 1 })],
    ['has a word on a hint', keepHintWord],
  ])('is not a run that %s, unless all may go', async (_why, cherish) => {
    const database = await createHistory({ cherished: 9, plain: 6 });
    cherish(database, 'cherished');
    expect(ids(listPrunableRuns(database, { olderThanMs: DAY, now }))).toEqual(['plain']);
    expect(listPrunableRuns(database, { olderThanMs: DAY, all: true, now })).toHaveLength(2);
  });

  it('is what was deleted, always, and what goes on, never', async () => {
    const database = await createHistory({ gone: 1, kept: 1 });
    deleteRuns(database, ['gone'], now);
    await writeEvents(database, (await eventsOfRun('going')).slice(0, -1));
    expect(listPrunableRuns(database, { now })).toMatchObject([{ runId: 'gone', deleted: true }]);
    expect(ids(listPrunableRuns(database, { olderThanMs: DAY, keep: 1, now: now * 2 }))).not.toContain('going');
  });
});

describe('pruning', () => {
  it('removes runs with all that is theirs, and long texts that nobody else has', async () => {
    const database = freshHistory();
    const [sharedText, ownText] = ['s'.repeat(70_000), 'o'.repeat(70_000)];
    await writeEvents(database, await eventsOfRun('a', sharedText));
    await writeEvents(database, await eventsOfRun('b', sharedText));
    await writeEvents(database, await eventsOfRun('c', ownText));
    saveReview(database, 'a', review);
    saveTurnReview(database, 'a', { ...review, turn: 1 });
    keepHintWord(database, 'a');
    pinBaseline(database, { series, runId: 'a', now });
    expect(count(database, 'blobs')).toBe(2);
    expect(pruneRuns(database, ['a', 'c', 'unknown'])).toBe(2);
    expect(ids(listRuns(database, { limit: 9 }))).toEqual(['b']);
    expect([
      count(database, 'blobs'),
      count(database, 'attempts'),
      count(database, 'reviews'),
      count(database, 'turn_reviews'),
      count(database, 'hints'),
    ]).toEqual([1, 1, 0, 0, 0]);
    expect(findBaseline(database, series)).toBeUndefined();
    expect([...readEvents(database, 'a', { afterSeq: 0 })]).toEqual([]);
    expect(getAttemptState(database, 'b', attemptId).turns[0]?.output).toBe(sharedText);
  });

  it('leaves a run alone that goes on', async () => {
    const database = freshHistory();
    await writeEvents(database, (await eventsOfRun('going', 'x'.repeat(70_000))).slice(0, -1));
    expect(pruneRuns(database, ['going'])).toBe(0);
    expect([count(database, 'runs'), count(database, 'blobs')]).toEqual([1, 1]);
  });

  it('finishes what one that was killed has begun', async () => {
    const database = await createHistory({ a: 1, b: 1 });
    database.sqlite.prepare("DELETE FROM runs WHERE id = 'a'").run();
    expect(pruneRuns(database, [])).toBe(0);
    expect([...readEvents(database, 'a', { afterSeq: 0 })]).toEqual([]);
    expect([...readEvents(database, 'b', { afterSeq: 0 })].length).toBeGreaterThan(0);
  });
});

describe('a vacuum', () => {
  it('gives the room of removed runs back', async () => {
    const database = freshHistory();
    await writeEvents(database, await eventsOfRun('big', 'b'.repeat(3_000_000)));
    pruneRuns(database, ['big']);
    expect(readHistoryFigures(database)).toMatchObject({ runs: 0, attempts: 0 });
    expect(readHistoryFigures(database).freeBytes).toBeGreaterThan(2_000_000);
    const { before, after } = vacuumHistory(database);
    expect(before - after).toBeGreaterThan(2_000_000);
    expect(readHistoryFigures(database).freeBytes).toBe(0);
  });

  it('is refused while a run goes on', async () => {
    const database = freshHistory();
    await writeEvents(database, (await eventsOfRun('going')).slice(0, -1));
    expect(() => vacuumHistory(database)).toThrow('a run is still going on');
  });
});

async function* linesIn(text: string): AsyncGenerator<string> {
  yield* text.split('\n').slice(0, -1);
}

function exported(database: Database): string {
  return [...exportRuns(database, { runIds: listExportableRuns(database), tool: '1.0.0', now: new Date(now) })].join(
    '',
  );
}

function keepHintWord({ sqlite }: Database, runId: string): void {
  const { suiteKey, caseId, attempt } = attemptId;
  sqlite
    .prepare("INSERT INTO hints VALUES (?, ?, ?, ?, 'simulator leak 1', 'ann', 'confirmed', 1)")
    .run(runId, suiteKey, caseId, attempt);
}

describe('export and import', () => {
  it('name the line that cannot be read', async () => {
    async function* lines() {
      yield exported(await createHistory({ a: 1 })).split('\n')[0] ?? '';
      throw new Error('the line has more than 128 MB');
    }
    await expect(importRuns(freshHistory(), { file: 'runs.jsonl', lines: lines() })).rejects.toThrow(
      'runs.jsonl:2: the line has more than 128 MB',
    );
  });

  it('bring runs into another history as they were, once', async () => {
    const from = await createHistory({ a: 2, b: 1 });
    await writeEvents(from, await eventsOfRun('long', 'l\u2028'.repeat(50_000)));
    await writeEvents(from, (await eventsOfRun('going')).slice(0, -1));
    labelRun(from, 'a', 'release 1');
    pinBaseline(from, { series, runId: 'a', now });
    saveReview(from, 'b', review);
    saveTurnReview(from, 'b', { ...review, turn: 2, verdict: 'bad' });
    keepHintWord(from, 'b');
    const text = exported(from);
    const to = freshHistory();
    const file = 'runs.jsonl';
    expect(await importRuns(to, { file, lines: linesIn(text) })).toEqual({ added: 3, known: 0 });
    const readFigures = (database: Database) =>
      database.sqlite.prepare('SELECT id, figures FROM runs WHERE figures IS NOT NULL ORDER BY id').all();
    expect(readFigures(to)).toEqual(readFigures(from));
    expect(readFigures(to)).toHaveLength(3);
    for (const runId of ['a', 'b', 'long']) {
      expect([...readEvents(to, runId, { afterSeq: 0 })]).toEqual([...readEvents(from, runId, { afterSeq: 0 })]);
      expect(getRunState(to, runId)).toEqual(getRunState(from, runId));
      expect(getAttemptState(to, runId, attemptId)).toEqual(getAttemptState(from, runId, attemptId));
    }
    expect([getRun(to, 'a')?.label, findBaseline(to, series), listReviews(to, 'b')]).toEqual([
      'release 1',
      'a',
      [review],
    ]);
    expect(readReviewsOfRun(to, 'b').turnReviews).toEqual([{ ...review, turn: 2, verdict: 'bad' }]);
    expect(count(to, 'hints')).toBe(1);
    expect(exported(to).split('\n').toSorted()).toEqual(text.split('\n').toSorted());
    expect(await importRuns(to, { file, lines: linesIn(text) })).toEqual({ added: 0, known: 3 });
  });

  it('refuse the word of nobody', async () => {
    const from = await createHistory({ a: 1 });
    saveReview(from, 'a', { ...review, reviewer: ' ' });
    const importing = importRuns(freshHistory(), { file: 'f', lines: linesIn(exported(from)) });
    await expect(importing).rejects.toThrow('review.reviewer: a name is required: anonymous entries are not accepted');
  });

  it('take the newer word of a review, and keep a baseline that there is', async () => {
    const from = await createHistory({ a: 1 });
    const to = freshHistory();
    await importRuns(to, { file: 'f', lines: linesIn(exported(from)) });
    saveReview(to, 'a', { ...review, note: 'newer', reviewedAt: 9 });
    saveReview(from, 'a', { ...review, note: 'older', reviewedAt: 3 });
    await importRuns(to, { file: 'f', lines: linesIn(exported(from)) });
    expect(listReviews(to, 'a')).toMatchObject([{ note: 'newer' }]);
    saveReview(from, 'a', { ...review, note: 'newest', reviewedAt: 12 });
    await importRuns(to, { file: 'f', lines: linesIn(exported(from)) });
    expect(listReviews(to, 'a')).toMatchObject([{ note: 'newest' }]);
  });

  it.each([
    [
      'a newer format',
      (lines: string[]) => [lines[0]?.replace('"version":1', '"version":9'), ...lines.slice(1)],
      1,
      /newer Turntree/,
    ],
    ['another file', (lines: string[]) => lines.slice(1), 1, /not a file of "turntree history export"/],
    ['half a line', (lines: string[]) => [...lines.slice(0, 4), '{"v":1,'], 5, /not JSON/],
    ['a missing event', (lines: string[]) => lines.toSpliced(3, 1), 4, /expected event 2 of the run, found 3/],
    [
      'an unknown event',
      (lines: string[]) => lines.toSpliced(3, 1, '{"type":"later"}'),
      4,
      /"later" has an invalid field/,
    ],
    ['a file that was cut off', (lines: string[]) => lines.slice(0, 6), 6, /cut off/],
    ['an empty file', () => [], 0, /empty/],
  ])('refuse %s, naming the line, with nothing half imported', async (_, change, line, message) => {
    const text = exported(await createHistory({ a: 1 }));
    const damaged = change(text.split('\n').slice(0, -1));
    const to = freshHistory();
    const lines = linesIn(damaged.map((each) => `${each}\n`).join(''));
    const error = await importRuns(to, { file: 'runs.jsonl', lines }).catch((reason: unknown) => reason);
    expect(String(error)).toMatch(message);
    expect(String(error)).toContain(`runs.jsonl:${line}: `);
    const tables = ['runs', 'events', 'event_packs', 'attempts'];
    expect(tables.map((table) => count(to, table))).toEqual([0, 0, 0, 0]);
    expect(to.sqlite.inTransaction).toBe(false);
  });

  it('keep the runs before the one that is broken', async () => {
    const text = exported(await createHistory({ a: 2, b: 1 }));
    const to = freshHistory();
    const error = await importRuns(to, { file: 'f', lines: linesIn(text.slice(0, -40)) }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ details: ['Runs imported before this error: 1.'] });
    expect(ids(listRuns(to, { limit: 9 }))).toEqual(['a']);
  });
});
