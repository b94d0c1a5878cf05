import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { readEnvironment } from '../../runner/host/env.ts';
import { errorText, withoutUndefined } from '../../runner/values/index.ts';

export const generationSchema = z.strictObject({
  /** Whether an agent or a script function generates the cases. */
  by: z.enum(['agents', 'scripts']),
  id: z.string().regex(/^[^?\s-][^?\s]*$/, 'is not a name of an agent or of a function'),
  /** The agent that the cases are for. */
  target: z.string().min(1).max(500),
  count: z.int().positive().max(200),
  focus: z.string().trim().min(1).max(2_000).optional(),
});
export type Generation = z.infer<typeof generationSchema>;

/** The cases are JSON texts and may be invalid: nothing that was generated is lost. */
export type GenerationAnswer = { ok: true; cases: string[] } | { ok: false; problems: string[] };

const MOST_BYTES = 50_000_000;

/** Runs a generator of cases in a `runner` process and returns its cases. Does not run or save them. */
export async function generateCases(request: Generation, signal: AbortSignal): Promise<GenerationAnswer> {
  const { home, workspace } = readEnvironment();
  const { by, id, target, count, focus } = request;
  const search = new URLSearchParams(withoutUndefined({ count: String(count), focus }));
  const command = [
    path.join(home, 'bin', 'turntree.cjs'),
    ...['test', `${by}:${id}?${search}`, '--dry-run', '--app', workspace, `--name=${target}`],
  ];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, command, {
      cwd: workspace,
      maxBuffer: MOST_BYTES,
      signal,
    });
    return { ok: true, cases: linesIn(stdout) };
  } catch (error) {
    const { code, stdout, stderr } = readOutcome(error);
    // The runner rejects invalid cases, but prints them so that they can be fixed.
    if (code === REFUSED && linesIn(stdout).length > 0) return { ok: true, cases: linesIn(stdout) };
    const problems = linesIn(stderr).filter((line) => !line.startsWith('turntree: exit '));
    return { ok: false, problems: problems.length > 0 ? problems : [errorText(error)] };
  }
}

const REFUSED = 1;

/** The exit code and the output of a program that failed. */
export function readOutcome(error: unknown): { code: unknown; stdout: string; stderr: string } {
  if (!(error instanceof Error) || !('stdout' in error && 'stderr' in error && 'code' in error)) {
    return { code: undefined, stdout: '', stderr: '' };
  }
  return { code: error.code, stdout: String(error.stdout), stderr: String(error.stderr) };
}

export function linesIn(text: string): string[] {
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trimEnd()]));
}
