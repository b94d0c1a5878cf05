import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import type { RunEvent } from '../../runner/contract/index.ts';
import { type QueueServer, startPostgres, startRedis } from '../../runner/extensions/queue/testing/queue-servers.ts';
import { openDatabase } from '../../runner/history/db/index.ts';
import { interruptOrphanedRuns, listRuns, readEvents } from '../../runner/history/index.ts';
import { cliEntry } from '../measure.ts';
import type { Finding } from './table.ts';
import { leftoverProcesses, type TortureWorkspace, tortureWorkspace } from './workspace.ts';

const WORKERS = 4;
const PARALLEL = 10;

export type QueueTorture = { on: 'redis' | 'postgres'; cases: number; everyMs: number };

/**
 * Runs cases on a queue while workers are killed repeatedly, and the run itself is killed once and resumed. Then
 * compares the result with the same run on a single machine.
 */
export async function tortureQueue({ on, cases, everyMs }: QueueTorture): Promise<Finding[]> {
  const workspace = tortureWorkspace();
  const suite = workspace.suite('shared', cases);
  const alone = await runRound(workspace, ['test', suite, '-n', 'slow', '--parallel', '40', '--no-history']).ended;
  const server = await (on === 'redis' ? startRedis() : startPostgres());
  const began = performance.now();
  const hands = startWorkers(workspace, server, everyMs);
  const asked = ['-n', 'slow', '--queue', server.url];
  const first = runRound(workspace, ['test', suite, ...asked]);
  await Promise.race([first.reached(Math.ceil(cases / 2)), first.ended]);
  first.child.kill('SIGKILL');
  const before = await first.ended;
  const shared = await runRound(workspace, ['test', '--resume', 'latest', '-a', workspace.root, '--queue', server.url])
    .ended;
  const kills = await hands.dismiss();
  const seconds = (performance.now() - began) / 1_000;
  await server.stop();
  const findings = [...(await leftoverProcesses(workspace)), ...examineRun(workspace, { cases, alone, shared })];
  console.log(
    '| queue | cases | workers | killed | resumed at | seconds | findings |\n| --- | --- | --- | --- | --- | --- | --- |',
  );
  console.log(`| ${[on, cases, WORKERS, kills, before.ends, seconds.toFixed(0), findings.length].join(' | ')} |`);
  for (const { what, how } of findings) console.error(`queue on ${on}: ${what}: ${how}`);
  if (findings.length === 0) workspace.remove();
  else console.error(`kept: ${workspace.root}`);
  return findings;
}

type EndedRun = { ends: number; summary: unknown };
type QueueRound = { child: ChildProcess; reached(ends: number): Promise<void>; ended: Promise<EndedRun> };

/** Starts a run that prints its events. */
function runRound({ root, marked }: TortureWorkspace, words: readonly string[]): QueueRound {
  const child = spawn(process.execPath, [cliEntry, ...words, '--json', '--no-output'], {
    cwd: root,
    env: marked,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const state: EndedRun = { ends: 0, summary: undefined };
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    if (line.includes('"type":"case.finished"')) state.ends += 1;
    // The last line of a killed process may be incomplete.
    if (line.includes('"type":"run.finished"') && line.endsWith('}')) state.summary = JSON.parse(line).summary;
  });
  return {
    child,
    async reached(ends) {
      for await (const _line of lines) if (state.ends >= ends) return;
    },
    ended: once(child, 'close').then(() => state),
  };
}

/** Runs workers; at intervals, kills one and starts another in its place. */
function startWorkers(
  { root, marked }: TortureWorkspace,
  server: QueueServer,
  everyMs: number,
): { dismiss(): Promise<number> } {
  const startWorker = (): ChildProcess =>
    spawn(process.execPath, [cliEntry, 'work', server.url, '-a', root, '--parallel', String(PARALLEL)], {
      cwd: root,
      env: marked,
      stdio: 'ignore',
    });
  const workers = Array.from({ length: WORKERS }, startWorker);
  const stop = new AbortController();
  let kills = 0;
  const killing = (async () => {
    while (!stop.signal.aborted) {
      await wait(everyMs, undefined, { signal: stop.signal }).catch(() => undefined);
      if (stop.signal.aborted) return;
      const index = randomInt(WORKERS);
      workers[index]?.kill('SIGKILL');
      workers[index] = startWorker();
      kills += 1;
    }
  })();
  return {
    async dismiss() {
      stop.abort();
      await killing;
      const ended = workers.map((worker) => once(worker, 'exit'));
      for (const worker of workers) worker.kill('SIGTERM');
      await Promise.all(ended);
      return kills;
    },
  };
}

type ComparableRun = { cases: number; alone: EndedRun; shared: EndedRun };

function examineRun({ db }: TortureWorkspace, { cases, alone, shared }: ComparableRun): Finding[] {
  const database = openDatabase(db);
  try {
    interruptOrphanedRuns(database);
    const [latest] = listRuns(database, { limit: 1 });
    if (latest === undefined) return [{ what: 'lost', how: 'there is no run' }];
    const events = [...readEvents(database, latest.runId, { afterSeq: 0 })];
    const findings = checkAttempts(events, cases);
    const gap = events.findIndex(({ seq }, index) => seq !== index + 1);
    if (gap !== -1) findings.push({ what: 'damaged', how: `${latest.runId}: a gap after event ${gap}` });
    const [wanted, got] = [comparableSummary(alone.summary), comparableSummary(shared.summary)];
    if (wanted !== got) findings.push({ what: 'wrong end', how: `${got}, on a single machine ${wanted}` });
    return findings;
  } finally {
    database.close();
  }
}

/** Checks that every case has exactly one attempt, and that it passed. */
function checkAttempts(events: readonly RunEvent[], cases: number): Finding[] {
  const counts = new Map<string, number>();
  for (const event of events) {
    if (event.type !== 'case.finished' || event.result.status !== 'passed') continue;
    counts.set(event.caseId, (counts.get(event.caseId) ?? 0) + 1);
  }
  const findings: Finding[] = [];
  if (counts.size !== cases) findings.push({ what: 'lost', how: `${counts.size} of ${cases} cases passed` });
  const several = [...counts].filter(([, count]) => count !== 1);
  if (several.length > 0) findings.push({ what: 'damaged', how: `${several.length} cases have more than one attempt` });
  return findings;
}

/** Removes the times from a summary, because they differ between runs with equal results. */
function comparableSummary(summary: unknown): string {
  return JSON.stringify(summary, (key, value) => (/ms$|At$/i.test(key) ? undefined : value));
}
