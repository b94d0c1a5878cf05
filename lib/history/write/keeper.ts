import type BetterSqlite from 'better-sqlite3';
import { errorText } from '../../../runner/values/index.ts';
import { sqliteProblem } from '../../db/sqlite-problem.ts';
import type { Batch } from './batch.ts';
import { guardHistory, type Harm } from './history-guard.ts';
import { createJournal } from './journal.ts';
import { openSideFile, type SideFile } from './side-file.ts';
import { prepareBatchWriter } from './write-batch.ts';

/** Why a run is not in its history, and the file that it is in: none where no disk takes it. */
export type Elsewhere = { why: string; sideFile: string | undefined; isMoved: boolean };

export type Keeper = {
  /** Returns when the batch is in the history, or else in the side file; parts wait for the rest of their transaction. */
  take(message: { batch: Batch; upTo: number; isPart: boolean }): void;
  close(): Elsewhere | undefined;
};

type Together = { batches: Batch[]; upTo: number };

/**
 * Writes a run into its history. What that does not take is tried again with every batch, and is meanwhile kept in a
 * side file: the whole run, so that it can be imported. Nothing more is written into a history that was harmed.
 */
export function createKeeper(sqlite: BetterSqlite.Database): Keeper {
  const file = sqlite.name;
  const guard = guardHistory(sqlite);
  const journal = createJournal(file);
  const write = prepareBatchWriter(sqlite);
  const writeTogether = sqlite.transaction((batches: readonly Batch[]) => {
    for (const batch of batches) write(batch);
  });
  const written = { runId: '', seq: 0 };
  let parts: Batch[] = [];
  let unwritten: Together[] = [];
  let sideFile: SideFile | undefined;
  let harm: Harm | undefined;
  let failure: string | undefined;
  let isHopeless = false;

  const writeAll = (): void => {
    harm ??= guard.harm(written);
    if (harm !== undefined) return;
    try {
      for (let next = unwritten[0]; next !== undefined; next = unwritten[0]) {
        writeTogether.immediate(next.batches);
        unwritten = unwritten.slice(1);
        Object.assign(written, { runId: next.batches[0]?.runId, seq: next.upTo });
      }
      failure = undefined;
    } catch (error) {
      const problem = sqliteProblem(error, file);
      failure = problem?.message ?? errorText(error);
      if (problem?.code === 'database_damaged') harm = { what: failure, isMoved: false };
    }
    guard.settle();
  };
  const keepAside = (batches: readonly Batch[]): void => {
    if (isHopeless || sideFile?.add(batches) === true) return;
    sideFile?.remove();
    sideFile = openSideFile(file, journal);
    isHopeless = sideFile === undefined;
  };
  const dropSideFile = (): void => {
    sideFile?.remove();
    sideFile = undefined;
  };

  return {
    take({ batch, upTo, isPart }) {
      journal.add(batch);
      parts.push(batch);
      if (isPart) return;
      const batches = parts;
      parts = [];
      unwritten.push({ batches, upTo });
      writeAll();
      if (harm !== undefined || failure !== undefined) keepAside(batches);
      else dropSideFile();
    },
    close() {
      if (failure !== undefined) writeAll();
      harm ??= failure === undefined ? guard.finalHarm(written) : undefined;
      const why = harm?.what ?? failure;
      if (why === undefined) dropSideFile();
      else {
        isHopeless = false;
        keepAside([]);
        if (sideFile?.finish() === false) dropSideFile();
      }
      journal.close();
      return why === undefined ? undefined : { why, sideFile: sideFile?.name, isMoved: harm?.isMoved === true };
    },
  };
}
