import {
  createRunFold,
  EVENT_VERSION,
  emptyRunState,
  passRate,
  type RunEvent,
  type RunState,
} from '../../runner/contract/index.ts';
import type { Database } from '../db/index.ts';
import { toEventRow } from './event-row.ts';
import { getRun } from './get-run.ts';
import { readEvents } from './read-events.ts';

/**
 * Closes the log of a run whose process is gone: `run.finished` with outcome `interrupted`, once, whoever comes first.
 * Returns whether this call did it.
 */
export function interruptRun(database: Database, runId: string, now: number): boolean {
  const { sqlite } = database;
  return sqlite
    .transaction(() => {
      if (getRun(database, runId)?.status !== 'running') return false;
      const fold = createRunFold(emptyRunState(runId));
      for (const event of readEvents(database, runId, { afterSeq: 0 })) fold.apply(event);
      const event = interruption(fold.state(), now);
      const { row } = toEventRow(event, (text) => text);
      sqlite
        .prepare(
          `INSERT INTO events (run_id, seq, at, type, attempt_key, data, blobs)
           VALUES (:runId, :seq, :at, :type, :attemptKey, :data, :blobs)`,
        )
        .run(row);
      sqlite
        .prepare("UPDATE runs SET status = 'interrupted', finished_at = ?, exit_code = ?, reason = ? WHERE id = ?")
        .run(now, event.exitCode, event.reason, runId);
      return true;
    })
    .immediate();
}

function interruption(state: RunState, now: number): Extract<RunEvent, { type: 'run.finished' }> {
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
      passRate: passRate(state.counts),
      durationMs: now - (state.startedAt ?? now),
      usage: state.usage,
    },
  };
}
