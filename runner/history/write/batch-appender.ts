import type { AnnouncedCase, RunEvent } from '../../contract/index.ts';
import { appendLines } from '../log/event-lines.ts';
import { toEventRow } from '../log/event-row.ts';
import { toAttemptColumns } from './attempt-columns.ts';
import type { EventBatch } from './batch.ts';
import { sumUsageOfRoles, toFinishedRunRow, toStartedRunRow } from './batch-rows.ts';

/**
 * Returns a function that adds the events of one run to batches, in order. The function remembers facts from earlier
 * events that later rows need.
 */
export function createBatchAppender(): (batch: EventBatch, event: RunEvent) => void {
  const caseHashes: AnnouncedCaseHashes = { announced: [], hashes: undefined, began: new Map() };
  return (batch, event) => appendEventToBatch({ batch, event, caseHashes });
}

type CaseHashes = ReadonlyMap<string, ReadonlyMap<string, string>>;

type AnnouncedCaseHashes = {
  /**
   * Stored as lists instead of maps, because nearly all results carry the hash of their case themselves, so the lists
   * are rarely searched.
   */
  announced: { suiteKey: string; ids: string[]; hashes: string[] }[];
  /** The hashes of all announced cases by suite and id; computed when the first result without a hash arrives. */
  hashes: CaseHashes | undefined;
  /** The sequence number of the event with which each running attempt began. */
  began: Map<string, number>;
};

function rememberCaseHashes(caseHashes: AnnouncedCaseHashes, cases: readonly AnnouncedCase[]): void {
  caseHashes.hashes = undefined;
  for (const { suiteKey, id, hash } of cases) {
    let suite = caseHashes.announced.at(-1);
    if (suite?.suiteKey !== suiteKey) {
      suite = { suiteKey, ids: [], hashes: [] };
      caseHashes.announced.push(suite);
    }
    suite.ids.push(id);
    suite.hashes.push(hash);
  }
}

function findAnnouncedHash(
  caseHashes: AnnouncedCaseHashes,
  { suiteKey, caseId }: { suiteKey: string; caseId: string },
): string {
  caseHashes.hashes ??= indexAnnouncedHashes(caseHashes);
  return caseHashes.hashes.get(suiteKey)?.get(caseId) ?? '';
}

function indexAnnouncedHashes({ announced }: AnnouncedCaseHashes): CaseHashes {
  const suites = new Map<string, Map<string, string>>();
  for (const { suiteKey, ids, hashes } of announced) {
    const suite = suites.get(suiteKey) ?? new Map<string, string>();
    for (const [index, id] of ids.entries()) suite.set(id, hashes[index] ?? '');
    suites.set(suiteKey, suite);
  }
  return suites;
}

type EventAddition = { batch: EventBatch; event: RunEvent; caseHashes: AnnouncedCaseHashes };

function appendEventToBatch({ batch, event, caseHashes }: EventAddition): void {
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
      batch.started.push(toStartedRunRow(event));
      rememberCaseHashes(caseHashes, event.cases);
      return;
    case 'cases.announced':
      rememberCaseHashes(caseHashes, event.cases);
      return;
    case 'case.started':
      caseHashes.began.set(row.attemptKey ?? '', event.seq);
      return;
    case 'case.finished': {
      const key = row.attemptKey ?? '';
      const firstSeq = caseHashes.began.get(key) ?? event.seq;
      caseHashes.began.delete(key);
      const { hash: caseHash = findAnnouncedHash(caseHashes, event) } = event.result;
      const values = toAttemptColumns({ event, firstSeq, caseHash, usage: sumUsageOfRoles(event.result.usage) });
      batch.attempts += `${JSON.stringify(values)}\n`;
      return;
    }
    case 'run.finished':
      batch.finished.push(toFinishedRunRow(event));
      return;
    default:
      return;
  }
}
