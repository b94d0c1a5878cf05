import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import type { LineReader } from '../run/terminal.ts';

const installation = path.join(import.meta.dirname, '..', '..');
const bin = path.join(installation, 'bin', 'turntree.cjs');
const builtMain = pathToFileURL(path.join(installation, 'dist', 'main.mjs')).href;

export type CliOptions = {
  cwd: string;
  variables?: Record<string, string | undefined>;
  /** The text on standard input; empty by default. */
  input?: string;
};

export type CliProcessOptions = CliOptions & {
  nodeFlags?: readonly string[];
  /** True to start the process as the leader of a process group, as a terminal does. */
  ownGroup?: boolean;
};

export type CliResult = { code: number | null; stdout: string; stderr: string };
export type CliProcessResult = CliResult & { signal: NodeJS.Signals | null };

export type RunningCli = {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** Waits until the output so far satisfies a condition. Rejects if the process ends first. */
  printed(test: (stdout: string) => boolean): Promise<void>;
  done: Promise<CliProcessResult>;
};

/**
 * Runs the built command line in this process, which costs much less than a separate process. `every-command.test.ts`
 * checks that both behave the same.
 */
export async function runCli(
  args: readonly string[],
  { cwd, variables = {}, input = '' }: CliOptions,
): Promise<CliResult> {
  const { main } = await importBuiltModule();
  const stdout = createCapturingStream();
  const stderr = createCapturingStream();
  const code = await main(args, {
    stdout,
    stderr,
    lines: (signal) => createLineReader(input, signal),
    variables: buildCliEnvironment(variables),
    cwd,
  });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

/** Returns the commands of the built command line. */
export async function createBuiltProgram(cwd: string): Promise<Command> {
  const { createProgram } = await importBuiltModule();
  return createProgram(
    { stdout: createCapturingStream(), stderr: createCapturingStream(), variables: {}, cwd },
    () => undefined,
  );
}

function importBuiltModule(): Promise<typeof import('../cli/main.ts')> {
  return import(/* @vite-ignore */ builtMain);
}

function createCapturingStream() {
  let text = '';
  return {
    write(chunk: string): boolean {
      text += chunk;
      return true;
    },
    once: () => undefined,
    text: () => text,
  };
}

function createLineReader(input: string, signal: AbortSignal): LineReader {
  const lines = (input === '' ? [] : input.replace(/\n$/, '').split('\n')).values();
  return {
    isTyped: false,
    async next() {
      signal.throwIfAborted();
      return lines.next().value;
    },
    close: () => undefined,
  };
}

/** Starts the real command line as a separate process, for behaviour that only a process has. */
export function startCli(
  args: readonly string[],
  { cwd, variables = {}, nodeFlags = [], input = '', ownGroup = false }: CliProcessOptions,
): RunningCli {
  const child = spawn(process.execPath, [...nodeFlags, bin, ...args], {
    cwd,
    env: buildCliEnvironment(variables),
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: ownGroup,
  });
  // A command that does not read its input may end before the test has written the input.
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
        const hasEnded = await Promise.race([once(child, 'printed').then(() => false), done.then(() => true)]);
        if (hasEnded && !test(stdout)) throw new Error(`the command ended first:\n${stdout}\n${stderr}`);
      }
    },
    done,
  };
}

/** Runs the real command line as a separate process, for behaviour that only a process has. */
export function runCliProcess(args: readonly string[], options: CliProcessOptions): Promise<CliProcessResult> {
  return startCli(args, options).done;
}

function buildCliEnvironment(variables: CliOptions['variables']): NodeJS.ProcessEnv {
  return { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, GITHUB_ACTIONS: undefined, ...variables };
}
