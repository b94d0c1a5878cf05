import type { Database } from '../db/index.ts';

export type SqliteConnection = Pick<Database, 'sqlite'>;

/** The columns of an `EventRow`, and of an `EventPack`. */
export const eventFields = ['runId', 'seq', 'at', 'type', 'attemptKey', 'data', 'blobs'] as const;
export const packFields = ['runId', 'seq', 'count', 'blobs', 'bytes'] as const;

/** Returns the sequence number of the last event of a run; 0 for an unknown run. */
export function findLastSeq({ sqlite }: SqliteConnection, runId: string): number {
  const packed = '(SELECT max(seq) FROM event_packs WHERE run_id = :runId)';
  const unpacked = '(SELECT max(seq) FROM events WHERE run_id = :runId)';
  return Number(sqlite.prepare(`SELECT max(coalesce(${unpacked}, 0), coalesce(${packed}, 0))`).pluck().get({ runId }));
}
