import { statSync } from 'node:fs';
import type { Database } from '../../db/index.ts';

/** The size of a history. Sizes in bytes; `freeBytes` is the space that a vacuum would give back to the disk. */
export type HistoryFigures = {
  file: string;
  bytes: number;
  freeBytes: number;
  /** The number of migrations that have shaped it. */
  version: number;
  runs: number;
  runningRuns: number;
  /** Hidden, until they are pruned. */
  deletedRuns: number;
  attempts: number;
  oldestAt?: number;
  newestAt?: number;
};

type Counts = {
  runs: number;
  running: number;
  deleted: number;
  attempts: number;
  oldest: number | null;
  newest: number | null;
};

export function historyFigures({ file, sqlite }: Database): HistoryFigures {
  const pragma = (name: string): number => Number(sqlite.pragma(name, { simple: true }));
  // Attempts are summed from the runs: to count a million rows takes longer than a page may.
  const counts = sqlite
    .prepare<[], Counts>(
      `SELECT COUNT(*) AS runs, COALESCE(SUM(status = 'running'), 0) AS running,
              COUNT(deleted_at) AS deleted, MIN(started_at) AS oldest, MAX(started_at) AS newest,
              COALESCE(SUM(passed + failed + errors + timeouts + skipped), 0) AS attempts FROM runs`,
    )
    .get();
  return {
    file,
    bytes: sizeOf(file) + sizeOf(`${file}-wal`),
    freeBytes: pragma('freelist_count') * pragma('page_size'),
    version: pragma('user_version'),
    runs: (counts?.runs ?? 0) - (counts?.deleted ?? 0),
    runningRuns: counts?.running ?? 0,
    deletedRuns: counts?.deleted ?? 0,
    attempts: counts?.attempts ?? 0,
    ...(counts === undefined || counts.oldest === null ? {} : { oldestAt: counts.oldest }),
    ...(counts === undefined || counts.newest === null ? {} : { newestAt: counts.newest }),
  };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
