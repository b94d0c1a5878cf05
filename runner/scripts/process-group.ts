import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextRound } from 'node:timers/promises';

export type Program = {
  command: readonly string[];
  cwd: string;
  variables: Readonly<Record<string, string | undefined>>;
};

export type ProgramEnd = { code: number | null; signal: NodeJS.Signals | null };

type Child = ChildProcessWithoutNullStreams;

/** A program with everything that it starts, in a process group of its own. */
export type ProcessGroup = Pick<Child, 'stdin' | 'stdout' | 'stderr'> & {
  /** Rejects if the program cannot be started. */
  started: Promise<unknown>;
  /**
   * Resolves when the first process has ended, the others were killed, and what they wrote was heard. A process that left
   * the group keeps nobody waiting, even if it holds the pipes. Rejects if the program cannot be started.
   */
  ended: Promise<ProgramEnd>;
  /** Asks everyone in the group to end. */
  terminate(): void;
  /** Kills everyone in the group, and hears no more of them. */
  kill(): void;
};

/** Belongs to this process as its exit does: whoever is in here then is killed. */
const running = new Set<Child>();

/** Starts a program. Its output is heard by who listens before the next tick. */
export function startProcessGroup({ command, cwd, variables }: Program): ProcessGroup {
  const [program = '', ...args] = command;
  const child = spawn(/* turbopackIgnore: true */ program, args, {
    cwd,
    env: bareEnvironment(variables),
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const { stdin, stdout, stderr } = child;
  const byteCount = countBytes(child);
  const started = once(child, 'spawn');
  const { promise: ended, resolve, reject } = Promise.withResolvers<ProgramEnd>();
  remember(child);
  // Not everybody waits for both.
  for (const each of [started, ended]) each.catch(ignore);
  // A program that ends without reading everything closes the pipe.
  stdin.on('error', ignore);
  child.once('error', (error) => {
    forget(child);
    reject(error);
  });
  child.once('exit', (code, signal) => {
    forget(child);
    sendToGroup(child, 'SIGKILL');
    void untilQuiet(byteCount).then(() => {
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
    terminate: () => sendToGroup(child, 'SIGTERM'),
    kill() {
      sendToGroup(child, 'SIGKILL');
      closePipes(child);
    },
  };
}

/** Types of a web framework want NODE_ENV in every environment; a program needs what it was given and nothing else. */
function bareEnvironment(variables: Program['variables']): NodeJS.ProcessEnv {
  return Object.assign(Object.create(null), variables);
}

function countBytes({ stdout, stderr }: Child): () => number {
  let bytes = 0;
  for (const pipe of [stdout, stderr]) {
    pipe.on('data', (part: Buffer) => {
      bytes += part.length;
    });
  }
  return () => bytes;
}

/** What the dead have written is in the pipes: all of it was heard once two rounds of the event loop bring nothing. */
async function untilQuiet(byteCount: () => number): Promise<void> {
  for (let before = -1; before !== byteCount(); ) {
    before = byteCount();
    await nextRound();
    await nextRound();
  }
}

function closePipes({ stdin, stdout, stderr }: Child): void {
  for (const pipe of [stdin, stdout, stderr]) pipe.destroy();
}

function remember(child: Child): void {
  if (running.size === 0) process.once('exit', killAll);
  running.add(child);
}

function forget(child: Child): void {
  running.delete(child);
  if (running.size === 0) process.off('exit', killAll);
}

function killAll(): void {
  for (const child of running) sendToGroup(child, 'SIGKILL');
}

/** Reaches a process and everything that it has started and that did not leave its group. */
export function sendToGroup({ pid }: { pid?: number | undefined }, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    endTree(pid);
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // Nobody of the group is left.
  }
}

/** Windows has no groups; it knows who started whom for as long as the first process lives. */
function endTree(pid: number): void {
  spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on('error', ignore);
}

function ignore(): void {
  // There is nobody left to tell.
}
