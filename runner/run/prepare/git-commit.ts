import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { readGitHead } from './git-files.ts';

/**
 * Returns the commit that is checked out in a folder; undefined outside of a git checkout or if git is not installed.
 */
export async function findGitCommit(folder: string): Promise<string | undefined> {
  return readCheckedOutHead(folder)?.commit ?? (await runGit(folder, ['rev-parse', 'HEAD']));
}

/**
 * Returns the branch that is checked out in a folder; undefined if only a commit is checked out, as CI machines often
 * do.
 */
export async function findGitBranch(folder: string): Promise<string | undefined> {
  const checkout = readCheckedOutHead(folder);
  return checkout === undefined
    ? await runGit(folder, ['symbolic-ref', '--quiet', '--short', 'HEAD'])
    : checkout.branch;
}

/**
 * Environment variables that change where git looks for a repository, such as `GIT_DIR` and `GIT_CEILING_DIRECTORIES`.
 */
const gitLocationVariablePattern = /^GIT_(?:\w*DIR\w*|WORK_TREE|NAMESPACE|DISCOVERY_ACROSS_FILESYSTEM)$/;

function readCheckedOutHead(folder: string): ReturnType<typeof readGitHead> {
  if (Object.keys(process.env).some((name) => gitLocationVariablePattern.test(name))) return undefined;
  const start = path.resolve(folder);
  const entry = findGitEntry(start);
  // Like git, the search does not cross into another file system.
  if (entry === undefined || statSync(start).dev !== statSync(entry).dev) return undefined;
  return readGitHead(entry);
}

async function runGit(folder: string, words: readonly string[]): Promise<string | undefined> {
  // Starting git takes as long as a short run, so git is not started outside of a checkout.
  if (process.env.GIT_DIR === undefined && findGitEntry(path.resolve(folder)) === undefined) return undefined;
  try {
    const { stdout } = await promisify(execFile)('git', [...words], { cwd: folder, timeout: 2000 });
    return stdout.trim() === '' ? undefined : stdout.trim();
  } catch {
    return undefined;
  }
}

/** Finds the `.git` of a folder or its nearest parent folder: a folder, or the file of a worktree or submodule. */
export function findGitEntry(folder: string): string | undefined {
  const entry = path.join(folder, '.git');
  if (existsSync(entry)) return entry;
  const parent = path.dirname(folder);
  return parent === folder ? undefined : findGitEntry(parent);
}
