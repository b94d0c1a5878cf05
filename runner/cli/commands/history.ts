import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Database, moveAside, openDatabase } from '../../../lib/db/index.ts';
import { plural } from '../../../lib/format/index.ts';
import { size } from '../../../lib/format/size.ts';
import {
  checkHistory,
  exportableRuns,
  exportRuns,
  findRun,
  historyFigures,
  importRuns,
  reapOrphans,
  vacuumHistory,
} from '../../../lib/history/index.ts';
import { installationFolder, toolVersion } from '../../../lib/installation.ts';
import { historyFile, openStoredHistory } from '../../run/stored/open-stored-history.ts';
import type { Terminal } from '../../run/terminal.ts';
import { UsageError } from '../../run/usage-error.ts';
import { readLines, writeLines } from '../line-file.ts';

export type HistoryAction = 'info' | 'check' | 'vacuum' | 'export' | 'import' | 'reset';
export type HistoryFlags = { app?: string; db?: string; format: 'text' | 'json' };
type Asked = { action: HistoryAction; file: string | undefined; runs: readonly string[] };

/** `runner history`: what a history needs beside runs. */
export async function runHistoryCommand(asked: Asked, flags: HistoryFlags, terminal: Terminal): Promise<number> {
  const { action } = asked;
  checkWords(asked);
  if (action === 'reset') return reset(flags, terminal);
  const database =
    action === 'import' ? openDatabase(historyFile(flags, terminal)) : openStoredHistory(flags, terminal);
  try {
    switch (action) {
      case 'info':
        return printInfo(database, flags, terminal);
      case 'check':
        return check(database, terminal);
      case 'vacuum':
        return vacuum(database, terminal);
      case 'export':
        return await exportTo(database, asked, terminal);
      case 'import':
        return await importFrom(database, asked, terminal);
      default:
        return action satisfies never;
    }
  } finally {
    database.close();
  }
}

function checkWords({ action, file, runs }: Asked): void {
  const takesFile = action === 'export' || action === 'import';
  if (takesFile && file === undefined) throw new UsageError(`name the file: runner history ${action} runs.jsonl.gz`);
  if (!takesFile && file !== undefined) throw new UsageError(`runner history ${action} takes no file, got "${file}"`);
  if (action === 'import' && runs.length > 0) throw new UsageError('runner history import takes all runs of one file');
}

function printInfo(database: Database, { format }: HistoryFlags, { stdout }: Terminal): number {
  reapOrphans(database);
  const figures = historyFigures(database);
  if (format === 'json') {
    stdout.write(`${JSON.stringify(figures, undefined, 2)}\n`);
    return 0;
  }
  const { file, bytes, freeBytes, runs, runningRuns, deletedRuns, attempts, oldestAt, newestAt } = figures;
  const free = freeBytes === 0 ? '' : ` (${size(freeBytes)} can be given back: runner history vacuum)`;
  const going = runningRuns === 0 ? '' : `, ${runningRuns} going on`;
  const deleted = deletedRuns === 0 ? '' : `, ${deletedRuns} deleted (runner prune removes them for good)`;
  stdout.write(`History:  ${file}\nSize:     ${size(bytes)}${free}\n`);
  stdout.write(`Runs:     ${runs}${going}${deleted}\nAttempts: ${attempts}\n`);
  if (oldestAt !== undefined && newestAt !== undefined) {
    stdout.write(`From:     ${new Date(oldestAt).toISOString()}\nTo:       ${new Date(newestAt).toISOString()}\n`);
  }
  return 0;
}

function check(database: Database, { stdout, stderr }: Terminal): number {
  const problems = checkHistory(database);
  if (problems.length === 0) {
    stdout.write('The history is whole.\n');
    return 0;
  }
  for (const problem of problems) stdout.write(`${problem}\n`);
  stderr.write('runner: exit 1: the history is damaged; nothing in it was changed\n');
  stderr.write(
    '  "runner history export" saves what can be read; "runner history reset" keeps the file and begins a new one\n',
  );
  return 1;
}

function vacuum(database: Database, { stdout }: Terminal): number {
  const { before, after } = vacuumHistory(database);
  stdout.write(`${size(before)} before, ${size(after)} now\n`);
  return 0;
}

function reset(flags: HistoryFlags, terminal: Terminal): number {
  const file = historyFile(flags, terminal);
  if (!existsSync(file)) throw new UsageError(`there is no history at ${file}`);
  const kept = moveAside(file, new Date());
  openDatabase(file).close();
  terminal.stdout.write(`A new history begins at ${file}\nThe one before is kept as ${kept}\n`);
  return 0;
}

async function exportTo(database: Database, { file = '-', runs }: Asked, terminal: Terminal): Promise<number> {
  reapOrphans(database);
  const runIds = runs.length === 0 ? exportableRuns(database) : runs.map((reference) => runIdOf(database, reference));
  const lines = exportRuns(database, { runIds, tool: toolVersion(installationFolder()), now: new Date() });
  if (file === '-') {
    for (const line of lines) if (!terminal.stdout.write(line)) await once(terminal.stdout, 'drain');
    return 0;
  }
  await writeLines(path.resolve(terminal.cwd, file), lines);
  terminal.stdout.write(`${plural(runIds.length, 'run')} in ${file}\n`);
  return 0;
}

function runIdOf(database: Database, reference: string): string {
  const found = findRun(database, reference);
  if (!found.ok) throw new UsageError(found.problem, found.details);
  if (found.run.status === 'running') throw new UsageError(`the run ${found.run.runId} is still going on`);
  return found.run.runId;
}

async function importFrom(database: Database, { file = '' }: Asked, { cwd, stdout }: Terminal): Promise<number> {
  const place = path.resolve(cwd, file);
  if (!existsSync(place)) throw new UsageError(`there is no file ${file}`);
  const { added, known } = await importRuns(database, { file, lines: readLines(place) });
  stdout.write(`${plural(added, 'run')} added, ${known} here already\n`);
  return 0;
}
