import { closeSync, copyFileSync, existsSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Database, openDatabase } from '../../history/db/index.ts';
import { importRuns, interruptOrphanedRuns, listShardRuns, type ShardRun } from '../../history/index.ts';
import { toErrorMessage } from '../../values/index.ts';
import { samePlanAdvice } from '../merge/require-mergeable-reports.ts';
import { UsageError } from '../usage-error.ts';
import { readLines } from './line-file.ts';
import { createTemporaryHistory } from './temporary-history.ts';

/** The kind of a file to merge: a history, a file of `history export`, or a report. */
export type MergeableKind = 'history' | 'export' | 'report';

/** A history that contains runs of `--shard`, newest first, from one or several machines. */
export type ShardHistory = { file: string; database: Database; runs: readonly ShardRun[]; close(): void };

/** The run of one shard, and the history in which it is stored. */
export type ShardPart = { file: string; database: Database; run: ShardRun };

const SQLITE_MAGIC = 'SQLite format 3\0';
const GZIP_MAGIC = '\u001f\u008b';
const EXPORT_HEADER = /^\s*\{"type":"turntree\.history"/;

/** Determines the kind of a file from its first bytes. Throws if the file does not exist. */
export function detectMergeableKind(file: string, cwd: string): MergeableKind {
  const named = path.resolve(cwd, file);
  if (!existsSync(named)) throw new UsageError(`${file} does not exist`, [`looked for ${named}`]);
  const start = readFirstBytes(named);
  if (start.startsWith(SQLITE_MAGIC)) return 'history';
  return start.startsWith(GZIP_MAGIC) || EXPORT_HEADER.test(start) ? 'export' : 'report';
}

/**
 * Opens the histories of several machines without changing the files. Throws if a history cannot be read or contains
 * no part of a run.
 */
export async function openShardHistories(files: readonly string[], cwd: string): Promise<ShardHistory[]> {
  const openedHistories: ShardHistory[] = [];
  try {
    for (const file of files) {
      const { database, close } = await openHistoryCopy(file, cwd);
      const runs = listShardRuns(database);
      openedHistories.push({ file, database, runs, close });
      if (runs.length === 0)
        throw new UsageError(`${file} has no run of "turntree test --shard"`, [
          'Each machine runs its part: turntree test tests/ --shard 1/4 --db shard-1.db',
        ]);
    }
    return openedHistories;
  } catch (error) {
    for (const { close } of openedHistories) close();
    throw error;
  }
}

/** Chooses the newest run of every shard. Throws an error that names the shards that are missing or were stopped. */
export function chooseNewestShards(histories: readonly ShardHistory[]): { parts: ShardPart[]; warnings: string[] } {
  const newestRuns = histories.flatMap(({ file, runs: [run] }) => (run === undefined ? [] : [{ file, run }]));
  const [first] = newestRuns;
  const other = newestRuns.find(({ run }) => run.plan !== first?.run.plan);
  if (first === undefined) throw new UsageError('name the histories to merge');
  if (other !== undefined) {
    throw new UsageError(`${first.file} and ${other.file} are parts of different plans`, samePlanAdvice);
  }
  const all = histories
    .flatMap(({ file, database, runs }) =>
      listNewestRunOfEachShard(runs, first.run.plan).map((run): ShardPart => ({ file, database, run })),
    )
    .sort((one, two) => two.run.startedAt - one.run.startedAt);
  const { total } = first.run;
  const warnings: string[] = [];
  const problems: string[] = [];
  const parts = Array.from({ length: total }, (_, position) => position + 1).flatMap((index) => {
    const [newestShard, ...olderShards] = all.filter(({ run }) => run.index === index);
    if (newestShard === undefined || !['passed', 'failed'].includes(newestShard.run.status)) {
      problems.push(describeMissingShard(newestShard, `${index}/${total}`));
      return [];
    }
    if (olderShards.some(({ run }) => run.runId !== newestShard.run.runId)) {
      warnings.push(`shard ${index}/${total} was run more than once: the newest one, in ${newestShard.file}, counts`);
    }
    return newestShard;
  });
  if (problems.length > 0) throw new UsageError('the run is not complete', problems);
  return { parts, warnings };
}

/** The newest run of each shard. A machine may have run the same plan several times; only its last run counts. */
function listNewestRunOfEachShard(runs: readonly ShardRun[], plan: string): ShardRun[] {
  const runsOfPlan = runs.filter((run) => run.plan === plan);
  return runsOfPlan.filter(({ index }, position) => runsOfPlan.findIndex((run) => run.index === index) === position);
}

function describeMissingShard(stopped: ShardPart | undefined, shard: string): string {
  if (stopped === undefined) return `shard ${shard} is missing: name the history of the machine that ran it`;
  const { file, run } = stopped;
  return `shard ${shard} was stopped (${run.status}): turntree test --resume ${run.runId} --db ${file} runs the rest of it`;
}

/** Opens a copy, because the history must not be changed, and marks unfinished runs in the copy as ended. */
async function openHistoryCopy(file: string, cwd: string): Promise<Pick<ShardHistory, 'database' | 'close'>> {
  const named = path.resolve(cwd, file);
  if (detectMergeableKind(file, cwd) === 'export') return openExportAsHistory(file, named);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-'));
  const removeCopy = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = path.join(folder, 'history.db');
    for (const end of ['', '-wal']) if (existsSync(`${named}${end}`)) copyFileSync(`${named}${end}`, `${copy}${end}`);
    const database = openDatabase(copy);
    interruptOrphanedRuns(database);
    return {
      database,
      close() {
        database.close();
        removeCopy();
      },
    };
  } catch (error) {
    removeCopy();
    throw new UsageError(`${file} cannot be read`, [toErrorMessage(error).replaceAll(folder, path.dirname(named))]);
  }
}

async function openExportAsHistory(file: string, named: string): Promise<Pick<ShardHistory, 'database' | 'close'>> {
  const temporaryHistory = createTemporaryHistory();
  try {
    await importRuns(temporaryHistory.database, { file, lines: readLines(named) });
    return temporaryHistory;
  } catch (error) {
    temporaryHistory.close();
    throw error;
  }
}

function readFirstBytes(file: string): string {
  const bytes = Buffer.alloc(64);
  const fileDescriptor = openSync(file, 'r');
  try {
    return bytes.toString('latin1', 0, readSync(fileDescriptor, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(fileDescriptor);
  }
}
