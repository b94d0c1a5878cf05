import { Worker } from 'node:worker_threads';
import type { RunEvent } from '../../contract/index.ts';
import { ownFile } from '../../host/own-file.ts';
import { type Batch, emptyBatch } from './batch.ts';
import { batchFiller } from './batch-filler.ts';
import { createGrowingTexts, type GrowingTurn } from './growing-texts.ts';
import type { FromThread, ThreadTask, ToThread } from './history-thread.ts';
import type { Elsewhere } from './keeper.ts';
import { createUnwritten } from './unwritten.ts';

const FLUSH_AFTER_MS = 25;
/** In characters. Larger messages are written hardly faster, and take their memory several times in both threads. */
const FLUSH_AT_SIZE = 512 * 1024;

export type HistoryWriter = {
  readonly name: string;
  onEvent(event: RunEvent): void;
  onText(turn: GrowingTurn, read: () => string): void;
  /** How much of what it was told is not written yet, in characters. */
  unwritten(): number;
  /** Waits until everything is written. Answers where the run is when its history does not hold it. */
  close(): Promise<Elsewhere | undefined>;
  /** Ends without waiting. A run that was to appear at its end is not in the history. */
  giveUp(): Promise<void>;
};

/**
 * `onKept` hears which event was written last: of a run that appears as it grows, it can no longer be lost. Infinity says
 * that the writing has ended, and `close` why.
 */
export type HistoryWriterOptions = Pick<ThreadTask, 'file'> & Partial<ThreadTask> & { onKept: (upTo: number) => void };

/**
 * Records a run as it happens, into a database that is open and up to date: one writer a run, batch by batch. What is
 * told together with the beginning of the run, before anything is waited for, is written in one transaction with it.
 */
export function createHistoryWriter({ file, appears = 'as it grows', onKept }: HistoryWriterOptions): HistoryWriter {
  const thread = new Worker(ownFile('history-thread', import.meta.url), {
    workerData: { file, appears } satisfies ThreadTask,
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  });
  const unwritten = createUnwritten();
  const closed = closing(thread, (upTo) => {
    unwritten.settle(upTo);
    onKept(upTo);
  });
  const fill = batchFiller();
  const texts = createGrowingTexts();
  let batch: Batch = emptyBatch('');
  let upTo = 0;
  let timer: NodeJS.Timeout | undefined;
  let isBeginning = false;
  let sentAt = 0;

  const tell = (message: ToThread): void => thread.postMessage(message);
  const send = (isPart: boolean): void => {
    clearTimeout(timer);
    timer = undefined;
    sentAt = performance.now();
    batch.live.push(...texts.take());
    tell({ type: 'write', batch, upTo, isPart });
    unwritten.give({ upTo, size: batch.size });
    batch = emptyBatch(batch.runId);
  };
  const flush = (): void => {
    if (batch.size > 0 || texts.haveGrown()) send(false);
  };
  const begin = (): void => {
    isBeginning = true;
    queueMicrotask(() => {
      isBeginning = false;
      send(false);
    });
  };

  return {
    name: 'history',
    onEvent(event) {
      batch.runId = event.runId;
      fill(batch, event);
      batch.live.push(...texts.after(event));
      upTo = event.seq;
      if (event.type === 'run.started') begin();
      if (batch.size >= FLUSH_AT_SIZE) send(isBeginning);
      else if (!isBeginning) timer ??= setTimeout(flush, FLUSH_AFTER_MS);
    },
    onText(turn, read) {
      texts.grow(turn, read);
      // Somebody may be watching: what is said after a silence does not wait for more.
      if (!isBeginning && performance.now() - sentAt > FLUSH_AFTER_MS) send(false);
      else timer ??= setTimeout(flush, FLUSH_AFTER_MS);
    },
    unwritten: () => unwritten.size() + batch.size,
    async close() {
      flush();
      tell({ type: 'close' });
      return await closed;
    },
    async giveUp() {
      clearTimeout(timer);
      await thread.terminate();
    },
  };
}

function closing(thread: Worker, onKept: (upTo: number) => void): Promise<Elsewhere | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Elsewhere | undefined>();
  const fail = (error: Error): void => {
    reject(error);
    // Nobody is left to wait for.
    onKept(Number.POSITIVE_INFINITY);
  };
  thread.on('message', (message: FromThread) => {
    if (message.type === 'kept') onKept(message.upTo);
    else resolve(message.elsewhere);
  });
  thread.on('error', fail);
  thread.on('exit', (code) => fail(new Error(`the writing thread ended with code ${code}`)));
  // Reported by close(); must not be an unhandled rejection.
  promise.catch(() => undefined);
  return promise;
}
