import path from 'node:path';
import { type BenchWorkspace, benchWorkspace, type Measurement, measure, printMeasurement } from '../measure.ts';
import { startBusyProcesses } from '../torture/load.ts';
import { findPeers, instantPrograms, type Load, type Program } from './programs.ts';
import { regrade, runTasks, type Task } from './tasks.ts';

type Comparison = Task & {
  count: number;
  rounds: number;
  /** The number of other processes that keep the machine busy in every second round. */
  busyProcesses?: number;
};

const TASK_COUNT = 10_000;
const ROUNDS = 5;

/**
 * Compares Turntree with a minimal runner, `node:test`, and the peers installed in `folder`. Then compares its other
 * jobs with minimal programs for these, and instant cases while other processes are busy. `only` runs the comparisons
 * whose name contains it. The programs run in turn in each round, so that all see the same machine load.
 */
export async function benchPeers({ folder, only = '' }: { folder?: string; only?: string }): Promise<void> {
  const { installed, absent } = findPeers(folder === undefined ? undefined : path.resolve(folder));
  if (absent.length > 0)
    printMeasurement('peers that are not installed', { names: absent.join(', '), folder: folder ?? 'none' });
  for (const comparison of listComparisons(installed)) {
    if (!comparison.name.includes(only)) continue;
    const workspace = benchWorkspace();
    const { count, write } = comparison;
    await compare(comparison, { workspace, count, suite: write(workspace, count) });
    workspace.remove();
  }
}

/** Only Turntree and the minimal programs (the "floors") run the largest number of cases. */
function listComparisons(installed: readonly Program[]): Comparison[] {
  const write = (workspace: BenchWorkspace, count: number) => workspace.suite(`cases-${count}`, count);
  const instant = { name: 'instant cases', write, rounds: ROUNDS, programs: [...instantPrograms, ...installed] };
  const busyProcesses = 4;
  return [
    { ...instant, count: 1_000 },
    { ...instant, count: 10_000 },
    { ...instant, count: 100_000, rounds: 1, programs: instantPrograms },
    ...[...runTasks, regrade].map((task) => ({ ...task, count: TASK_COUNT, rounds: ROUNDS })),
    {
      ...instant,
      name: `instant cases beside ${busyProcesses} busy processes`,
      count: TASK_COUNT,
      programs: instantPrograms,
      busyProcesses,
    },
  ];
}

async function compare(comparison: Comparison, load: Load): Promise<void> {
  const { name, count, rounds, programs, busyProcesses } = comparison;
  const quiet = programs.map((): Measurement[] => []);
  const busy = programs.map((): Measurement[] => []);
  for (let round = 0; round < rounds; round += 1) {
    await runEach(programs, load, quiet);
    if (busyProcesses === undefined) continue;
    const stop = startBusyProcesses(busyProcesses);
    try {
      await runEach(programs, load, busy);
    } finally {
      await stop();
    }
  }
  const rows = quiet.map(summarize);
  const slowdowns = busy.map((measured, index) => summarize(measured).wallMs / (rows[index]?.wallMs ?? 0));
  for (const [index, program] of programs.entries()) {
    printMeasurement(`peers, ${count} ${name}`, {
      program: program.name,
      ...rows[index],
      ratioToFloor: (rows[index]?.wallMs ?? 0) / (rows[0]?.wallMs ?? 0),
      cpuRatioToFloor: (rows[index]?.cpuMs ?? 0) / (rows[0]?.cpuMs ?? 0),
      ...(busyProcesses !== undefined && {
        slowdown: slowdowns[index] ?? 0,
        slowdownRatioToFloor: (slowdowns[index] ?? 0) / (slowdowns[0] ?? 0),
      }),
      ...(program.without !== undefined && { without: program.without }),
    });
  }
}

async function runEach(programs: readonly Program[], load: Load, measured: Measurement[][]): Promise<void> {
  for (const [index, program] of programs.entries()) {
    const one = await measure(program.prepare(load), load.workspace.root);
    if (one.code !== 0) throw new Error(`${program.name} ended with ${one.code} on ${load.count} cases`);
    measured[index]?.push(one);
  }
}

function summarize(measurements: readonly Measurement[]): { wallMs: number; cpuMs: number; peakMb: number } {
  return {
    wallMs: median(measurements.map(({ wallMs }) => wallMs)),
    cpuMs: median(measurements.map(({ treeCpuMs }) => treeCpuMs)),
    peakMb: median(measurements.map(({ peakMb }) => peakMb)),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
