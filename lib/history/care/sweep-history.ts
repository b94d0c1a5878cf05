import type { Database } from '../../db/index.ts';

const EVENTS_TOGETHER = 5_000;
const BLOBS_TOGETHER = 500;

/** Removes events and attempts of runs that are gone, and long texts that no event refers to, a little at a time. */
export function sweepHistory(database: Database): void {
  for (const table of ['events', 'attempts'] as const) {
    for (const runId of leftRuns(database, table)) removeRows(database, table, runId);
  }
  sweepBlobs(database);
}

/** Ids are found one after the other in the primary key: the rows themselves are not read. */
function leftRuns({ sqlite }: Database, table: 'events' | 'attempts'): string[] {
  return sqlite
    .prepare<[], string>(
      `WITH RECURSIVE ids(id) AS (
         SELECT MIN(run_id) FROM ${table}
         UNION ALL SELECT (SELECT MIN(run_id) FROM ${table} WHERE run_id > ids.id) FROM ids WHERE id IS NOT NULL
       ) SELECT id FROM ids WHERE id IS NOT NULL AND id NOT IN (SELECT id FROM runs)`,
    )
    .pluck()
    .all();
}

function removeRows({ sqlite }: Database, table: 'events' | 'attempts', runId: string): void {
  const key = table === 'events' ? 'seq' : 'last_seq';
  const remove = sqlite.prepare<[string, string]>(
    `DELETE FROM ${table} WHERE run_id = ? AND ${key} <= (
       SELECT MAX(${key}) FROM (SELECT ${key} FROM ${table} WHERE run_id = ? ORDER BY ${key} LIMIT ${EVENTS_TOGETHER}))`,
  );
  const step = sqlite.transaction(() => remove.run(runId, runId).changes);
  while (step.immediate() > 0);
}

/** A text that a run which goes on has just referred to stays: such runs are looked at again before each removal. */
function sweepBlobs({ sqlite }: Database): void {
  const startedAt = Date.now();
  const referring = sqlite.prepare<[], string>('SELECT data FROM events WHERE blobs = 1').pluck();
  const recent = sqlite
    .prepare<[number], string>(
      `SELECT data FROM events WHERE blobs = 1
       AND run_id IN (SELECT id FROM runs WHERE status = 'running' OR finished_at >= ?)`,
    )
    .pluck();
  const used = new Set<string>();
  for (const data of referring.iterate()) addReferences(used, data);
  const unused = sqlite
    .prepare<[], string>('SELECT sha256 FROM blobs')
    .pluck()
    .all()
    .filter((sha256) => !used.has(sha256));
  const remove = sqlite.prepare<[string]>('DELETE FROM blobs WHERE sha256 = ?');
  const step = sqlite.transaction((hashes: readonly string[]) => {
    const now = new Set<string>();
    for (const data of recent.iterate(startedAt)) addReferences(now, data);
    for (const sha256 of hashes) if (!now.has(sha256)) remove.run(sha256);
  });
  for (let start = 0; start < unused.length; start += BLOBS_TOGETHER) {
    step.immediate(unused.slice(start, start + BLOBS_TOGETHER));
  }
}

function addReferences(hashes: Set<string>, data: string): void {
  for (const [, sha256 = ''] of data.matchAll(/"\$blob":"([0-9a-f]{64})"/g)) hashes.add(sha256);
}
