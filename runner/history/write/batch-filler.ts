import type { AnnouncedCase, RunEvent } from '../../contract/index.ts';
import { appendLines } from '../log/event-lines.ts';
import { toEventRow } from '../log/event-row.ts';
import { toAttemptColumns } from './attempt-columns.ts';
import type { EventBatch } from './batch.ts';
import { finishedRow, startedRow, sumOfRoles } from './batch-rows.ts';

/**
 * Returns a function that adds the events of one run to batches, in order. The function remembers facts from earlier
 * events that later rows need.
 */
export function createBatchFiller(): (batch: EventBatch, event: RunEvent) => void {
  const noted: RememberedCases = { hashes: new Map(), began: new Map() };
  return (batch, event) => addToBatch({ batch, event, noted });
}

type RememberedCases = {
  /**
   * Case hashes by suite and id, until a result of the case has its own. Nested maps, because a joined key per case
   * would take more memory than the hash.
   */
  hashes: Map<string, Map<string, string>>;
  /** The sequence number of the event with which each running attempt began. */
  began: Map<string, number>;
};

function rememberCaseHashes({ hashes }: RememberedCases, announced: readonly AnnouncedCase[]): void {
  for (const { suiteKey, id, hash } of announced) {
    const suite = hashes.get(suiteKey) ?? new Map<string, string>();
    hashes.set(suiteKey, suite.set(id, hash));
  }
}

type EventAddition = { batch: EventBatch; event: RunEvent; noted: RememberedCases };

function addToBatch({ batch, event, noted }: EventAddition): void {
  const { row, blobs, call } = toEventRow(event);
  appendLines(batch.events, row);
  batch.size += row.data.length;
  if (call !== undefined) {
    batch.calls.push(call);
    batch.size += call.text.length;
  }
  for (const blob of blobs) {
    batch.blobs.push(blob);
    batch.size += blob.text.length;
  }
  switch (event.type) {
    case 'run.started':
      batch.started.push(startedRow(event));
      rememberCaseHashes(noted, event.cases);
      return;
    case 'cases.announced':
      rememberCaseHashes(noted, event.cases);
      return;
    case 'case.started':
      noted.began.set(row.attemptKey ?? '', event.seq);
      return;
    case 'case.finished': {
      const key = row.attemptKey ?? '';
      const firstSeq = noted.began.get(key) ?? event.seq;
      noted.began.delete(key);
      const { hash: caseHash = noted.hashes.get(event.suiteKey)?.get(event.caseId) ?? '' } = event.result;
      if (event.result.hash !== undefined) noted.hashes.get(event.suiteKey)?.delete(event.caseId);
      const values = toAttemptColumns({ event, firstSeq, caseHash, usage: sumOfRoles(event.result.usage) });
      batch.attempts += `${JSON.stringify(values)}\n`;
      return;
    }
    case 'run.finished':
      batch.finished.push(finishedRow(event));
      return;
    default:
      return;
  }
}
