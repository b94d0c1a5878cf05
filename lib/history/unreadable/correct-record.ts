import { isDeepStrictEqual } from 'node:util';
import type { CaseResult } from '../../../runner/contract/index.ts';
import type { RunState } from '../../../runner/fold/index.ts';
import { type Database, writeIfPossible } from '../../db/index.ts';
import { getRun } from '../read/get-run.ts';
import { createFigureReader } from '../trends/read-figures.ts';
import { createStoredResultReader } from './stored-result.ts';

/**
 * Makes the rows that lists and trends are read from agree with the log of a run that is over: an attempt whose result can
 * no longer be read is an error there, too, and is what it was again once it can be read.
 */
export function correctRecord(database: Database, { runId, finishedAt, counts, faults }: RunState): void {
  const record = getRun(database, runId);
  if (record === undefined || finishedAt === undefined || isDeepStrictEqual(record.counts, counts)) return;
  const { sqlite } = database;
  writeIfPossible(() =>
    sqlite
      .transaction(() => {
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
            figures: JSON.stringify(createFigureReader(database)(runId)),
          });
      })
      .immediate(),
  );
}

function correctAttempts(database: Database, runId: string): void {
  const { sqlite } = database;
  const find = createStoredResultReader(database);
  const rows = sqlite
    .prepare<[string], { seq: number; status: string }>('SELECT last_seq AS seq, status FROM attempts WHERE run_id = ?')
    .all(runId);
  const update = sqlite.prepare(
    `UPDATE attempts SET status = :status, score = :score, fault_by = :faultBy, fault_kind = :faultKind,
       decision = :decision WHERE run_id = :runId AND last_seq = :seq`,
  );
  for (const { seq, status } of rows) {
    const result = find(runId, seq)?.result;
    if (result !== undefined && result.status !== status) update.run({ ...verdictColumns(result), runId, seq });
  }
}

function verdictColumns({ status, score = null, fault, decision }: CaseResult) {
  return { status, score, faultBy: fault?.by ?? null, faultKind: fault?.kind ?? null, decision: decision ?? null };
}
