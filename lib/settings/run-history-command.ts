import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { readEnvironment } from '../../runner/host/env.ts';

const MAX_OUTPUT_CHARACTERS = 20_000;

/** The exit status and the output of a command on the history database. Only the beginning of a long output is kept. */
export type RunnerCommandResult = { ok: boolean; lines: string[] };

/** Runs a command on the history database in a separate process, because it would block this process for too long. */
export async function runHistoryCommand(words: readonly string[]): Promise<RunnerCommandResult> {
  const child = spawnRunner(words);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < MAX_OUTPUT_CHARACTERS) output += text;
    });
  }
  const [code] = await once(child, 'close');
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('turntree: exit '))
    .map((line) => line.replace(/^turntree: /, ''));
  return { ok: code === 0, lines };
}

export function spawnRunner(words: readonly string[], stdin: 'ignore' | 'pipe' = 'ignore'): ChildProcess {
  const { home, workspace, databaseFile } = readEnvironment();
  const program = path.join(home, 'bin', 'turntree.cjs');
  return spawn(process.execPath, [program, ...words, '--app', workspace, '--db', databaseFile], {
    cwd: workspace,
    // The IPC channel ends the child process if this process ends, because nobody would read its output then.
    stdio: [stdin, 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, TURNTREE_TIED: '1' },
  });
}
