import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

/** The commit that a folder is at, if it is in a git checkout and git is there. */
export async function gitCommit(folder: string): Promise<string | undefined> {
  return await git(folder, ['rev-parse', 'HEAD']);
}

/** The branch that is checked out there; machines often check out a commit alone. */
export async function gitBranch(folder: string): Promise<string | undefined> {
  return await git(folder, ['symbolic-ref', '--quiet', '--short', 'HEAD']);
}

async function git(folder: string, words: readonly string[]): Promise<string | undefined> {
  // Starting git takes as long as a short run, so it is skipped outside a checkout.
  if (process.env.GIT_DIR === undefined && !isInCheckout(path.resolve(folder))) return undefined;
  try {
    const { stdout } = await promisify(execFile)('git', [...words], { cwd: folder, timeout: 2000 });
    return stdout.trim() === '' ? undefined : stdout.trim();
  } catch {
    return undefined;
  }
}

/** Where `.git` is a folder, or the file of a worktree or submodule. */
function isInCheckout(folder: string): boolean {
  if (existsSync(path.join(folder, '.git'))) return true;
  const parent = path.dirname(folder);
  return parent !== folder && isInCheckout(parent);
}
