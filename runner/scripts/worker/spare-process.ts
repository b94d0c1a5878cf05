import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { sendToGroup } from '../process-group.ts';

export type ChildStart = {
  /** It begins with `serveHost`. */
  program: URL;
  variables: Readonly<Record<string, string | undefined>>;
  /** Where it runs; without it, where this process does. */
  cwd?: string | undefined;
  /** How much its code may take, in buffers or as objects. */
  memoryMb: number;
};

/**
 * A process that waits to be told what to load: to start one takes longer than to bundle most modules. Nobody has to wait
 * for it: it ends with this process.
 */
export type SpareProcess = {
  /** Undefined if it was taken before, or has ended. */
  take(): ChildProcess | undefined;
  /** Ends it, unless it was taken. */
  close(): Promise<void>;
};

export function startSpareProcess(start: ChildStart): SpareProcess {
  let waiting: ChildProcess | undefined = startChild(start);
  const forget = (): void => {
    waiting = undefined;
  };
  waiting.once('exit', forget).once('error', forget);
  hold(waiting, 'unref');
  function take(): ChildProcess | undefined {
    const child = waiting;
    if (child === undefined) return undefined;
    waiting = undefined;
    child.off('exit', forget).off('error', forget);
    hold(child, 'ref');
    return child;
  }
  return {
    take,
    async close() {
      const child = take();
      if (child === undefined) return;
      // One that could not be started says so instead.
      const ended = once(child, 'exit').catch(() => undefined);
      sendToGroup(child, 'SIGKILL');
      await ended;
      for (const pipe of child.stdio) pipe?.destroy();
    },
  };
}

/** Whether this process goes on for as long as the other does. */
function hold(child: ChildProcess, how: 'ref' | 'unref'): void {
  child[how]();
  for (const pipe of child.stdio) if (pipe instanceof Socket) pipe[how]();
}

export function startChild({ program, variables, cwd, memoryMb }: ChildStart): ChildProcess {
  // Requests and answers are short-lived; a large nursery for them would only cost memory.
  const flags = [`--max-old-space-size=${memoryMb}`, '--max-semi-space-size=4'];
  return spawn(process.execPath, [...flags, fileURLToPath(program), String(memoryMb)], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
    env: Object.assign(Object.create(null), variables),
    cwd,
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
}
