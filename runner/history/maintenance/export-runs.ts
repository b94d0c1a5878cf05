import type { Database } from '../db/index.ts';
import { selectRows } from '../db/select.ts';
import { getRun, type RunRecord } from '../read/get-run.ts';
import { readHintReviews } from '../read/hint-reviews.ts';
import { readEvents } from '../read/read-events.ts';
import { listDecisionsOfRun } from '../reviews/list-decisions.ts';
import { listReviews } from '../reviews/list-reviews.ts';
import { listTurnReviews } from '../reviews/list-turn-reviews.ts';
import { toRunSeries } from '../runs/series.ts';
import { findBaseline } from '../trends/baselines.ts';
import { EXPORT_VERSION } from '../write/export-version.ts';
import type { RunLine } from './exported-line.ts';

export type HistoryExport = { runIds: Iterable<string>; tool: string; now: Date };

/**
 * Yields complete runs as lines of JSON, to import them into another history. Runs are read one by one, so that memory
 * use does not depend on their number. Secrets are already masked in stored data. Runs in progress and unknown ids are
 * left out.
 */
export function* exportRuns(database: Database, { runIds, tool, now }: HistoryExport): Generator<string> {
  yield toJsonLine({ type: 'turntree.history', version: EXPORT_VERSION, tool, exportedAt: now.toISOString() });
  for (const runId of runIds) {
    const run = getRun(database, runId);
    if (run !== undefined && run.status !== 'running') yield* exportRun(database, run);
  }
}

/** Returns the finished runs of a history that nobody has deleted, oldest first. */
export function listExportableRuns({ sqlite }: Database): string[] {
  return selectRows(sqlite, 'runs', 'id', "WHERE status <> 'running' AND deleted_at IS NULL ORDER BY ordinal").all();
}

function* exportRun(database: Database, run: RunRecord): Generator<string> {
  const { runId, host, label } = run;
  const runLine: RunLine = {
    type: 'run',
    runId,
    host,
    label,
    ...(findBaseline(database, toRunSeries(run)) === runId ? { pinned: true } : {}),
  };
  yield toJsonLine(runLine);
  let events = 0;
  for (const event of readEvents(database, runId, { afterSeq: 0 })) {
    events += 1;
    yield toJsonLine(event);
  }
  for (const review of listReviews(database, runId)) yield toJsonLine({ type: 'review', review });
  for (const review of listTurnReviews(database, runId)) yield toJsonLine({ type: 'turn_review', review });
  for (const decision of listDecisionsOfRun(database, runId)) yield toJsonLine({ type: 'decision', decision });
  for (const hint of readHintReviews(database, runId)) yield toJsonLine({ type: 'hint', hint });
  yield toJsonLine({ type: 'run.end', events });
}

function toJsonLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
