import path from 'node:path';
import {
  type BenchWorkspace,
  benchWorkspace,
  cliEntry,
  type Measurement,
  measure,
  printMeasurement as print,
} from './measure.ts';

const SIZES = [1_000, 10_000, 100_000];
const ADDED_TO = 8_000;
const TRIES = 3;
const formats = ['json', 'jsonl', 'md', 'html', 'xml'];

/** Measures the commands that read a stored run, for runs of three sizes, and what a report adds to a run. */
export async function benchReports(): Promise<void> {
  const workspace = benchWorkspace();
  await measureSlopes(workspace);
  await measureAddedTime(workspace);
  workspace.remove();
}

/**
 * Measures how the time grows with the number of cases: ten times as many cases should take ten times as long. Uses CPU
 * time, which does not depend on other work on the machine.
 */
async function measureSlopes(workspace: BenchWorkspace): Promise<void> {
  const commands: Record<string, readonly string[]> = {
    ...Object.fromEntries(formats.map((format) => [format, ['report', 'latest', '-o', `report.${format}`]])),
    show: ['show', 'latest'],
    export: ['history', 'export', 'run.jsonl.gz', 'latest'],
  };
  const smaller = new Map<string, Measurement>();
  for (const size of SIZES) {
    const db = ['--db', path.join(workspace.root, `${size}.db`)];
    await measureReport(workspace, [...reportTest(workspace, size), '--no-output', ...db]);
    for (const [name, command] of Object.entries(commands)) {
      const { cpuMs, wallMs, peakMb, ...rest } = await measureReport(workspace, [...command, ...db]);
      const timesTheSizeBefore = cpuMs / (smaller.get(name)?.cpuMs ?? Number.NaN);
      print(`${name} of ${size} cases`, { cpuMs, wallMs, peakMb, timesTheSizeBefore });
      smaller.set(name, { cpuMs, wallMs, peakMb, ...rest });
    }
  }
}

/** Alternates the sizes of runs, because the machine's speed changes over time. */
async function measureAddedTime(workspace: BenchWorkspace): Promise<void> {
  const kinds = ['none', ...formats];
  const times = new Map(kinds.map((kind): [string, number[]] => [kind, []]));
  for (let round = 0; round < TRIES; round += 1) {
    for (const [kind, taken] of times) {
      const output = kind === 'none' ? ['--no-output'] : ['-o', `report.${kind}`];
      const args = [...reportTest(workspace, ADDED_TO), ...output, '--no-history'];
      taken.push((await measureReport(workspace, args)).treeCpuMs);
    }
  }
  const fastestReport = (kind: string): number => Math.min(...(times.get(kind) ?? []));
  for (const format of formats) {
    print(`${format} added to a run of ${ADDED_TO} cases`, {
      addedCpuMs: fastestReport(format) - fastestReport('none'),
    });
  }
}

function reportTest(workspace: BenchWorkspace, size: number): string[] {
  return ['test', workspace.suite(`cases-${size}`, size), '-n', 'instant', '--parallel', '20', '-q'];
}

async function measureReport({ root }: BenchWorkspace, args: readonly string[]): Promise<Measurement> {
  const found = await measure([cliEntry, ...args], root);
  if (found.code !== 0) throw new Error(`${args.join(' ')} ended with ${found.code}`);
  return found;
}
