import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../runner/contract/index.ts';
import { type Database, openForReading } from '../../runner/history/db/index.ts';
import { findLastSeq } from '../../runner/history/index.ts';
import { temporaryHistories, writeEvents, writeResults } from '../../runner/history/testing/temporary-histories.ts';
import { interruptRun } from '../../runner/history/write/interrupt-run.ts';
import { parseStreamEvents } from '../testing/event-streams.ts';
import { createRunLogFollower, type RunLogFollower } from './run-log-follower.ts';

const freshHistory = temporaryHistories();
const runId = 'run-1';

async function liveRun(): Promise<{ history: Database; tails: RunLogFollower }> {
  const history = freshHistory();
  await writeResults(history, { runId, at: 0, results: [] }, 'goes on');
  return { history, tails: createRunLogFollower(history) };
}

/** Writes `count` more events, as another process would. */
async function grow(history: Database, count: number, text = 'hello'): Promise<void> {
  const last = findLastSeq(history, runId);
  const events = Array.from({ length: count }, (_, index): RunEvent => {
    return { v: 1, runId, seq: last + 1 + index, at: 0, type: 'log.written', source: 'agent', text };
  });
  await writeEvents(history, events);
}

function watch(tails: RunLogFollower, afterSeq = 0): { chunks: AsyncGenerator<Uint8Array>; leave(): Promise<void> } {
  const leaving = new AbortController();
  const chunks = tails.follow({ runId, afterSeq }, leaving.signal);
  return {
    chunks,
    async leave() {
      leaving.abort();
      await chunks.return(undefined);
    },
  };
}

async function seqsUpTo(chunks: AsyncGenerator<Uint8Array>, last: number): Promise<number[]> {
  const seqs: number[] = [];
  while (seqs.at(-1) !== last) {
    const { value, done } = await chunks.next();
    if (done === true) break;
    seqs.push(...parseStreamEvents(value).map(({ seq }) => seq));
  }
  return seqs;
}

const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

describe('the tail of a run', () => {
  it('hands all who watch the same bytes of what is new', async () => {
    const { history, tails } = await liveRun();
    const crowd = from(1, 5).map(() => watch(tails, 1));
    const next = crowd.map(({ chunks }) => chunks.next());
    await grow(history, 3);
    const [first, ...others] = await Promise.all(next);
    expect(parseStreamEvents(first?.value ?? new Uint8Array()).map(({ seq }) => seq)).toEqual([2, 3, 4]);
    for (const other of others) expect(other.value).toBe(first?.value);
    await Promise.all(crowd.map(({ leave }) => leave()));
  });

  it('says nothing that another process could not read in the history at that moment', async () => {
    const { history, tails } = await liveRun();
    const watcher = watch(tails, 1);
    const others = openForReading(history.sqlite.name);
    for (const count of [1, 300, 2]) {
      const last = findLastSeq(others, runId) + count;
      const growingRun = grow(history, count);
      for (let seq = 0; seq < last; ) {
        const { value } = await watcher.chunks.next();
        seq = parseStreamEvents(value ?? new Uint8Array()).at(-1)?.seq ?? last;
        expect(findLastSeq(others, runId)).toBeGreaterThanOrEqual(seq);
      }
      await growingRun;
    }
    others.close();
    await watcher.leave();
  });

  it('gives those who come late what they missed, in pieces, without gap or repetition', async () => {
    const { history, tails } = await liveRun();
    await grow(history, 1_999);
    const early = watch(tails, 1_990);
    const firstSeqs = await seqsUpTo(early.chunks, 2_000);
    const lateWatchers = [0, 1, 255, 256, 700, 1_999, 2_000].map((afterSeq) => ({
      afterSeq,
      ...watch(tails, afterSeq),
    }));
    const reads = lateWatchers.map(async ({ afterSeq, chunks }) => [afterSeq, await seqsUpTo(chunks, 2_300)]);
    await grow(history, 300);
    for (const [afterSeq, seqs] of await Promise.all(reads)) expect(seqs).toEqual(from(Number(afterSeq) + 1, 2_300));
    expect([...firstSeqs, ...(await seqsUpTo(early.chunks, 2_300))]).toEqual(from(1_991, 2_300));
    await Promise.all([early, ...lateWatchers].map(({ leave }) => leave()));
  });

  it('cuts what is long into pieces of a bearable size', async () => {
    const { history, tails } = await liveRun();
    await grow(history, 200, 'x'.repeat(7_000));
    const { chunks, leave } = watch(tails);
    const { value } = await chunks.next();
    expect(value?.length).toBeLessThan(300_000);
    expect(await seqsUpTo(chunks, 201)).toContain(200);
    await leave();
  });

  it('lets others be answered between the pieces, however many catch up', { tags: 'thorough' }, async () => {
    const { history, tails } = await liveRun();
    await grow(history, 3_000);
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const crowd = from(1, 4).map((watcherIndex) => watch(tails, watcherIndex));
    const distinctChunks = new Set<Uint8Array>();
    const readAll = async (chunks: AsyncGenerator<Uint8Array>) => {
      for await (const chunk of chunks) {
        distinctChunks.add(chunk);
        if (parseStreamEvents(chunk).at(-1)?.seq === 3_001) return;
      }
    };
    await Promise.all(crowd.map(({ chunks }) => readAll(chunks)));
    isOver = true;
    expect(distinctChunks.size).toBeGreaterThan(3_000 / 256);
    expect(turns).toBeGreaterThanOrEqual(distinctChunks.size);
  });

  it('ends with the last who leaves', async () => {
    const { tails } = await liveRun();
    const [firstWatcher, secondWatcher] = [watch(tails), watch(tails)];
    await Promise.all([firstWatcher.chunks.next(), secondWatcher.chunks.next()]);
    await firstWatcher.leave();
    expect(tails.isWatched(runId)).toBe(true);
    await secondWatcher.leave();
    expect(tails.isWatched(runId)).toBe(false);
  });

  it('ends after the last event, also where this server itself closes the run', async () => {
    const { history, tails } = await liveRun();
    const { chunks } = watch(tails);
    await chunks.next();
    const laterSeqs = seqsUpTo(chunks, 2);
    expect(interruptRun(history, runId, 1)).toBe(true);
    expect(await laterSeqs).toEqual([2]);
    expect((await chunks.next()).done).toBe(true);
    expect(tails.isWatched(runId)).toBe(false);
  });

  it('ends for a run that never was', async () => {
    const { tails } = await liveRun();
    expect((await tails.follow({ runId: 'nobody', afterSeq: 0 }, new AbortController().signal).next()).done).toBe(true);
  });

  it('breaks for all who watch when the history cannot be read, and begins anew with the next', async () => {
    const { history, tails } = await liveRun();
    const crowd = [watch(tails, 1), watch(tails, 1)];
    const next = crowd.map(({ chunks }) => chunks.next());
    history.close();
    for (const answer of await Promise.allSettled(next)) expect(answer.status).toBe('rejected');
    expect(tails.isWatched(runId)).toBe(false);
  });
});
