import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import type { RunEvent } from '../../runner/contract/index.ts';
import { type QueueServer, startPostgres, startRedis } from '../../runner/extensions/queue/testing/queue-servers.ts';
import { openDatabase } from '../../runner/history/db/index.ts';
import { listRuns, readEvents, reapOrphans } from '../../runner/history/index.ts';
import { entry } from '../measure.ts';
import type { Finding } from './table.ts';
import { leftOver, type TortureWorkspace, tortureWorkspace } from './workspace.ts';

const WORKERS = 4;
const PARALLEL = 10;

export type QueueTorture = { on: 'redis' | 'postgres'; cases: number; everyMs: number };

/**
 * A run of a queue whose workers are killed again and again, and whose own machine is killed once and resumed. Then it is
 * compared with the same run on a single machine.
 */
export async function tortureQueue({ on, cases, everyMs }: QueueTorture): Promise<Finding[]> {
  const workspace = tortureWorkspace();
  const suite = workspace.suite('shared', cases);
  const alone = await play(workspace, ['test', suite, '-n', 'slow', '--parallel', '40', '--no-history']).ended;
  const server = await (on === 'redis' ? startRedis() : startPostgres());
  const began = performance.now();
  const hands = employ(workspace, server, everyMs);
  const asked = ['-n', 'slow', '--queue', server.url];
  const first = play(workspace, ['test', suite, ...asked]);
  await Promise.race([first.reached(Math.ceil(cases / 2)), first.ended]);
  first.child.kill('SIGKILL');
  const before = await first.ended;
  const shared = await play(workspace, ['test', '--resume', 'latest', '-a', workspace.root, '--queue', server.url])
    .ended;
  const kills = await hands.dismiss();
  const seconds = (performance.now() - began) / 1_000;
  await server.stop();
  const findings = [...(await leftOver(workspace)), ...examine(workspace, { cases, alone, shared })];
  console.log(
    '| queue | cases | workers | killed | resumed at | seconds | findings |\n| --- | --- | --- | --- | --- | --- | --- |',
  );
  console.log(`| ${[on, cases, WORKERS, kills, before.ends, seconds.toFixed(0), findings.length].join(' | ')} |`);
  for (const { what, how } of findings) console.error(`queue on ${on}: ${what}: ${how}`);
  if (findings.length === 0) workspace.remove();
  else console.error(`kept: ${workspace.root}`);
  return findings;
}

type Ended = { ends: number; summary: unknown };
type Play = { child: ChildProcess; reached(ends: number): Promise<void>; ended: Promise<Ended> };

/** A run that prints its events. */
function play({ root, marked }: TortureWorkspace, words: readonly string[]): Play {
  const child = spawn(process.execPath, [entry, ...words, '--json', '--no-output'], {
    cwd: root,
    env: marked,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const state: Ended = { ends: 0, summary: undefined };
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    if (line.includes('"type":"case.finished"')) state.ends += 1;
    // The last line of a killed process may be half a one.
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

/** Workers, one of which is killed every now and then, and another begins in its place. */
function employ(
  { root, marked }: TortureWorkspace,
  server: QueueServer,
  everyMs: number,
): { dismiss(): Promise<number> } {
  const start = (): ChildProcess =>
    spawn(process.execPath, [entry, 'work', server.url, '-a', root, '--parallel', String(PARALLEL)], {
      cwd: root,
      env: marked,
      stdio: 'ignore',
    });
  const workers = Array.from({ length: WORKERS }, start);
  const over = new AbortController();
  let kills = 0;
  const killing = (async () => {
    while (!over.signal.aborted) {
      await wait(everyMs, undefined, { signal: over.signal }).catch(() => undefined);
      if (over.signal.aborted) return;
      const place = randomInt(WORKERS);
      workers[place]?.kill('SIGKILL');
      workers[place] = start();
      kills += 1;
    }
  })();
  return {
    async dismiss() {
      over.abort();
      await killing;
      const ended = workers.map((worker) => once(worker, 'exit'));
      for (const worker of workers) worker.kill('SIGTERM');
      await Promise.all(ended);
      return kills;
    },
  };
}

type Compared = { cases: number; alone: Ended; shared: Ended };

function examine({ db }: TortureWorkspace, { cases, alone, shared }: Compared): Finding[] {
  const database = openDatabase(db);
  try {
    reapOrphans(database);
    const [latest] = listRuns(database, { limit: 1 });
    if (latest === undefined) return [{ what: 'lost', how: 'there is no run' }];
    const events = [...readEvents(database, latest.runId, { afterSeq: 0 })];
    const findings = attemptsOf(events, cases);
    const gap = events.findIndex(({ seq }, index) => seq !== index + 1);
    if (gap !== -1) findings.push({ what: 'damaged', how: `${latest.runId}: a gap after event ${gap}` });
    const [wanted, got] = [comparable(alone.summary), comparable(shared.summary)];
    if (wanted !== got) findings.push({ what: 'wrong end', how: `${got}, on a single machine ${wanted}` });
    return findings;
  } finally {
    database.close();
  }
}

/** Each case has its one attempt, no more and no less, and it has passed. */
function attemptsOf(events: readonly RunEvent[], cases: number): Finding[] {
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

/** A summary without its times. */
function comparable(summary: unknown): string {
  return JSON.stringify(summary, (key, value) => (/ms$|At$/i.test(key) ? undefined : value));
}
