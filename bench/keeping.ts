import { statSync } from 'node:fs';
import path from 'node:path';
import { type BenchWorkspace, benchWorkspace, entry, type Measurement, measure, report } from './measure.ts';

const CASES = 5_000;
const RUNS = [2, 10];

/** Measures exporting, importing and pruning a history: memory must not grow with the number of runs. */
export async function keeping(): Promise<void> {
  const workspace = benchWorkspace();
  const suite = workspace.suite('kept', CASES);
  let recorded = 0;
  for (const runs of RUNS) {
    for (; recorded < runs; recorded += 1) {
      await must(workspace, ['test', suite, '-n', 'instant', '--parallel', '8', '--no-output', '-q']);
    }
    const attempts = runs * CASES;
    for (const file of [`kept-${runs}.jsonl`, `kept-${runs}.jsonl.gz`]) {
      const exported = await must(workspace, ['history', 'export', file]);
      const mb = statSync(path.join(workspace.root, file)).size / 1e6;
      print({ what: `history export ${path.extname(file)}`, runs, attempts, mb }, exported);
      const imported = await must(workspace, ['history', 'import', file, '--db', `${file}.db`]);
      print({ what: `history import ${path.extname(file)}`, runs, attempts, mb }, imported);
    }
    const pruned = await must(workspace, ['prune', '--keep', '1', '--db', `kept-${runs}.jsonl.db`]);
    print({ what: 'prune --keep 1', runs, attempts }, pruned);
    const vacuumed = await must(workspace, ['history', 'vacuum', '--db', `kept-${runs}.jsonl.db`]);
    print({ what: 'history vacuum, after it', runs, attempts }, vacuumed);
  }
  workspace.remove();
}

async function must({ root }: BenchWorkspace, command: readonly string[]): Promise<Measurement> {
  const measured = await measure([entry, ...command], root);
  if (measured.code !== 0) throw new Error(`runner ${command.join(' ')} ended with code ${measured.code}`);
  return measured;
}

type What = { what: string; runs: number; attempts: number; mb?: number };

function print({ what, ...facts }: What, { wallMs, cpuMs, peakMb }: Measurement): void {
  report(what, { ...facts, wallMs, cpuMs, peakMb, attemptsPerSecond: facts.attempts / (wallMs / 1000) });
}
