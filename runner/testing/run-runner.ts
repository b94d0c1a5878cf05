import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';

export type RunnerOutcome = { code: number | null; stdout: string; stderr: string };

/** The command line as the sources have it: a build that lies around could be older. */
const entry = path.join(import.meta.dirname, '..', 'cli', 'entry.ts');

/** Runs `runner` with these arguments in a process of its own. `variables` are added to this process's environment. */
export async function runRunner(
  args: readonly string[],
  place: { cwd: string; variables?: Record<string, string> },
): Promise<RunnerOutcome> {
  const child = spawn(process.execPath, [entry, ...args], {
    cwd: place.cwd,
    env: { ...process.env, ...place.variables, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}
