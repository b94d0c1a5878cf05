import { readdirSync, readFileSync } from 'node:fs';

/** The length of a tick of the kernel's clock: 10 ms on all systems that Node supports. */
const TICK_MS = 10;

type ProcessUsage = { parent: number; ms: number };

/**
 * Returns the CPU time in milliseconds of a process and its descendants, including finished ones that were waited for.
 * Undefined without `/proc`.
 */
export function measureTreeCpuMs(pid: number): number | undefined {
  const processes = readProcesses();
  if (!processes.has(pid)) return undefined;
  const children = Map.groupBy(processes.keys(), (each) => processes.get(each)?.parent);
  const sumCpuOfTree = (each: number): number =>
    (children.get(each) ?? []).reduce((total, child) => total + sumCpuOfTree(child), processes.get(each)?.ms ?? 0);
  return sumCpuOfTree(pid);
}

function readProcesses(): Map<number, ProcessUsage> {
  const processes = new Map<number, ProcessUsage>();
  for (const name of listFolder('/proc')) {
    const pid = Number(name);
    const process = Number.isInteger(pid) ? readProcess(pid) : undefined;
    if (process !== undefined) processes.set(pid, process);
  }
  return processes;
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The fields of `/proc/<pid>/stat` are described in proc(5); the program's name, in brackets, may hold spaces. */
function readProcess(pid: number): ProcessUsage | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, parent = '', ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(9, 13).reduce((total, field) => total + Number(field), 0);
    return { parent: Number(parent), ms: ticks * TICK_MS };
  } catch {
    // The process has ended meanwhile, so its statistics cannot be read.
    return undefined;
  }
}
