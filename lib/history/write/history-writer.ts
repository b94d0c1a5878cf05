import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { RunEvent } from '../../../runner/contract/index.ts';
import { type Batch, emptyBatch } from './batch.ts';
import { batchFiller } from './batch-filler.ts';
import type { FromThread, ToThread } from './history-thread.ts';

const FLUSH_AFTER_MS = 25;
const FLUSH_AT_EVENTS = 500;

export type HistoryWriter = {
  readonly name: string;
  onEvent(event: RunEvent): void;
  /** Waits until everything is written. Rejects, saying why, when something could not be. */
  close(): Promise<void>;
};

/** Records a run as it happens, into a database that is open and up to date: one writer a run, batch by batch. */
export function createHistoryWriter(options: { file: string }): HistoryWriter {
  const thread = new Worker(threadProgram(), {
    workerData: { file: options.file },
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  });
  const closed = closing(thread);
  const fill = batchFiller();
  let batch: Batch = emptyBatch('');
  let pending = 0;
  let timer: NodeJS.Timeout | undefined;

  const tell = (message: ToThread): void => thread.postMessage(message);
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (pending === 0) return;
    tell({ type: 'write', batch });
    batch = emptyBatch(batch.runId);
    pending = 0;
  };

  return {
    name: 'history',
    onEvent(event) {
      batch.runId = event.runId;
      fill(batch, event);
      pending += 1;
      if (pending >= FLUSH_AT_EVENTS || event.type === 'run.started') flush();
      else timer ??= setTimeout(flush, FLUSH_AFTER_MS);
    },
    async close() {
      flush();
      tell({ type: 'close' });
      await closed;
    },
  };
}

function closing(thread: Worker): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  thread.on('message', ({ error }: FromThread) => (error === undefined ? resolve() : reject(new Error(error))));
  thread.on('error', reject);
  thread.on('exit', (code) => reject(new Error(`the writing thread ended with code ${code}`)));
  // Whoever closes hears of it; until then it must not end the process.
  promise.catch(() => undefined);
  return promise;
}

/** The sources run as they are; the built program keeps the thread beside its entry, one folder above its chunks. */
function threadProgram(): URL {
  const places = ['./history-thread.ts', './history-thread.mjs', '../history-thread.mjs'];
  const urls = places.map((place) => new URL(place, import.meta.url));
  const found = urls.find((url) => existsSync(url));
  if (found === undefined) throw new Error(`the writing thread is missing: ${urls.map(String).join(', ')}`);
  return found;
}
