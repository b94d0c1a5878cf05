import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { isJsonObject, type Json, type JsonObject } from '../../runner/contract/index.ts';
import { environment } from '../env.ts';
import { messageOf } from '../errors.ts';

export type Generation = {
  /** An agent, or the function of a script, that makes the cases. */
  by: 'agents' | 'scripts';
  id: string;
  /** The agent that the cases are for. */
  target: string;
  count: number;
  focus?: string;
};

export type GenerationAnswer = { ok: true; cases: JsonObject[] } | { ok: false; problems: string[] };

const MOST_BYTES = 50_000_000;

/** Has the `runner` ask a generator for cases, in a process of its own, and answers them; nothing runs and nothing is written. */
export async function generateCases(wanted: Generation, signal: AbortSignal): Promise<GenerationAnswer> {
  const { home, workspace } = environment();
  const { by, id, target, count, focus } = wanted;
  const search = new URLSearchParams({ count: String(count), ...(focus === undefined ? {} : { focus }) });
  const command = [
    path.join(home, 'bin', 'runner.cjs'),
    ...['test', `${by}:${id}?${search}`, '--dry-run', '--app', workspace, `--name=${target}`],
  ];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, command, {
      cwd: workspace,
      maxBuffer: MOST_BYTES,
      signal,
    });
    return { ok: true, cases: casesIn(stdout) };
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
    const lines = said.split('\n').map((line) => line.trimEnd());
    const problems = lines.filter((line) => line !== '' && !line.startsWith('runner: exit '));
    return { ok: false, problems: problems.length > 0 ? problems : [messageOf(error)] };
  }
}

function casesIn(stdout: string): JsonObject[] {
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line): Json => JSON.parse(line)).filter(isJsonObject);
}
