import { EVENT_VERSION, type RunEvent } from '../../contract/index.ts';
import { createRunFold, emptyRunState, type RunState } from '../../fold/index.ts';
import { computePassRate } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { appendLines } from '../log/event-lines.ts';
import { toEventRow } from '../log/event-row.ts';
import { getRun } from '../read/get-run.ts';
import { readEvents } from '../read/read-events.ts';
import { emptyBatch } from './batch.ts';
import { toFinishedRunRow } from './batch-rows.ts';
import { prepareBatchWriter } from './write-batch.ts';

/**
 * Ends the log of a run whose process has died: adds `run.finished` with outcome `interrupted`. If several processes
 * try this, only the first one writes. Returns true if this call has written the event.
 */
export function interruptRun(database: Database, runId: string, now: number): boolean {
  const write = prepareBatchWriter(database.sqlite);
  return database.sqlite
    .transaction(() => {
      if (getRun(database, runId)?.status !== 'running') return false;
      const fold = createRunFold(emptyRunState(runId));
      let lastAt = 0;
      for (const event of readEvents(database, runId, { afterSeq: 0 })) {
        fold.apply(event);
        lastAt = event.at;
      }
      const event = createInterruptedEvent(fold.state(), Math.max(now, lastAt));
      const { row } = toEventRow(event);
      const batch = emptyBatch(runId);
      appendLines(batch.events, row);
      write({ ...batch, finished: [toFinishedRunRow(event)] });
      return true;
    })
    .immediate();
}

function createInterruptedEvent(state: RunState, now: number): Extract<RunEvent, { type: 'run.finished' }> {
  return {
    v: EVENT_VERSION,
    runId: state.runId,
    seq: state.seq + 1,
    at: now,
    type: 'run.finished',
    outcome: 'interrupted',
    exitCode: 1,
    reason: 'interrupted: the process of the run is gone',
    summary: {
      total: state.rows.length,
      attempts: state.options?.attempts ?? 1,
      counts: state.counts,
      passRate: computePassRate(state.counts),
      durationMs: now - (state.startedAt ?? now),
      usage: state.usage,
    },
  };
}
