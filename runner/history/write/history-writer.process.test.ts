import { readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type RunEvent, runEventSchema } from '../../contract/index.ts';
import { readLines } from '../../run/stored/line-file.ts';
import { runPlan, standardCase } from '../../testing/case-factory.ts';
import { answeringAgent } from '../../testing/fake-agents.ts';
import { recordRun } from '../../testing/record-run.ts';
import type { Database } from '../db/index.ts';
import {
  createHistoryWriter,
  getAttemptState,
  getRun,
  importRuns,
  interruptOrphanedRuns,
  listRuns,
  pruneRuns,
  readEvents,
} from '../index.ts';
import { temporaryHistories, writeEvents } from '../testing/temporary-histories.ts';

const patiently = { timeout: 30_000 };
const freshHistory = temporaryHistories();
const attemptId = { suiteKey: 'tests/suite.jsonl', caseId: 'T001', attempt: 1 };

/** Creates the events of an attempt with model calls that have most of their content in common. */
async function eventsWithCall(): Promise<RunEvent[]> {
  const events = await eventsOfRun('run-1', 'l'.repeat(70_000));
  const eventIndex = events.findIndex(({ type }) => type === 'case.started') + 1;
  const messages = [
    { role: 'system', content: 'Be kind. '.repeat(100) },
    { role: 'user', content: 'hello' },
  ];
  const call = {
    v: 1,
    runId: 'run-1',
    seq: 1,
    at: 1,
    type: 'model.called',
    ...attemptId,
    role: 'agent',
    agentId: 'echo',
    turn: 1,
    connector: 'm',
    startedAt: 1,
    durationMs: 5,
    request: { messages },
    answer: { content: 'hi', toolCalls: [] },
  };
  return events
    .toSpliced(eventIndex, 0, runEventSchema.parse(call))
    .map((event, index) => ({ ...event, seq: index + 1 }));
}

async function eventsOfRun(runId: string, answer: string): Promise<RunEvent[]> {
  const agent = answeringAgent('echo', () => answer);
  const { events, done } = recordRun(runPlan([standardCase()], { runId }), [agent]);
  await done;
  return events;
}

describe('a run that is written by its own thread', () => {
  it('is in the history as it happened once the writer is closed', async () => {
    const database = freshHistory();
    const events = await eventsOfRun('run-1', 'hello');
    const writer = createHistoryWriter({ file: database.file, onKept: () => undefined });
    for (const event of events) writer.onEvent(event);
    await writer.close();
    expect([...readEvents(database, 'run-1', { afterSeq: 0 })]).toEqual(events);
  });

  it('leaves its beginning in the history before it ends', async () => {
    const database = freshHistory();
    const events = await eventsOfRun('run-1', 'hello');
    const writer = createHistoryWriter({ file: database.file, onKept: () => undefined });
    for (const event of events.slice(0, -1)) writer.onEvent(event);
    await expect
      .poll(() => listRuns(database, { limit: 1 }), { timeout: 30_000 })
      .toMatchObject([{ status: 'running' }]);
    await writer.close();
    expect([...readEvents(database, 'run-1', { afterSeq: 0 })]).toEqual(events.slice(0, -1));
  });

  it('says what is kept when it is there for everybody', async () => {
    const database = freshHistory();
    const reports: [upTo: number, stored: number][] = [];
    const countStoredEvents = () => [...readEvents(database, 'run-1', { afterSeq: 0 })].length;
    const writer = createHistoryWriter({
      file: database.file,
      onKept: (writtenSeq) =>
        void (writtenSeq < Number.POSITIVE_INFINITY && reports.push([writtenSeq, countStoredEvents()])),
    });
    const events = await eventsOfRun('run-1', 'hello');
    for (const event of events) {
      writer.onEvent(event);
      await expect.poll(() => reports.at(-1)?.[0], { timeout: 30_000 }).toBe(event.seq);
    }
    await writer.close();
    expect(reports.every(([writtenSeq, storedCount]) => storedCount >= writtenSeq)).toBe(true);
  });

  it('is written in one transaction as far as it is told in one go', async () => {
    const database = freshHistory();
    const [startedEvent, ...laterEvents] = await eventsOfRun('run-1', 'hello');
    const [log] = laterEvents;
    if (startedEvent === undefined || log === undefined) throw new Error('the run has no events');
    const manyEvents = Array.from({ length: 3_000 }, (_, index): RunEvent => {
      return { ...startedEvent, type: 'log.written', source: 'test', text: 'x', seq: index + 2 };
    });
    const writer = createHistoryWriter({ file: database.file, onKept: () => undefined });
    for (const event of [startedEvent, ...manyEvents]) writer.onEvent(event);
    const countStored = () => [...readEvents(database, 'run-1', { afterSeq: 0 })].length;
    await expect.poll(countStored, { timeout: 30_000, interval: 1 }).toBeGreaterThan(0);
    expect(countStored()).toBe(3_001);
    await writer.close();
  });

  it('is whole although others are pruned meanwhile', async () => {
    const database = freshHistory();
    await writeEvents(database, await eventsOfRun('old', 'hello'));
    const events = await eventsOfRun('new', 'n'.repeat(70_000));
    const writer = createHistoryWriter({ file: database.file, onKept: () => undefined });
    for (const event of events) {
      writer.onEvent(event);
      pruneRuns(database, ['old']);
    }
    await writer.close();
    expect(getAttemptState(database, 'new', attemptId).turns[0]?.output).toHaveLength(70_000);
    expect(listRuns(database, { limit: 9 }).map(({ runId }) => runId)).toEqual(['new']);
  });
});

