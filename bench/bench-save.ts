import { statSync } from 'node:fs';
import path from 'node:path';
import {
  type BenchWorkspace,
  benchWorkspace,
  cliEntry,
  type Measurement,
  measure,
  printMeasurement,
} from './measure.ts';

const CASES = 5_000;
const RUNS = [2, 10];

/** Measures exporting, importing and pruning a history. Memory must not grow with the number of runs. */
export async function benchSave(): Promise<void> {
  const workspace = benchWorkspace();
  const suite = workspace.suite('kept', CASES);
  let recorded = 0;
  for (const runs of RUNS) {
    for (; recorded < runs; recorded += 1) {
      await requireRun(workspace, ['test', suite, '-n', 'instant', '--parallel', '8', '--no-output', '-q']);
    }
    const attempts = runs * CASES;
    for (const file of [`kept-${runs}.jsonl`, `kept-${runs}.jsonl.gz`]) {
      const exported = await requireRun(workspace, ['history', 'export', file]);
      const mb = statSync(path.join(workspace.root, file)).size / 1e6;
      printSaveResult({ what: `history export ${path.extname(file)}`, runs, attempts, mb }, exported);
      const imported = await requireRun(workspace, ['history', 'import', file, '--db', `${file}.db`]);
      printSaveResult({ what: `history import ${path.extname(file)}`, runs, attempts, mb }, imported);
    }
    const pruned = await requireRun(workspace, ['prune', '--keep', '1', '--db', `kept-${runs}.jsonl.db`]);
    printSaveResult({ what: 'prune --keep 1', runs, attempts }, pruned);
    const vacuumed = await requireRun(workspace, ['history', 'vacuum', '--db', `kept-${runs}.jsonl.db`]);
    printSaveResult({ what: 'history vacuum, after it', runs, attempts }, vacuumed);
  }
  workspace.remove();
}

async function requireRun({ root }: BenchWorkspace, command: readonly string[]): Promise<Measurement> {
  const measured = await measure([cliEntry, ...command], root);
  if (measured.code !== 0) throw new Error(`runner ${command.join(' ')} ended with code ${measured.code}`);
  return measured;
}

type SaveMeasurement = { what: string; runs: number; attempts: number; mb?: number };

function printSaveResult({ what, ...facts }: SaveMeasurement, { wallMs, cpuMs, peakMb }: Measurement): void {
  printMeasurement(what, { ...facts, wallMs, cpuMs, peakMb, attemptsPerSecond: facts.attempts / (wallMs / 1000) });
}
