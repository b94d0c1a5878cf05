import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextRound } from 'node:timers/promises';
import { signalProcessGroup } from './signal-process-group.ts';

export type ProcessGroupOptions = {
  command: readonly string[];
  cwd: string;
  variables: Readonly<Record<string, string | undefined>>;
};

export type ProgramExit = { code: number | null; signal: NodeJS.Signals | null };

type RunningChild = ChildProcessWithoutNullStreams;

/** A program and all its child processes, in a process group of their own. */
export type ProcessGroup = Pick<RunningChild, 'stdin' | 'stdout' | 'stderr'> & {
  /** Resolves when the program has started; rejects if it cannot be started. */
  started: Promise<unknown>;
  /**
   * Resolves when the first process has exited, the other processes of the group were killed, and their output was
   * read. Does not wait for a process that left the group, even if that process holds the pipes. Rejects if the program
   * cannot be started.
   */
  ended: Promise<ProgramExit>;
  /** Sends SIGTERM to the whole group. */
  terminate(): void;
  /** Kills the whole group and stops reading its output. */
  kill(): void;
};

/** All process groups that are still running, to be killed when the current process exits. */
const runningGroups = new Set<RunningChild>();

/** Starts a program. A caller must attach its listeners before the next tick to get all of the output. */
export function startProcessGroup({ command, cwd, variables }: ProcessGroupOptions): ProcessGroup {
  const [program = '', ...args] = command;
  const child = spawn(/* turbopackIgnore: true */ program, args, {
    cwd,
    env: toProcessEnvironment(variables),
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const { stdin, stdout, stderr } = child;
  const byteCount = startCountingBytes(child);
  const started = once(child, 'spawn');
  const { promise: ended, resolve, reject } = Promise.withResolvers<ProgramExit>();
  registerRunningChild(child);
  // A caller may await only one of these promises, so the rejection of the other promise must not become an unhandled
  // rejection.
  for (const each of [started, ended]) each.catch(ignoreError);
  // A program that exits without reading all of its input closes the pipe, which causes an error.
  stdin.on('error', ignoreError);
  child.once('error', (error) => {
    unregisterRunningChild(child);
    reject(error);
  });
  child.once('exit', (code, signal) => {
    unregisterRunningChild(child);
    signalProcessGroup(child, 'SIGKILL');
    void waitUntilNoMoreOutput(byteCount).then(() => {
      closePipes(child);
      resolve({ code, signal });
    });
  });
  return {
    stdin,
    stdout,
    stderr,
    started,
    ended,
    terminate: () => signalProcessGroup(child, 'SIGTERM'),
    kill() {
      signalProcessGroup(child, 'SIGKILL');
      closePipes(child);
    },
  };
}

/**
 * Converts variables to the type of `process.env`. The types of a web framework require NODE_ENV, but the program must
 * get exactly the given variables.
 */
function toProcessEnvironment(variables: ProcessGroupOptions['variables']): NodeJS.ProcessEnv {
  return Object.assign(Object.create(null), variables);
}

function startCountingBytes({ stdout, stderr }: RunningChild): () => number {
  let bytes = 0;
  for (const pipe of [stdout, stderr]) {
    pipe.on('data', (part: Buffer) => {
      bytes += part.length;
    });
  }
  return () => bytes;
}

/**
 * Waits for output that exited processes left in the pipes. If two rounds of the event loop bring no more output, all
 * output was read.
 */
async function waitUntilNoMoreOutput(byteCount: () => number): Promise<void> {
  for (let before = -1; before !== byteCount(); ) {
    before = byteCount();
    await nextRound();
    await nextRound();
  }
}

function closePipes({ stdin, stdout, stderr }: RunningChild): void {
  for (const pipe of [stdin, stdout, stderr]) pipe.destroy();
}

function registerRunningChild(child: RunningChild): void {
  if (runningGroups.size === 0) process.once('exit', killRunningChildren);
  runningGroups.add(child);
}

function unregisterRunningChild(child: RunningChild): void {
  runningGroups.delete(child);
  if (runningGroups.size === 0) process.off('exit', killRunningChildren);
}

function killRunningChildren(): void {
  for (const child of runningGroups) signalProcessGroup(child, 'SIGKILL');
}

function ignoreError(): void {
  // Ignores these errors: either they are reported elsewhere, or the process has already ended.
}
