import { statSync } from 'node:fs';
import type { Database } from '../db/index.ts';

/** The size of a history. Sizes in bytes; `freeBytes` is the space that a vacuum would give back to the disk. */
export type HistoryFigures = {
  file: string;
  bytes: number;
  freeBytes: number;
  /** The format version of the history. */
  version: number;
  runs: number;
  runningRuns: number;
  /** The number of deleted runs, which are hidden until they are pruned. */
  deletedRuns: number;
  attempts: number;
  oldestAt?: number;
  newestAt?: number;
};

type HistoryCounts = Pick<HistoryFigures, 'runs' | 'runningRuns' | 'deletedRuns' | 'attempts'> &
  Record<'oldestAt' | 'newestAt', number | null>;

export function readHistoryFigures({ file, sqlite }: Database): HistoryFigures {
  const readPragma = (name: string): number => Number(sqlite.pragma(name, { simple: true }));
  // Sums the attempt counters of the runs, because counting a million rows would make the page too slow.
  const counts = sqlite
    .prepare<[], HistoryCounts>(
      `SELECT COUNT(*) - COUNT(deleted_at) AS runs, COALESCE(SUM(status = 'running'), 0) AS runningRuns,
              COUNT(deleted_at) AS deletedRuns,
              COALESCE(SUM(passed + failed + errors + timeouts + skipped), 0) AS attempts,
              (SELECT started_at FROM runs ORDER BY ordinal LIMIT 1) AS oldestAt,
              (SELECT started_at FROM runs ORDER BY ordinal DESC LIMIT 1) AS newestAt FROM runs`,
    )
    .get() ?? { runs: 0, runningRuns: 0, deletedRuns: 0, attempts: 0, oldestAt: null, newestAt: null };
  return {
    file,
    bytes: fileSize(file) + fileSize(`${file}-wal`),
    freeBytes: readPragma('freelist_count') * readPragma('page_size'),
    version: readPragma('user_version'),
    ...counts,
    oldestAt: counts.oldestAt ?? undefined,
    newestAt: counts.newestAt ?? undefined,
  };
}

function fileSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
