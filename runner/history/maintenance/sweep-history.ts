import type { Database } from '../db/index.ts';
import { selectRows } from '../db/select.ts';
import { iterateRowsWithBlobs } from '../log/read-rows.ts';

const EVENTS_PER_BATCH = 5_000;
const BLOBS_PER_BATCH = 500;
const PASSAGES_PER_BATCH = 500;

/** The tables with the data of a run, each with the columns that identify a row within the run. */
const keyColumnByTable = {
  events: 'seq',
  event_packs: 'seq',
  attempts: 'last_seq',
  model_calls: 'seq',
  live_texts: 'attempt_key',
} as const;
type TableWithOrphanedRows = keyof typeof keyColumnByTable;
const tablesWithRunRows: readonly TableWithOrphanedRows[] = [
  'events',
  'event_packs',
  'attempts',
  'model_calls',
  'live_texts',
];

/**
 * Removes events and attempts of runs that no longer exist, and long texts that no event references, in small steps.
 */
export function deleteOrphanedRows(database: Database): void {
  for (const table of tablesWithRunRows) {
    for (const runId of listRunsWithOrphanedRows(database, table)) removeRows(database, table, runId);
  }
  deleteOrphanedPassages(database);
  deleteOrphanedBlobs(database);
}

/**
 * Removes the search index of deleted runs before their run numbers are freed, because a later run may get the same
 * number.
 */
function deleteOrphanedPassages({ sqlite }: Database): void {
  const removedNumbers = selectRows(
    sqlite,
    'searched_runs',
    'number',
    'WHERE run_id NOT IN (SELECT id FROM runs)',
  ).all();
  const some = selectRows(sqlite, 'passages', 'id', `WHERE run = ? LIMIT ${PASSAGES_PER_BATCH}`);
  const removeWords = sqlite.prepare<[number]>('DELETE FROM said WHERE rowid = ?');
  const removePassage = sqlite.prepare<[number]>('DELETE FROM passages WHERE id = ?');
  const removeRun = sqlite.prepare<[number]>('DELETE FROM searched_runs WHERE number = ?');
  const step = sqlite.transaction((run: number): boolean => {
    const ids = some.all(run);
    for (const id of ids) {
      removeWords.run(id);
      removePassage.run(id);
    }
    if (ids.length === 0) removeRun.run(run);
    return ids.length > 0;
  });
  for (const run of removedNumbers) while (step.immediate(run));
}

/** Steps through the ids in the primary key index, so that the rows themselves are not read. */
function listRunsWithOrphanedRows({ sqlite }: Database, table: TableWithOrphanedRows): string[] {
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

function removeRows({ sqlite }: Database, table: TableWithOrphanedRows, runId: string): void {
  const key = keyColumnByTable[table];
  const remove = sqlite.prepare<[string, string]>(
    `DELETE FROM ${table} WHERE run_id = ? AND ${key} <= (
       SELECT MAX(${key}) FROM (SELECT ${key} FROM ${table} WHERE run_id = ? ORDER BY ${key} LIMIT ${EVENTS_PER_BATCH}))`,
  );
  const step = sqlite.transaction(() => remove.run(runId, runId).changes);
  while (step.immediate() > 0);
}

/**
 * Checks again before each removal which runs are in progress, so that a text stays if a run has just referenced it.
 */
function deleteOrphanedBlobs({ sqlite }: Database): void {
  const endedRunIds = JSON.stringify(selectRows(sqlite, 'runs', 'id', "WHERE status <> 'running'").all());
  const allRuns = selectRows(sqlite, 'runs', 'id');
  const recentRuns = selectRows(sqlite, 'runs', 'id', 'WHERE id NOT IN (SELECT value FROM json_each(?))');
  const usedHashes = new Set<string>();
  for (const { data, unreadable } of iterateRowsWithBlobs({ sqlite }, allRuns.all())) {
    // If an event is unreadable, all long texts stay, because the event may reference any of them.
    if (unreadable !== undefined) return;
    addReferences(usedHashes, data);
  }
  const unused = selectRows(sqlite, 'blobs', 'sha256')
    .all()
    .filter((sha256) => !usedHashes.has(sha256));
  const remove = sqlite.prepare<[string]>('DELETE FROM blobs WHERE sha256 = ?');
  const step = sqlite.transaction((hashes: readonly string[]) => {
    const now = new Set<string>();
    for (const { data } of iterateRowsWithBlobs({ sqlite }, recentRuns.all(endedRunIds))) addReferences(now, data);
    for (const sha256 of hashes) if (!now.has(sha256)) remove.run(sha256);
  });
  for (let start = 0; start < unused.length; start += BLOBS_PER_BATCH) {
    step.immediate(unused.slice(start, start + BLOBS_PER_BATCH));
  }
}

function addReferences(hashes: Set<string>, data: string): void {
  for (const [, sha256 = ''] of data.matchAll(/"\$blob":"([0-9a-f]{64})"/g)) hashes.add(sha256);
}
