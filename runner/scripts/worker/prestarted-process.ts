import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { signalProcessGroup } from '../signal-process-group.ts';

export type ChildProcessStart = {
  /** The entry file of the process, which calls `serveHost`. */
  program: URL;
  variables: Readonly<Record<string, string | undefined>>;
  /** The working directory of the process. Default: that of this process. */
  cwd?: string | undefined;
  /** The memory limit for the code in the process, for buffers and heap together. */
  memoryMb: number;
};

/**
 * A started process that waits for a module, because starting a process takes longer than bundling most modules. It
 * does not keep this process alive, and ends with it.
 */
export type PrestartedProcess = {
  /** False if the process was already taken or has ended, or if it cannot become a process with these start options. */
  fits(start: ChildProcessStart): boolean;
  /**
   * If the process fits these start options, returns it together with the environment variables that it still lacks.
   */
  take(start: ChildProcessStart): ClaimedProcess | undefined;
  /** Ends the process if nobody has taken it. */
  close(): Promise<void>;
};

export type ClaimedProcess = { child: ChildProcess; lacking: ChildProcessStart['variables'] };

export function prestartProcess(start: ChildProcessStart): PrestartedProcess {
  let waiting: ChildProcess | undefined = startChildProcess(start);
  const forgetSpareProcess = (): void => {
    waiting = undefined;
  };
  waiting.once('exit', forgetSpareProcess).once('error', forgetSpareProcess);
  setKeepsParentAlive(waiting, 'unref');
  function takeSpareProcess(): ChildProcess | undefined {
    const child = waiting;
    if (child === undefined) return undefined;
    waiting = undefined;
    child.off('exit', forgetSpareProcess).off('error', forgetSpareProcess);
    setKeepsParentAlive(child, 'ref');
    return child;
  }
  const findMissingVariables = (needed: ChildProcessStart): ChildProcessStart['variables'] | undefined =>
    waiting === undefined ? undefined : listMissingVariables(start, needed);
  return {
    fits: (needed) => findMissingVariables(needed) !== undefined,
    take(needed) {
      const lacking = findMissingVariables(needed);
      const child = lacking === undefined ? undefined : takeSpareProcess();
      return child === undefined || lacking === undefined ? undefined : { child, lacking };
    },
    async close() {
      const child = takeSpareProcess();
      if (child === undefined) return;
      // A process that could not be started emits the event `error` instead of `exit`.
      const ended = once(child, 'exit').catch(() => undefined);
      signalProcessGroup(child, 'SIGKILL');
      await ended;
      for (const pipe of child.stdio) pipe?.destroy();
    },
  };
}

/**
 * Returns the environment variables that a process lacks; undefined if the process differs in anything else. Variables
 * can be added to a waiting process, but those with which it was started stay readable for its code.
 */
function listMissingVariables(
  start: ChildProcessStart,
  needed: ChildProcessStart,
): ChildProcessStart['variables'] | undefined {
  const isSame = (['cwd', 'memoryMb'] as const).every((key) => start[key] === needed[key]);
  if (!isSame || start.program.href !== needed.program.href) return undefined;
  const own = Object.entries(start.variables).filter(([, value]) => value !== undefined);
  if (own.some(([name, value]) => needed.variables[name] !== value)) return undefined;
  const lacking = Object.entries(needed.variables).filter(([name]) => start.variables[name] === undefined);
  return Object.fromEntries(lacking.filter(([, value]) => value !== undefined));
}

/** Sets whether this process waits for the child process before it exits. */
function setKeepsParentAlive(child: ChildProcess, how: 'ref' | 'unref'): void {
  child[how]();
  for (const pipe of child.stdio) if (pipe instanceof Socket) pipe[how]();
}

export function startChildProcess({ program, variables, cwd, memoryMb }: ChildProcessStart): ChildProcess {
  // The young generation of the process's heap is small, because requests and answers are short-lived objects; a large
  // one would only waste memory.
  const flags = [`--max-old-space-size=${memoryMb}`, '--max-semi-space-size=4'];
  return spawn(process.execPath, [...flags, fileURLToPath(program), String(memoryMb)], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
    env: Object.assign(Object.create(null), variables),
    cwd,
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
}
