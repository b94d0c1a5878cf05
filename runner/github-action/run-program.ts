import { spawn } from 'node:child_process';
import type { ActionHost } from './action-host.ts';

/** The number of characters of output that are kept, for the error message of a program that failed. */
const MAX_OUTPUT_TAIL_LENGTH = 8_000;
/** To stop a step, GitHub sends SIGINT and later SIGTERM. */
const stopSignals = ['SIGINT', 'SIGTERM'] as const;

export type ProgramRequest = {
  program: string;
  args: readonly string[];
  cwd: string;
  environment: NodeJS.ProcessEnv;
};

/** Runs a program, passes on its output and returns how it exited. Rejects if the program does not exist. */
export function runProgram(
  { program, args, cwd, environment }: ProgramRequest,
  { log }: ActionHost,
): Promise<{ exitCode: number; lastOutput: string }> {
  // On Windows, npm, pnpm and yarn are batch files, and only a shell can start those.
  const shell = process.platform === 'win32' && program !== process.execPath;
  const child = spawn(program, args, { cwd, env: environment, shell, stdio: ['ignore', 'pipe', 'pipe'] });
  let lastOutput = '';
  for (const stream of [child.stdout, child.stderr]) {
    let line = '';
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      lastOutput = (lastOutput + text).slice(-MAX_OUTPUT_TAIL_LENGTH);
      const [first = '', ...others] = text.split('\n');
      line += first;
      for (const next of others) {
        log(line);
        line = next;
      }
    });
    stream.on('end', () => {
      if (line !== '') log(line);
    });
  }
  const forward = stopSignals.map((signal) => [signal, () => void child.kill(signal)] as const);
  for (const [signal, forwardSignal] of forward) process.on(signal, forwardSignal);
  return new Promise<{ exitCode: number; lastOutput: string }>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ exitCode: code ?? 1, lastOutput }));
  }).finally(() => {
    for (const [signal, forwardSignal] of forward) process.off(signal, forwardSignal);
  });
}

/**
 * The environment variables of a step without its access token, and without the variables that give access to its
 * artifacts and caches.
 */
export function withoutActionSecrets(variables: ActionHost['variables']): NodeJS.ProcessEnv {
  const safeVariables = { ...variables };
  for (const name of Object.keys(safeVariables)) if (/^(INPUT_|ACTIONS_)/.test(name)) delete safeVariables[name];
  return safeVariables;
}
