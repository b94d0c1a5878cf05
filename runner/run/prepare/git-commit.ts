import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

/** The commit that is checked out in a folder; undefined outside a git checkout or without git. */
export async function gitCommit(folder: string): Promise<string | undefined> {
  return await runGit(folder, ['rev-parse', 'HEAD']);
}

/** The branch that is checked out in a folder; undefined if only a commit is checked out, as CI machines often do. */
export async function gitBranch(folder: string): Promise<string | undefined> {
  return await runGit(folder, ['symbolic-ref', '--quiet', '--short', 'HEAD']);
}

async function runGit(folder: string, words: readonly string[]): Promise<string | undefined> {
  // Starting git takes as long as a short run, so it is skipped outside a checkout.
  if (process.env.GIT_DIR === undefined && !isInCheckout(path.resolve(folder))) return undefined;
  try {
    const { stdout } = await promisify(execFile)('git', [...words], { cwd: folder, timeout: 2000 });
    return stdout.trim() === '' ? undefined : stdout.trim();
  } catch {
    return undefined;
  }
}

/** True if the folder or a parent contains `.git`: a folder, or the file of a worktree or submodule. */
function isInCheckout(folder: string): boolean {
  if (existsSync(path.join(folder, '.git'))) return true;
  const parent = path.dirname(folder);
  return parent !== folder && isInCheckout(parent);
}
