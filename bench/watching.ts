import { spawn } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { openServer, usageOf } from './dashboard.ts';
import { type BenchWorkspace, benchWorkspace, entry, report } from './measure.ts';

const WATCHERS = [0, 20, 100];
const WATCHED_MS = 60_000;
const ASKED_EVERY_MS = 100;

/** Measures what those who watch a live run cost everybody else: how long another page takes meanwhile. */
export async function watching(): Promise<void> {
  const workspace = benchWorkspace();
  for (const watchers of WATCHERS) await watchedBy(workspace, watchers);
  workspace.remove();
}

async function watchedBy(workspace: BenchWorkspace, watchers: number): Promise<void> {
  const server = await openServer(workspace.root);
  const suite = workspace.suite('watched', 10_000);
  const runId = randomUUIDv7();
  const command = [entry, 'test', suite, '-n', 'slow', '--run-id', runId, '--parallel', '4', '--no-output', '-q'];
  const runner = spawn(process.execPath, command, { cwd: workspace.root, stdio: 'ignore' });
  const ended = once(runner, 'exit');
  while (!(await fetch(`${server.url}/api/runs/${runId}`)).ok) await wait(20);
  const events = `${server.url}/api/runs/${runId}/events`;
  const before = usageOf(server.pid);
  // One in a process of its own: the crowd has more to do than a browser. Pages are asked for while they come, too.
  const [crowd, observer, times] = await Promise.all([
    startCrowd(events, watchers),
    startCrowd(events, 1),
    timesOfPage(`${server.url}/runs`),
  ]);
  const after = usageOf(server.pid);
  const { watchersWithGaps, fewest } = await crowd.seen();
  const { events: seen, ageP95Ms } = await observer.seen();
  runner.kill('SIGKILL');
  await ended;
  await server.close();
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  const facts = { pages: times.length, p50Ms: at(0.5), p95Ms: at(0.95), maxMs: at(1) };
  const cost = { cpuPercent: ((after.cpuMs - before.cpuMs) / WATCHED_MS) * 100, serverMb: after.mb };
  report(`a page while ${watchers} watch a live run`, {
    ...facts,
    ...cost,
    ageP95Ms,
    events: seen,
    fewest,
    watchersWithGaps,
  });
}

/** How long the page took each time, shortest first. */
async function timesOfPage(address: string): Promise<number[]> {
  const times: number[] = [];
  for (const until = performance.now() + WATCHED_MS; performance.now() < until; ) {
    const started = performance.now();
    const answer = await fetch(address, { headers: { accept: 'text/html' } });
    await answer.text();
    times.push(performance.now() - started);
    await wait(Math.max(0, ASKED_EVERY_MS - (performance.now() - started)));
  }
  return times.toSorted((left, right) => left - right);
}

const seenSchema = z.object({
  events: z.number(),
  fewest: z.number(),
  watchersWithGaps: z.number(),
  ageP95Ms: z.number(),
});
type Seen = z.infer<typeof seenSchema>;
type Crowd = { seen(): Promise<Seen> };

/** Starts a process of its own with that many `EventSource`s, and waits until all of them are open. */
async function startCrowd(address: string, watchers: number): Promise<Crowd> {
  if (watchers === 0) return { seen: async () => ({ events: 0, fewest: 0, ageP95Ms: 0, watchersWithGaps: 0 }) };
  const program = path.join(import.meta.dirname, 'watchers.mjs');
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--experimental-eventsource', program, address, String(watchers)],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  await once(child, 'message');
  return {
    async seen() {
      const answer = once(child, 'message');
      child.send('seen');
      const [message] = await answer;
      return seenSchema.parse(message);
    },
  };
}