describe('a run that appears at its end', () => {
  it('is seen by nobody before the writer is closed, and then whole', async () => {
    const database = freshHistory();
    const events = await eventsOfRun('run-1', 'hello');
    let keptUpTo = 0;
    const writer = createHistoryWriter({
      file: database.file,
      appears: 'at its end',
      onKept(writtenSeq) {
        keptUpTo = writtenSeq;
      },
    });
    for (const event of events) writer.onEvent(event);
    await expect.poll(() => keptUpTo, patiently).toBe(events.length);
    expect(listRuns(database, { limit: 9 })).toEqual([]);
    expect(await writer.close()).toBeUndefined();
    expect([...readEvents(database, 'run-1', { afterSeq: 0 })]).toEqual(events);
  });

  it('never appears when it is given up, and others can write again', async () => {
    const database = freshHistory();
    let keptUpTo = 0;
    const writer = createHistoryWriter({
      file: database.file,
      appears: 'at its end',
      onKept(writtenSeq) {
        keptUpTo = writtenSeq;
      },
    });
    for (const event of await eventsOfRun('run-1', 'hello')) writer.onEvent(event);
    await expect.poll(() => keptUpTo, patiently).toBeGreaterThan(0);
    await writer.terminate();
    await writeEvents(database, await eventsOfRun('run-2', 'hello'));
    expect(listRuns(database, { limit: 9 }).map(({ runId }) => runId)).toEqual(['run-2']);
  });
});

