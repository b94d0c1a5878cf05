import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const bin = path.join(import.meta.dirname, '..', '..', 'bin', 'runner.cjs');

export type CliOptions = {
  cwd: string;
  variables?: Record<string, string | undefined>;
  nodeFlags?: readonly string[];
  /** What is on standard input; nothing when left out. */
  input?: string;
  /** Whether it leads a process group, as a command that a terminal starts does. */
  ownGroup?: boolean;
};
export type CliResult = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string };

export type RunningCli = {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Waits until what it printed so far satisfies the test. Rejects when it ends first. */
  printed(test: (stdout: string) => boolean): Promise<void>;
  done: Promise<CliResult>;
};

/** Starts the real command line as a process of its own. */
export function startCli(
  args: readonly string[],
  { cwd, variables = {}, nodeFlags = [], input = '', ownGroup = false }: CliOptions,
): RunningCli {
  const child = spawn(process.execPath, [...nodeFlags, bin, ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, GITHUB_ACTIONS: undefined, ...variables },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: ownGroup,
  });
  // Whoever reads nothing may be gone before it is written.
  child.stdin.on('error', () => undefined).end(input);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
    child.emit('printed');
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  const done = once(child, 'close').then(([code, signal]) => ({ code, signal, stdout, stderr }));
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    async printed(test) {
      while (!test(stdout)) {
        const ended = await Promise.race([once(child, 'printed').then(() => false), done.then(() => true)]);
        if (ended && !test(stdout)) throw new Error(`the command ended first:\n${stdout}\n${stderr}`);
      }
    },
    done,
  };
}

export function runCli(args: readonly string[], options: CliOptions): Promise<CliResult> {
  return startCli(args, options).done;
}
