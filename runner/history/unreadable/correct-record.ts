import { isDeepStrictEqual } from 'node:util';
import type { CaseResult } from '../../contract/index.ts';
import type { RunState } from '../../fold/index.ts';
import { readToolVersion } from '../../host/installation.ts';
import { type Database, writeIfPossible } from '../db/index.ts';
import { selectRows } from '../db/select.ts';
import { createStoredResultReader } from '../log/stored-result.ts';
import { getRun } from '../read/get-run.ts';
import { getRunState } from '../read/get-run-state.ts';
import { createFigureReader } from '../read/read-figures.ts';
import { type RunFigures, runFiguresSchema } from '../runs/run-figures.ts';

/** The maximum number of attempts that are read again at once, which takes about half a second. */
const MAX_ATTEMPTS = 20_000;

/**
 * Updates the rows of finished runs from their logs, newest first, so that lists, trends and baselines are correct even
 * for runs that nobody has opened. Reads runs that this version of the program has not read yet, and runs whose log has
 * changed since. When the limit on attempts is reached, the remaining runs are left for the next call.
 */
export function correctOutdatedRecords(database: Database): void {
  const version = readToolVersion(database.home);
  const runs = database.sqlite
    .prepare<[string], { runId: string; attempts: number }>(
      `SELECT id AS runId, total * attempts AS attempts FROM runs
       WHERE id NOT IN (SELECT run_id FROM runs_read WHERE version = ?) AND status <> 'running' ORDER BY rowid DESC`,
    )
    .iterate(version);
  let remaining = MAX_ATTEMPTS;
  const chosenIds: string[] = [];
  for (const { runId, attempts } of runs) {
    chosenIds.push(runId);
    remaining -= attempts;
    if (remaining <= 0) break;
  }
  for (const runId of chosenIds) {
    const state = getRunState(database, runId);
    if (state !== undefined) correctRecordOfRun(database, state, version);
  }
}

/**
 * Updates a finished run's rows, from which lists and trends are read, according to its log: an attempt whose result is
 * unreadable becomes an error, and gets its status back if the result becomes readable again.
 */
export function correctRecordOfRun(
  database: Database,
  { runId, finishedAt, counts, faults }: RunState,
  version = readToolVersion(database.home),
): void {
  const record = getRun(database, runId);
  if (record === undefined || finishedAt === undefined) return;
  const { sqlite } = database;
  const isRead = sqlite.prepare('SELECT 1 FROM runs_read WHERE run_id = ? AND version = ?').get(runId, version);
  const isRight = isDeepStrictEqual(record.counts, counts);
  if (isRight && isRead !== undefined) return;
  writeIfPossible(() =>
    sqlite
      .transaction(() => {
        sqlite.prepare('INSERT OR REPLACE INTO runs_read (run_id, version) VALUES (?, ?)').run(runId, version);
        if (isRight) return;
        correctAttempts(database, runId);
        sqlite
          .prepare(
            `UPDATE runs SET passed = :passed, failed = :failed, errors = :error, timeouts = :timeout, skipped = :skipped,
               set_aside = :setAside, faults = :faults, figures = :figures WHERE id = :runId`,
          )
          .run({
            setAside: 0,
            ...counts,
            runId,
            faults: JSON.stringify(faults),
            figures: JSON.stringify({ ...createFigureReader(database)(runId), spent: readUsage(database, runId) }),
          });
      })
      .immediate(),
  );
}

/** The recorded cost is kept, because unreadable attempts also cost money. */
function readUsage({ sqlite }: Database, runId: string): RunFigures['spent'] {
  const storedFigures = selectRows(sqlite, 'runs', 'figures', 'WHERE id = ?').get(runId) ?? undefined;
  return storedFigures === undefined ? undefined : runFiguresSchema.parse(JSON.parse(storedFigures)).spent;
}

function correctAttempts(database: Database, runId: string): void {
  const { sqlite } = database;
  const readStoredResult = createStoredResultReader(database);
  const rows = selectRows(sqlite, 'attempts', { seq: 'lastSeq', status: 'status' }, 'WHERE run_id = ?').all(runId);
  const update = sqlite.prepare(
    `UPDATE attempts SET status = :status, score = :score, fault_by = :faultBy, fault_kind = :faultKind,
       decision = :decision WHERE run_id = :runId AND last_seq = :seq`,
  );
  for (const { seq, status } of rows) {
    const result = readStoredResult(runId, seq)?.result;
    if (result !== undefined && result.status !== status) update.run({ ...toVerdictColumns(result), runId, seq });
  }
}

function toVerdictColumns({ status, score = null, fault, decision }: CaseResult) {
  return { status, score, faultBy: fault?.by ?? null, faultKind: fault?.kind ?? null, decision: decision ?? null };
}