describe('a run whose history is lost while it goes on', () => {
  it.each<[string, RegExp, (file: string) => void]>([
    ['deleted', /history\.db was deleted/, (file) => rmSync(file)],
    ['deleted with all its files', /was deleted/, (file) => removeAll(file)],
    ['without its log', /history\.db-wal was deleted/, (file) => rmSync(`${file}-wal`)],
    ['replaced by another', /history\.db was replaced/, (file) => renameSync(freshHistory().file, file)],
    [
      'overwritten in place by another',
      /was damaged/,
      (file) => writeFileSync(file, readFileSync(filedHistory(90).file)),
    ],
    ['overwritten with something else', /was damaged/, (file) => writeFileSync(file, 'no database '.repeat(4_000))],
    ['cut off', /was damaged/, (file) => truncateSync(file, 9_000)],
    ['emptied', /was emptied/, (file) => truncateSync(file, 0)],
  ])('is kept in a side file when it is %s', async (_, reason, harm) => {
    const database = filedHistory(200);
    const events = await eventsWithCall();
    const { writer, kept } = await startWriter(database.file, events.slice(0, 5));
    harm(database.file);
    for (const event of events.slice(5, -1)) writer.onEvent(event);
    await expect.poll(kept, patiently).toBe(events.length - 1);
    for (const event of events.slice(-1)) writer.onEvent(event);
    const elsewhere = await writer.close();
    expect(elsewhere?.why).toMatch(reason);
    await expectWhole(elsewhere?.sideFile, events);
  });

  it('is kept whole when the history takes its beginning only, and takes the place of what is left', async () => {
    const database = freshHistory();
    const events = await eventsOfRun('run-1', 'hello');
    const { writer } = await startWriter(database.file, events.slice(0, 3));
    database.sqlite.exec('ALTER TABLE attempts RENAME TO elsewhere');
    for (const event of events.slice(3)) writer.onEvent(event);
    const elsewhere = await writer.close();
    expect(elsewhere?.why).toContain('attempts');
    await expectWhole(elsewhere?.sideFile, events);
    database.sqlite.exec('ALTER TABLE elsewhere RENAME TO attempts');
    database.sqlite.exec("UPDATE runs SET process_token = 'gone'");
    expect(interruptOrphanedRuns(database)).toEqual(['run-1']);
    const lines = () => readLines(elsewhere?.sideFile ?? '');
    expect(await importRuns(database, { file: 'side', lines: lines() })).toEqual({ added: 1, known: 0 });
    expect([...readEvents(database, 'run-1', { afterSeq: 0 })]).toEqual(events);
  });

  it('is in the history after all when that takes it again', async () => {
    const database = freshHistory();
    const events = await eventsOfRun('run-1', 'hello');
    const { writer, kept } = await startWriter(database.file, events.slice(0, 3));
    database.sqlite.exec('ALTER TABLE events RENAME TO elsewhere');
    for (const event of events.slice(3, -1)) writer.onEvent(event);
    await expect.poll(kept, patiently).toBe(events.length - 1);
    expect(readdirSync(path.dirname(database.file))).toContain('history.run-1.jsonl');
    database.sqlite.exec('ALTER TABLE elsewhere RENAME TO events');
    for (const event of events.slice(-1)) writer.onEvent(event);
    expect(await writer.close()).toBeUndefined();
    expect(readdirSync(path.dirname(database.file)).toSorted()).toEqual([
      'history.db',
      'history.db-shm',
      'history.db-wal',
    ]);
    expect([...readEvents(database, 'run-1', { afterSeq: 0 })]).toEqual(events);
  });

  it('has its beginning of several batches in the history after all when that takes it again', async () => {
    const database = freshHistory();
    const [started, ...rest] = await eventsWithCall();
    const [first] = rest;
    if (started === undefined || first === undefined) throw new Error('the run has no events');
    const logs = Array.from({ length: 3_000 }, (): RunEvent => {
      return {
        v: 1,
        runId: 'run-1',
        seq: 1,
        at: started.at,
        type: 'log.written',
        source: 'test',
        text: 'x'.repeat(100),
      };
    });
    const events = [started, ...rest.slice(0, -1), ...logs, ...rest.slice(-1)].map((event, index) => ({
      ...event,
      seq: index + 1,
    }));
    database.sqlite.exec("CREATE TRIGGER refusal BEFORE INSERT ON runs BEGIN SELECT RAISE(ABORT, 'refused'); END");
    const { writer } = await startWriter(database.file, events.slice(0, -1));
    expect(readdirSync(path.dirname(database.file))).toContain('history.run-1.jsonl');
    database.sqlite.exec('DROP TRIGGER refusal');
    for (const event of events.slice(-1)) writer.onEvent(event);
    expect(await writer.close()).toBeUndefined();
    expect([...readEvents(database, 'run-1', { afterSeq: 0 })]).toEqual(events);
  });

  it('can be imported as interrupted when its process was killed afterwards', async () => {
    const database = freshHistory();
    const events = await eventsOfRun('run-1', 'hello');
    const { writer } = await startWriter(database.file, events.slice(0, 3));
    rmSync(database.file);
    for (const event of events.slice(3, 5)) writer.onEvent(event);
    const { sideFile = '' } = (await writer.close()) ?? {};
    const lines = readFileSync(sideFile, 'utf8').trimEnd().split('\n').slice(0, -1);
    writeFileSync(sideFile, `${lines.join('\n')}\n`);
    const other = freshHistory();
    expect(await importRuns(other, { file: 'side', lines: readLines(sideFile) })).toEqual({ added: 1, known: 0 });
    expect(getRun(other, 'run-1')).toMatchObject({ status: 'interrupted' });
    expect([...readEvents(other, 'run-1', { afterSeq: 0 })]).toHaveLength(6);
  });
});

/** Starts a writer and waits until its history has the first events. */
async function startWriter(file: string, events: readonly RunEvent[]) {
  let writtenSeq = 0;
  const writer = createHistoryWriter({
    file,
    onKept: (seq) => {
      writtenSeq = seq;
    },
  });
  for (const event of events) writer.onEvent(event);
  await expect.poll(() => writtenSeq, patiently).toBe(events.length);
  return { writer, kept: () => writtenSeq };
}

function removeAll(file: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(file + end);
}

/** Creates a history with an empty write-ahead log: the database file contains everything. */
function filedHistory(texts: number): Database {
  const database = freshHistory();
  const add = database.sqlite.prepare('INSERT INTO blobs VALUES (?, zeroblob(5000))');
  for (let index = 0; index < texts; index += 1) add.run(String(index));
  database.sqlite.pragma('wal_checkpoint(TRUNCATE)');
  return database;
}

async function expectWhole(sideFile = '', events: readonly RunEvent[]): Promise<void> {
  const other = freshHistory();
  const lines = () => readLines(sideFile);
  expect(await importRuns(other, { file: sideFile, lines: lines() })).toEqual({ added: 1, known: 0 });
  expect([...readEvents(other, 'run-1', { afterSeq: 0 })]).toEqual(events);
  expect(await importRuns(other, { file: sideFile, lines: lines() })).toEqual({ added: 0, known: 1 });
}
