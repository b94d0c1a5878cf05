import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase, openForReading } from '../../runner/history/db/index.ts';
import { getRun, interruptOrphanedRuns, listRuns, readEvents } from '../../runner/history/index.ts';
import { type BenchWorkspace, benchWorkspace, cliEntry } from '../measure.ts';
import type { Finding } from './table.ts';

export const CASES = 60;
const TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 50;

/** A workspace for torture runs. `marked` has environment variables that identify its processes. */
export type TortureWorkspace = BenchWorkspace & { file: string; db: string; marked: NodeJS.ProcessEnv; mark: string };

export function tortureWorkspace(): TortureWorkspace {
  const workspace = benchWorkspace();
  const mark = randomUUID();
  workspace.write(
    'slow.ts',
    'export default async ({ input }: { input: string }) => { await new Promise((done) => setTimeout(done, 20)); return input; };\n',
  );
  return {
    ...workspace,
    file: workspace.suite('tortured', CASES),
    db: path.join(workspace.root, '.runner', 'history.db'),
    marked: { ...process.env, NO_COLOR: '1', TORTURED: mark },
    mark,
  };
}

/**
 * Waits until the history has the first event of a run after `before`, or `child` has ended, and then for a random
 * time.
 */
export async function randomMoment(
  workspace: TortureWorkspace,
  { before, child }: { before: string | undefined; child: ChildProcess },
): Promise<void> {
  while (child.exitCode === null && newestRun(workspace) === before) await wait(POLL_INTERVAL_MS);
  await wait(randomInt(1_000));
}

function newestRun({ db }: TortureWorkspace): string | undefined {
  if (!existsSync(db)) return undefined;
  const { sqlite, close } = openForReading(db);
  try {
    return sqlite.prepare<[], string>('SELECT id FROM runs ORDER BY started_at DESC LIMIT 1').pluck().get();
  } catch {
    // The tables of the history do not exist yet.
    return undefined;
  } finally {
    close();
  }
}

export async function runToEnd({ root, marked }: TortureWorkspace, words: readonly string[]): Promise<number | null> {
  const child = spawn(process.execPath, [cliEntry, ...words], { cwd: root, env: marked, stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  return code;
}

/**
 * Checks the history as the next user would find it: the file must be intact, and every run must have a correct status.
 */
export function examineHistory({ db }: TortureWorkspace, printed: ReadonlyMap<string, number>): Finding[] {
  if (!existsSync(db)) return printed.size === 0 ? [] : [{ what: 'lost', how: 'there is no history' }];
  const database = openDatabase(db);
  try {
    const check = String(database.sqlite.pragma('integrity_check', { simple: true }));
    interruptOrphanedRuns(database);
    const findings: Finding[] = check === 'ok' ? [] : [{ what: 'damaged', how: check }];
    const [latest] = listRuns(database, { limit: 1 });
    for (const runId of new Set([...printed.keys(), ...(latest === undefined ? [] : [latest.runId])])) {
      const seqs = [...readEvents(database, runId, { afterSeq: 0 })].map(({ seq }) => seq);
      const last = printed.get(runId) ?? 0;
      if (seqs.length < last) findings.push({ what: 'lost', how: `${runId}: ${last} printed, ${seqs.length} stored` });
      if (seqs.some((seq, index) => seq !== index + 1)) findings.push({ what: 'damaged', how: `${runId}: gaps` });
    }
    return findings;
  } finally {
    database.close();
  }
}

/** Returns how the newest run ended, after runs of dead processes were closed. */
export function latestRun({ db }: TortureWorkspace): { runId: string; status: string; passed: number } | undefined {
  if (!existsSync(db)) return undefined;
  const database = openDatabase(db);
  try {
    interruptOrphanedRuns(database);
    const [latest] = listRuns(database, { limit: 1 });
    if (latest === undefined) return undefined;
    const { status, counts } = getRun(database, latest.runId) ?? latest;
    return { runId: latest.runId, status, passed: counts.passed };
  } finally {
    database.close();
  }
}

/** Returns processes that are still running although they should have ended, and kills them. */
export async function leftoverProcesses({ mark }: TortureWorkspace): Promise<Finding[]> {
  const deadline = Date.now() + TIMEOUT_MS;
  let left = markedProcesses(mark);
  while (left.length > 0 && Date.now() < deadline) {
    await wait(POLL_INTERVAL_MS);
    left = markedProcesses(mark);
  }
  for (const { pid } of left) process.kill(pid, 'SIGKILL');
  return left.map(({ pid, command }) => ({ what: 'left over', how: `${pid} ${command}` }));
}

/**
 * Returns the processes of a workspace. Only Linux shows the environment variables of a process; on other systems, none
 * is found.
 */
export function markedProcesses(mark: string): { pid: number; command: string }[] {
  if (!existsSync('/proc/self/environ')) return [];
  return readdirSync('/proc').flatMap((name) => {
    try {
      if (!/^\d+$/.test(name) || !readFileSync(`/proc/${name}/environ`, 'utf8').includes(`TORTURED=${mark}`)) return [];
      return [{ pid: Number(name), command: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ') }];
    } catch {
      return [];
    }
  });
}
