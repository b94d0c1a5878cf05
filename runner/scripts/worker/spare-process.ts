import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { sendToGroup } from '../process-group.ts';

export type ChildStart = {
  /** The entry file of the process, which calls `serveHost`. */
  program: URL;
  variables: Readonly<Record<string, string | undefined>>;
  /** The working directory. Default: that of this process. */
  cwd?: string | undefined;
  /** Memory limit for the code in the process, for buffers and heap together. */
  memoryMb: number;
};

/**
 * A started process that waits for a module, because starting one takes longer than bundling most modules. It does not
 * keep this process alive and ends with it.
 */
export type SpareProcess = {
  /** Returns the process; undefined if it was already taken or has ended. */
  take(): ChildProcess | undefined;
  /** Ends the process, unless it was taken. */
  close(): Promise<void>;
};

export function startSpareProcess(start: ChildStart): SpareProcess {
  let waiting: ChildProcess | undefined = startChildProcess(start);
  const forget = (): void => {
    waiting = undefined;
  };
  waiting.once('exit', forget).once('error', forget);
  setKeepsAlive(waiting, 'unref');
  function takeSpare(): ChildProcess | undefined {
    const child = waiting;
    if (child === undefined) return undefined;
    waiting = undefined;
    child.off('exit', forget).off('error', forget);
    setKeepsAlive(child, 'ref');
    return child;
  }
  return {
    take: takeSpare,
    async close() {
      const child = takeSpare();
      if (child === undefined) return;
      // A process that could not be started emits `error` instead of `exit`.
      const ended = once(child, 'exit').catch(() => undefined);
      sendToGroup(child, 'SIGKILL');
      await ended;
      for (const pipe of child.stdio) pipe?.destroy();
    },
  };
}

/** Sets whether the child keeps this process alive. */
function setKeepsAlive(child: ChildProcess, how: 'ref' | 'unref'): void {
  child[how]();
  for (const pipe of child.stdio) if (pipe instanceof Socket) pipe[how]();
}

export function startChildProcess({ program, variables, cwd, memoryMb }: ChildStart): ChildProcess {
  // Requests and answers are short-lived objects; a large young generation would only waste memory.
  const flags = [`--max-old-space-size=${memoryMb}`, '--max-semi-space-size=4'];
  return spawn(process.execPath, [...flags, fileURLToPath(program), String(memoryMb)], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
    env: Object.assign(Object.create(null), variables),
    cwd,
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
}
