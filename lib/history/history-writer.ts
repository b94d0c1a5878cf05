import { caseKey, type RunEvent } from '../../runner/contract/index.ts';
import type { Database } from '../db/index.ts';
import { attemptRow, type Batch, emptyBatch, finishedRow, startedRow } from './batch.ts';
import { toEventRow } from './event-row.ts';
import { prepareBatchWriter } from './write-batch.ts';

const FLUSH_AFTER_MS = 25;
const FLUSH_AT_EVENTS = 500;

export type HistoryWriter = {
  readonly name: string;
  onEvent(event: RunEvent): void;
  /** Writes what is buffered. Throws when the database refuses it; what was not written is kept for the next try. */
  flush(): void;
  /** The last flush by timer that failed, if it was not made good since. */
  failure(): unknown;
};

/** Records a run as it happens: batched, in immediate transactions, one writer a run. */
export function createHistoryWriter(options: { database: Database; redact: (text: string) => string }): HistoryWriter {
  const write = prepareBatchWriter(options.database);
  const firstSeqs = new Map<string, number>();
  const hashes = new Map<string, string>();
  let batch: Batch = emptyBatch();
  let timer: NodeJS.Timeout | undefined;
  let failure: unknown;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (batch.events.length === 0) return;
    write(batch);
    batch = emptyBatch();
    failure = undefined;
  };

  const flushLater = (): void => {
    timer ??= setTimeout(() => {
      try {
        flush();
      } catch (error) {
        failure = error;
      }
    }, FLUSH_AFTER_MS);
  };

  return {
    name: 'history',
    onEvent(event) {
      addToBatch({ batch, event, redact: options.redact, firstSeqs, hashes });
      if (batch.events.length >= FLUSH_AT_EVENTS || event.type === 'run.started') flush();
      else flushLater();
    },
    flush,
    failure: () => failure,
  };
}

type Addition = {
  batch: Batch;
  event: RunEvent;
  redact: (text: string) => string;
  firstSeqs: Map<string, number>;
  hashes: Map<string, string>;
};

function addToBatch({ batch, event, redact, firstSeqs, hashes }: Addition): void {
  const { row, blobs } = toEventRow(event, redact);
  batch.events.push(row);
  for (const blob of blobs) batch.blobs.push(blob);
  const key = row.attemptKey;
  switch (event.type) {
    case 'run.started':
      batch.started.push(startedRow(event));
      for (const announced of event.cases) hashes.set(caseKey(announced.suiteKey, announced.id), announced.hash);
      return;
    case 'case.started':
      if (key !== null) firstSeqs.set(key, event.seq);
      return;
    case 'case.finished': {
      const firstSeq = firstSeqs.get(key ?? '') ?? event.seq;
      firstSeqs.delete(key ?? '');
      const caseHash = hashes.get(caseKey(event.suiteKey, event.caseId)) ?? '';
      batch.attempts.push(attemptRow(event, { firstSeq, caseHash }));
      return;
    }
    case 'run.finished':
      batch.finished.push(finishedRow(event));
      return;
    default:
      return;
  }
}
