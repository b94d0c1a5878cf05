import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { readEnvironment } from '../../runner/host/env.ts';
import { toErrorMessage } from '../../runner/values/index.ts';

const MAX_OUTPUT_BYTES = 50_000_000;

/** `problems` contains the error output of a command that failed, or the reason why it could not start. */
type CommandOutcome = { ok: true; stdout: string } | { ok: false; code: unknown; stdout: string; problems: string[] };

/** Runs a short `turntree` command in the workspace and waits until it exits. */
export async function runTurntreeCommand(words: readonly string[], signal?: AbortSignal): Promise<CommandOutcome> {
  const { home, workspace } = readEnvironment();
  try {
    const program = path.join(home, 'bin', 'turntree.cjs');
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...words], {
      cwd: workspace,
      maxBuffer: MAX_OUTPUT_BYTES,
      signal,
    });
    return { ok: true, stdout };
  } catch (error) {
    const { code, stdout, stderr } = extractProcessOutput(error);
    const problems = splitNonBlankLines(stderr).filter((line) => !line.startsWith('turntree: exit '));
    return { ok: false, code, stdout, problems: problems.length > 0 ? problems : [toErrorMessage(error)] };
  }
}

export function splitNonBlankLines(text: string): string[] {
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trimEnd()]));
}

/** The exit code and the output of a program that failed. */
function extractProcessOutput(error: unknown): { code: unknown; stdout: string; stderr: string } {
  if (!(error instanceof Error) || !('stdout' in error && 'stderr' in error && 'code' in error)) {
    return { code: undefined, stdout: '', stderr: '' };
  }
  return { code: error.code, stdout: String(error.stdout), stderr: String(error.stderr) };
}
