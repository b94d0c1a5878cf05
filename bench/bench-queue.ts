import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { RunEvent } from '../runner/contract/index.ts';
import { type QueueServer, startPostgres, startRedis } from '../runner/extensions/queue/testing/queue-servers.ts';
import { openDatabase } from '../runner/history/db/index.ts';
import { listRuns, readEvents } from '../runner/history/index.ts';
import {
  type BenchWorkspace,
  benchWorkspace,
  cliEntry,
  type Measurement,
  measure,
  printMeasurement,
} from './measure.ts';

const PARALLEL = 10;
const servers = { Redis: startRedis, PostgreSQL: startPostgres };

/**
 * Measures the overhead of queue workers, how soon another worker takes over, and the load on the run's own machine.
 */
export async function benchQueue(): Promise<void> {
  for (const [name, start] of Object.entries(servers)) {
    const server = await start();
    const workspace = benchWorkspace();
    workspace.write('runner.config.json', JSON.stringify({ agents }));
    workspace.write('noted.ts', noted);
    const bench = { name, server, workspace };
    try {
      await measureScaling(bench);
      await measureFailover(bench);
      await measureWriter(bench);
    } finally {
      await server.stop();
      workspace.remove();
    }
  }
}

type QueueBench = { name: string; server: QueueServer; workspace: BenchWorkspace };

const agents = {
  instant: { type: 'module', path: 'instant.ts' },
  slow: { type: 'module', path: 'slow.ts' },
  noted: { type: 'module', path: 'noted.ts' },
};
/** Records which worker called, and answers only the worker whose turn it is. */
const noted = `
import { appendFileSync } from 'node:fs';
export default async ({ input }: { input: string }) => {
  appendFileSync(process.env.NOTES ?? '', process.env.WHO + ' ' + Date.now() + '\\n');
  if (process.env.WHO === 'lost') await new Promise(() => {});
  return input;
};
`;

/**
 * Runs 1,000 cases of 100 ms with one worker, then with two workers of the same concurrency; excludes the start of the
 * run.
 */
async function measureScaling(bench: QueueBench): Promise<void> {
  const suite = bench.workspace.suite('slow-cases', 1_000);
  const best = { one: Number.POSITIVE_INFINITY, two: Number.POSITIVE_INFINITY };
  for (let round = 0; round < 3; round += 1) {
    for (const [name, workers] of [
      ['one', 1],
      ['two', 2],
    ] as const) {
      await runWith(bench, { workers, parallel: PARALLEL, args: [suite, '-n', 'slow'] });
      best[name] = Math.min(best[name], executionMs(bench.workspace));
    }
  }
  printMeasurement(`queue on ${bench.name}: 1,000 cases of 100 ms, ${PARALLEL} at once on each worker, best of 3`, {
    oneWorkerMs: best.one,
    twoWorkersMs: best.two,
    ratio: best.one / best.two,
  });
}

/** Measures the time from the death of a worker until another worker starts its attempts. */
async function measureFailover({ name, server, workspace }: QueueBench): Promise<void> {
  const suite = workspace.suite('lost-cases', PARALLEL);
  const notes = path.join(workspace.root, '.notes');
  const hasWorkerStarted = (who: string): number[] =>
    (existsSync(notes) ? readFileSync(notes, 'utf8') : '')
      .split('\n')
      .flatMap((line) => (line.startsWith(`${who} `) ? [Number(line.split(' ')[1])] : []));
  const lost = startWorker({ server, workspace }, { NOTES: notes, WHO: 'lost' });
  const run = startRunner(workspace, ['test', suite, '-n', 'noted', '--queue', server.url, '--no-output', '-q']);
  while (hasWorkerStarted('lost').length < PARALLEL) await wait(20);
  const other = startWorker({ server, workspace }, { NOTES: notes, WHO: 'other' });
  // By now the second worker has joined and is idle.
  await wait(3_000);
  const killedAt = Date.now();
  lost.kill('SIGKILL');
  await once(run, 'exit');
  const again = hasWorkerStarted('other').map((at) => at - killedAt);
  await stopWorker(other);
  printMeasurement(`queue on ${name}: ${PARALLEL} attempts of a killed worker begin elsewhere`, {
    firstMs: Math.min(...again),
    lastMs: Math.max(...again),
  });
}

/** Measures the cost per event on the run's own machine, with and without a queue. */
async function measureWriter(bench: QueueBench): Promise<void> {
  const cases = 5_000;
  const suite = bench.workspace.suite('instant-cases', cases);
  const { wallMs, cpuMs } = await runWith(bench, { workers: 2, parallel: 50, args: [suite, '-n', 'instant'] });
  const events = eventsOfLastRun(bench.workspace).length;
  const alone = await measure(
    [cliEntry, 'test', suite, '-n', 'instant', '--parallel', '50', '--no-output', '-q'],
    bench.workspace.root,
  );
  printMeasurement(`queue on ${bench.name}: the run's own machine, ${cases} instant cases, 2 workers`, {
    events,
    wallMs,
    cpuMs,
    eventsASecond: (events / wallMs) * 1_000,
    eventsASecondOfCpu: (events / cpuMs) * 1_000,
    attemptsASecondOfCpu: (cases / cpuMs) * 1_000,
    eventsASecondOfCpuAlone: (events / alone.treeCpuMs) * 1_000,
  });
}

type QueueLoad = { workers: number; parallel: number; args: readonly string[] };

/** Measures the CPU time of the machine that starts the run; the workers were started before and wait for attempts. */
async function runWith(
  { server, workspace }: QueueBench,
  { workers, parallel, args }: QueueLoad,
): Promise<Measurement> {
  const started = Array.from({ length: workers }, () => startWorker({ server, workspace }, {}, parallel));
  await Promise.all(started.map((worker) => waitUntilIdle(worker)));
  const measured = await measure(
    [cliEntry, 'test', ...args, '--queue', server.url, '--no-output', '-q'],
    workspace.root,
  );
  await Promise.all(started.map(stopWorker));
  return measured;
}

function startWorker(
  { server, workspace }: Pick<QueueBench, 'server' | 'workspace'>,
  variables: Record<string, string>,
  parallel = PARALLEL,
): ChildProcess {
  return startRunner(workspace, ['work', server.url, '-a', workspace.root, '--parallel', String(parallel)], variables);
}

function startRunner(workspace: BenchWorkspace, args: readonly string[], variables = {}): ChildProcess {
  return spawn(process.execPath, [cliEntry, ...args], {
    cwd: workspace.root,
    env: { ...process.env, NO_COLOR: '1', ...variables },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

async function waitUntilIdle({ stderr }: ChildProcess): Promise<void> {
  if (stderr === null) throw new Error('a worker says what it does');
  await once(stderr, 'data');
  stderr.resume();
}

async function stopWorker(worker: ChildProcess): Promise<void> {
  const ended = once(worker, 'exit');
  worker.kill('SIGTERM');
  await ended;
}

/** Returns the time from the first attempt's start event to the last attempt's end event. */
function executionMs(workspace: BenchWorkspace): number {
  const told = eventsOfLastRun(workspace).filter(({ type }) => type === 'case.started' || type === 'case.finished');
  return (told.at(-1)?.at ?? Number.NaN) - (told.at(0)?.at ?? Number.NaN);
}

function eventsOfLastRun({ root }: BenchWorkspace): RunEvent[] {
  const database = openDatabase(path.join(root, '.runner', 'history.db'));
  try {
    const [latest] = listRuns(database, { limit: 1 });
    return latest === undefined ? [] : [...readEvents(database, latest.runId, { afterSeq: 0 })];
  } finally {
    database.close();
  }
}
