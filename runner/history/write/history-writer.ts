import { Worker } from 'node:worker_threads';
import type { RunEvent } from '../../contract/index.ts';
import { resolveTurntreeModuleUrl } from '../../host/turntree-module-url.ts';
import { type EventBatch, emptyBatch } from './batch.ts';
import { createBatchAppender } from './batch-appender.ts';
import type { RescuedRun } from './batch-writer.ts';
import type { HistoryThreadOptions, MessageFromHistoryThread, MessageToHistoryThread } from './history-thread.ts';
import { createStreamingTextTracker, type StreamingTurn } from './streaming-text-tracker.ts';
import { createUnwrittenBatches } from './unwritten.ts';

const FLUSH_DELAY_MS = 25;
/**
 * The interval while many events arrive. It is longer, because consecutive transactions rewrite some of the same pages.
 */
const BUSY_RUN_FLUSH_DELAY_MS = 100;
/** If a batch has at least this many characters, the longer interval is used. */
const BUSY_BATCH_SIZE = 8 * 1024;
/**
 * The size in characters at which collected events are sent to the thread without waiting for the interval. Larger
 * messages are hardly faster to write, and both threads need several times their size in memory.
 */
const MAX_UNFLUSHED_SIZE = 128 * 1024;

export type HistoryWriter = {
  readonly name: string;
  onEvent(event: RunEvent): void;
  onText(turn: StreamingTurn, read: () => string): void;
  /** Returns the amount of data that the thread has received but not written yet, in characters. */
  unwritten(): number;
  /** Waits until everything is written. If the run is not in its history, returns where it is stored instead. */
  close(): Promise<RescuedRun | undefined>;
  /**
   * Terminates the thread without waiting. If the run was to appear only at its end, it is then missing in the history.
   */
  terminate(): Promise<void>;
};

/**
 * The options of a history writer. `onKept` gets the sequence number of the last stored event. Infinity means that
 * writing has failed; `close` then returns the reason.
 */
export type HistoryWriterOptions = Pick<HistoryThreadOptions, 'file'> &
  Partial<HistoryThreadOptions> & { onKept: (writtenSeq: number) => void };

/**
 * Records a run in batches as it happens. The database must exist and be migrated; there is one writer per run.
 * Everything reported synchronously with `run.started` is written in the same transaction.
 */
export function createHistoryWriter({ file, appears = 'as it grows', onKept }: HistoryWriterOptions): HistoryWriter {
  const thread = new Worker(resolveTurntreeModuleUrl('history-thread', import.meta.url), {
    workerData: { file, appears } satisfies HistoryThreadOptions,
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  });
  const unwritten = createUnwrittenBatches();
  const closed = closeThread(thread, (writtenSeq) => {
    unwritten.markWritten(writtenSeq);
    onKept(writtenSeq);
  });
  const fill = createBatchAppender();
  const texts = createStreamingTextTracker();
  let batch: EventBatch = emptyBatch('');
  let lastSeq = 0;
  let timer: NodeJS.Timeout | undefined;
  let isBeginning = false;
  let sentAt = 0;
  let flushAfterMs = FLUSH_DELAY_MS;

  const postToThread = (message: MessageToHistoryThread): void => thread.postMessage(message);
  const postBatch = (isPart: boolean): void => {
    clearTimeout(timer);
    timer = undefined;
    sentAt = performance.now();
    flushAfterMs = batch.size >= BUSY_BATCH_SIZE ? BUSY_RUN_FLUSH_DELAY_MS : FLUSH_DELAY_MS;
    batch.live.push(...texts.takeGrownTexts());
    postToThread({ type: 'write', batch, upTo: lastSeq, isPart });
    unwritten.addBatch({ upTo: lastSeq, size: batch.size });
    batch = emptyBatch(batch.runId);
  };
  const flush = (): void => {
    if (batch.size > 0 || texts.haveGrown()) postBatch(false);
  };
  const schedulePost = (): void => {
    isBeginning = true;
    queueMicrotask(() => {
      isBeginning = false;
      postBatch(false);
    });
  };

  return {
    name: 'history',
    onEvent(event) {
      batch.runId = event.runId;
      fill(batch, event);
      batch.live.push(...texts.textsEndedBy(event));
      lastSeq = event.seq;
      if (event.type === 'run.started') schedulePost();
      if (batch.size >= MAX_UNFLUSHED_SIZE) postBatch(isBeginning);
      else if (!isBeginning) timer ??= setTimeout(flush, flushAfterMs);
    },
    onText(turn, read) {
      texts.grow(turn, read);
      // Text that arrives after a pause is written immediately, because somebody may be watching the run.
      if (!isBeginning && performance.now() - sentAt > FLUSH_DELAY_MS) postBatch(false);
      else timer ??= setTimeout(flush, FLUSH_DELAY_MS);
    },
    unwritten: () => unwritten.size() + batch.size,
    async close() {
      flush();
      postToThread({ type: 'close' });
      return await closed;
    },
    async terminate() {
      clearTimeout(timer);
      await thread.terminate();
    },
  };
}

function closeThread(thread: Worker, onKept: (writtenSeq: number) => void): Promise<RescuedRun | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<RescuedRun | undefined>();
  const fail = (error: Error): void => {
    reject(error);
    // After a failed write, reports all events as stored; otherwise callers would wait forever for the lost events.
    onKept(Number.POSITIVE_INFINITY);
  };
  thread.on('message', (message: MessageFromHistoryThread) => {
    if (message.type === 'kept') onKept(message.upTo);
    else resolve(message.elsewhere);
  });
  thread.on('error', fail);
  thread.on('exit', (code) => fail(new Error(`the writing thread ended with code ${code}`)));
  // The error is reported by close(); before that, it must not become an unhandled rejection.
  promise.catch(() => undefined);
  return promise;
}
