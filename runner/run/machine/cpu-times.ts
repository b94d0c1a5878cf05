import { readdirSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * CPU times in milliseconds: of the whole machine, and of all processes that this process started directly or
 * indirectly.
 */
export type CpuTimes = { busyMs: number; startedMs: number };

/** Linux reports these times in hundredths of a second, whatever the kernel's clock rate is. */
const TICK_MS = 10;

/** Returns undefined on systems that do not report the CPU times of processes. */
export function readCpuTimes(): CpuTimes | undefined {
  const startedMs = sumStartedProcessTimes(process.pid);
  if (startedMs === undefined) return undefined;
  return { busyMs: computeMachineBusyMs(), startedMs };
}

/** Returns the CPU time that the whole machine has used, without inspecting any process. */
export function computeMachineBusyMs(): number {
  return os.cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);
}

type ProcessStat = { pid: number; parent: number; ownMs: number; endedMs: number };

function sumStartedProcessTimes(root: number): number | undefined {
  const stats = readProcessStats();
  const self = stats.find(({ pid }) => pid === root);
  if (self === undefined) return undefined;
  const byParent = Map.groupBy(stats, ({ parent }) => parent);
  let sum = self.endedMs;
  const open = [root];
  const visited = new Set(open);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const { pid, ownMs, endedMs } of byParent.get(next) ?? []) {
      if (visited.has(pid)) continue;
      visited.add(pid);
      open.push(pid);
      sum += ownMs + endedMs;
    }
  }
  return sum;
}

function readProcessStats(): ProcessStat[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readStatOfProcess(name) ?? []) : []));
  } catch {
    // Systems without `/proc` do not report the CPU times of processes.
    return [];
  }
}

/** See proc(5): the program name is in parentheses and may itself contain parentheses. */
function readStatOfProcess(pid: string): ProcessStat | undefined {
  let text: string;
  try {
    text = readFileSync(path.join('/proc', pid, 'stat'), 'utf8');
  } catch {
    // The process has ended in the meantime, so it has no times.
    return undefined;
  }
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return { pid: Number(pid), parent, ownMs: (user + system) * TICK_MS, endedMs: (endedUser + endedSystem) * TICK_MS };
}
