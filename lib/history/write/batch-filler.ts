import type { AnnouncedCase, RunEvent } from '../../../runner/contract/index.ts';
import { type Batch, packEvent } from './batch.ts';
import { attemptValues, finishedRow, startedRow } from './batch-rows.ts';
import { toEventRow } from './event-row.ts';

/** Puts the events of one run into batches, in order; what later rows need of earlier events is kept in mind. */
export function batchFiller(): (batch: Batch, event: RunEvent) => void {
  const cases: Cases = new Map();
  return (batch, event) => addToBatch({ batch, event, cases });
}

type NotedCase = {
  hash: string;
  /** Of the attempts that run now, in which event each began. */
  began: Map<number, number> | undefined;
};

/** By suite and id; two levels, because a joined key for every event would cost more than what is kept. */
type Cases = Map<string, Map<string, NotedCase>>;

function learnCases(cases: Cases, announced: readonly AnnouncedCase[]): void {
  for (const { suiteKey, id, hash } of announced) {
    const suite = cases.get(suiteKey) ?? new Map<string, NotedCase>();
    cases.set(suiteKey, suite.set(id, { hash, began: undefined }));
  }
}

type Addition = { batch: Batch; event: RunEvent; cases: Cases };

function addToBatch({ batch, event, cases }: Addition): void {
  const { row, blobs, call } = toEventRow(event);
  batch.events += packEvent(row);
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
      learnCases(cases, event.cases);
      return;
    case 'cases.announced':
      learnCases(cases, event.cases);
      return;
    case 'case.started': {
      const noted = cases.get(event.suiteKey)?.get(event.caseId);
      if (noted !== undefined) noted.began = (noted.began ?? new Map()).set(event.attempt, event.seq);
      return;
    }
    case 'case.finished': {
      const noted = cases.get(event.suiteKey)?.get(event.caseId);
      const firstSeq = noted?.began?.get(event.attempt) ?? event.seq;
      noted?.began?.delete(event.attempt);
      if (noted?.began?.size === 0) noted.began = undefined;
      const values = attemptValues(event, { firstSeq, caseHash: noted?.hash ?? '' });
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
