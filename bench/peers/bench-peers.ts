import path from 'node:path';
import { benchWorkspace, type Measurement, measure, printMeasurement } from '../measure.ts';
import { type Load, type Program, programsIn } from './programs.ts';

/**
 * Numbers of cases, and how often each is repeated for the median. Only Turntree and the baseline programs run the
 * largest number.
 */
const LOADS = [
  { count: 1_000, rounds: 5, everybody: true },
  { count: 10_000, rounds: 5, everybody: true },
  { count: 100_000, rounds: 1, everybody: false },
];

/**
 * Compares Turntree with a minimal runner, `node:test`, and the peers installed in a folder (`--with <folder>` or
 * TURNTREE_PEERS). Runs them in turn in each round, so that all see the same machine load.
 */
export async function benchPeers(folder: string | undefined): Promise<void> {
  const { own, others, absent } = programsIn(folder === undefined ? undefined : path.resolve(folder));
  if (absent.length > 0)
    printMeasurement('peers that are not installed', { names: absent.join(', '), folder: folder ?? 'none' });
  const workspace = benchWorkspace();
  for (const { count, rounds, everybody } of LOADS) {
    const load = { workspace, count, suite: workspace.suite(`cases-${count}`, count) };
    const measured = await runInterleaved(everybody ? [...own, ...others] : own, load, rounds);
    const floor = measured[0]?.middle.wallMs ?? 0;
    for (const { program, middle } of measured) {
      printMeasurement(`peers, ${count} instant cases`, {
        program: program.name,
        ...middle,
        ratioToFloor: middle.wallMs / floor,
        ...(program.without !== undefined && { without: program.without }),
      });
    }
  }
  workspace.remove();
}

type MedianResult = { wallMs: number; cpuMs: number; peakMb: number };

async function runInterleaved(
  programs: readonly Program[],
  load: Load,
  rounds: number,
): Promise<{ program: Program; middle: MedianResult }[]> {
  const measured = programs.map((program) => ({ program, all: [] as Measurement[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { program, all } of measured) {
      const one = await measure(program.prepare(load), load.workspace.root);
      if (one.code !== 0) throw new Error(`${program.name} ended with ${one.code} on ${load.count} cases`);
      all.push(one);
    }
  }
  return measured.map(({ program, all }) => ({
    program,
    middle: {
      wallMs: median(all.map(({ wallMs }) => wallMs)),
      cpuMs: median(all.map(({ treeCpuMs }) => treeCpuMs)),
      peakMb: median(all.map(({ peakMb }) => peakMb)),
    },
  }));
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
