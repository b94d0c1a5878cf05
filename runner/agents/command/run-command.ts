import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Variables } from '../../models/connectors.ts';
import { AgentError } from '../../ports/index.ts';

export type CommandCall = {
  command: readonly string[];
  cwd: string;
  variables: Variables;
  /** Written to its standard input, which then ends. */
  input: string;
  /** Told every line of its standard error. */
  onErrorLine: (line: string) => void;
};

/** The exit of a process, and its standard output. */
export type CommandEnd = { output: Buffer; code: number | null; signal: NodeJS.Signals | null };

const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** Runs one command to its end. Rejects with the reason of `signal` as soon as everything of it was killed. */
export type CommandRunner = (call: CommandCall, signal: AbortSignal) => Promise<CommandEnd>;

/**
 * Each command runs in a process group of its own. The whole group is killed when `signal` aborts, when it writes too
 * much, when its first process ends and leaves others behind, and when this program exits.
 */
export function createCommandRunner(): CommandRunner {
  const running = new Set<Child>();
  const killAll = () => {
    for (const child of running) killGroup(child);
  };
  return async (call, signal) => {
    signal.throwIfAborted();
    const child = start(call);
    const kill = () => killGroup(child);
    signal.addEventListener('abort', kill, { once: true });
    if (running.size === 0) process.once('exit', killAll);
    running.add(child);
    try {
      const end = await exchange(child, call);
      signal.throwIfAborted();
      return end;
    } finally {
      running.delete(child);
      if (running.size === 0) process.off('exit', killAll);
      signal.removeEventListener('abort', kill);
    }
  };
}

type Child = ChildProcessWithoutNullStreams;

function start({ command, cwd, variables }: CommandCall): Child {
  const [program = '', ...args] = command;
  return spawn(/* turbopackIgnore: true */ program, args, {
    cwd,
    env: environmentOf(variables),
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
}

/** Types of a web framework want NODE_ENV in every environment; a command needs what it was given and nothing else. */
function environmentOf(variables: Variables): NodeJS.ProcessEnv {
  return Object.assign(Object.create(null), variables);
}

function exchange(child: Child, call: CommandCall): Promise<CommandEnd> {
  const { promise, resolve, reject } = Promise.withResolvers<CommandEnd>();
  const parts: Buffer[] = [];
  const tooMuch = watchOutput(child);
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  const lines = createInterface({ input: child.stderr, crlfDelay: Number.POSITIVE_INFINITY });
  lines.on('line', call.onErrorLine);
  const heardAll = new Promise((done) => lines.once('close', done));
  child.on('error', reject);
  child.on('exit', () => killGroup(child));
  child.on('close', (code, signal) => {
    const stream = tooMuch();
    if (stream !== undefined) reject(new AgentError(`wrote more than 16 MB to ${stream}`, 'agent'));
    else void heardAll.then(() => resolve({ output: Buffer.concat(parts), code, signal }));
  });
  // A command that ends without reading everything closes the pipe.
  child.stdin.on('error', () => undefined);
  child.stdin.end(call.input);
  return promise;
}

/** Ends a command that writes without end. Answers which stream it was. */
function watchOutput(child: Child): () => string | undefined {
  let found: string | undefined;
  for (const [name, stream] of [
    ['standard output', child.stdout],
    ['standard error', child.stderr],
  ] as const) {
    let bytes = 0;
    stream.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes <= MAX_OUTPUT_BYTES) return;
      found ??= name;
      killGroup(child);
    });
  }
  return () => found;
}

function killGroup(child: Child): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // Nobody of the group is left.
  }
}
