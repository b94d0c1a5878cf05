import { spawn } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { openServer } from './dashboard.ts';
import { benchWorkspace, cliEntry, printMeasurement } from './measure.ts';

const CASES = 3_000;
const JOINS = 300;

/**
 * Measures the server's CPU time when many clients connect one after another to a run in progress (goal: under 500 ms).
 */
export async function benchJoin(): Promise<void> {
  const workspace = benchWorkspace();
  const server = await openServer(workspace.root);
  workspace.write(
    'instant.ts',
    "export default (request: { input: string }) => request.input.endsWith(' 2999') ? new Promise(() => {}) : 'echo: ' + request.input;\n",
  );
  const suite = workspace.suite('joined', CASES);
  const runId = randomUUIDv7();
  const command = [cliEntry, 'test', suite, '-n', 'instant', '--run-id', runId, '--timeout', '1h', '--no-output', '-q'];
  const runner = spawn(process.execPath, command, { cwd: workspace.root, stdio: 'ignore' });
  const ended = once(runner, 'exit');
  const address = `${server.url}/api/runs/${runId}`;
  let state = await fetchRunState(address);
  while (state === undefined || state.counts.passed < CASES - 1) {
    await wait(100);
    state = await fetchRunState(address);
  }
  // The first join is not measured, because it warms up the server. Empty requests are measured separately.
  const bytes = await joinRun(address, state.seq);
  const nothing = `${server.url}/api/runs/none/events`;
  for (let asked = 0; asked < JOINS; asked += 1) await (await fetch(nothing)).text();
  const begin = processCpuMs(server.pid);
  for (let asked = 0; asked < JOINS; asked += 1) await (await fetch(nothing)).text();
  const before = processCpuMs(server.pid);
  const started = performance.now();
  for (let joined = 0; joined < JOINS; joined += 1) await joinRun(address, state.seq);
  printMeasurement(`${JOINS} joins of a run of ${CASES} cases`, {
    cpuMs: processCpuMs(server.pid) - before,
    emptyRequestsCpuMs: before - begin,
    wallMs: performance.now() - started,
    kilobytes: bytes / 1024,
  });
  runner.kill('SIGKILL');
  await ended;
  await server.close();
  workspace.remove();
}

const stateSchema = z.object({ seq: z.number(), counts: z.object({ passed: z.number() }) });

async function fetchRunState(address: string): Promise<z.infer<typeof stateSchema> | undefined> {
  const answer = await fetch(address);
  return answer.ok ? stateSchema.parse(await answer.json()) : undefined;
}

/** Reads the event stream up to the event `seq`. Returns the number of bytes. */
async function joinRun(address: string, seq: number): Promise<number> {
  const leave = new AbortController();
  const { body } = await fetch(`${address}/events`, { signal: leave.signal });
  if (body === null) throw new Error('there is no stream');
  const wanted = `id: ${seq}\n`;
  let bytes = 0;
  let isThere = false;
  let end = '';
  for await (const chunk of body) {
    bytes += chunk.length;
    const text = end + Buffer.from(chunk).toString('latin1');
    isThere ||= text.includes(wanted);
    end = text.slice(-wanted.length);
    if (isThere && text.endsWith('\n\n')) break;
  }
  leave.abort();
  return bytes;
}

/** Returns the CPU time of a process in milliseconds; available on Linux only. */
function processCpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}
