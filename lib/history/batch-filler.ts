import type { AnnouncedCase, RunEvent } from '../../runner/contract/index.ts';
import { type Batch, packEvent } from './batch.ts';
import { attemptValues, finishedRow, startedRow } from './batch-rows.ts';
import { toEventRow } from './event-row.ts';

/** Puts the events of one run into batches, in order; what later rows need of earlier events is kept in mind. */
export function batchFiller(): (batch: Batch, event: RunEvent) => void {
  const firstSeqs = new Map<string, number>();
  const hashes: Hashes = new Map();
  return (batch, event) => addToBatch({ batch, event, firstSeqs, hashes });
}

/** Hashes of cases by suite and id; two levels, because a joined key a case would cost more than the hash. */
type Hashes = Map<string, Map<string, string>>;

function learnHashes(hashes: Hashes, cases: readonly AnnouncedCase[]): void {
  for (const { suiteKey, id, hash } of cases) {
    const suite = hashes.get(suiteKey) ?? new Map<string, string>();
    hashes.set(suiteKey, suite.set(id, hash));
  }
}

type Addition = { batch: Batch; event: RunEvent; firstSeqs: Map<string, number>; hashes: Hashes };

function addToBatch({ batch, event, firstSeqs, hashes }: Addition): void {
  const { row, blobs } = toEventRow(event);
  batch.events += packEvent(row);
  for (const blob of blobs) batch.blobs.push(blob);
  const key = row.attemptKey;
  switch (event.type) {
    case 'run.started':
      batch.started.push(startedRow(event));
      learnHashes(hashes, event.cases);
      return;
    case 'cases.announced':
      learnHashes(hashes, event.cases);
      return;
    case 'case.started':
      if (key !== null) firstSeqs.set(key, event.seq);
      return;
    case 'case.finished': {
      const firstSeq = firstSeqs.get(key ?? '') ?? event.seq;
      firstSeqs.delete(key ?? '');
      const caseHash = hashes.get(event.suiteKey)?.get(event.caseId) ?? '';
      batch.attempts += `${JSON.stringify(attemptValues(event, { firstSeq, caseHash }))}\n`;
      return;
    }
    case 'run.finished':
      batch.finished.push(finishedRow(event));
      return;
    default:
      return;
  }
}
