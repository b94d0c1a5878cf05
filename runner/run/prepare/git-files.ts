import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** The checked-out commit, and the branch that points to it. */
export type GitHead = { commit: string; branch: string | undefined };

/**
 * Determines the checked-out commit from the files of a repository, because starting git takes as long as a short run.
 * `entry` is the `.git` folder, or the `.git` file of a worktree or submodule. Returns undefined if anything is
 * uncertain; then git must be started.
 */
export function readGitHead(entry: string): GitHead | undefined {
  try {
    return isTrustedRepository(entry) ? readHeadOfRepository(locateRepository(entry)) : undefined;
  } catch {
    return undefined;
  }
}

/** True if git would trust the repository. Git rejects repositories of other users, unless its settings list them. */
function isTrustedRepository(entry: string): boolean {
  const [entryStat, parentStat] = [statSync(entry), statSync(path.dirname(entry))];
  return [entryStat, parentStat].every(({ uid }) => process.getuid === undefined || uid === process.getuid());
}

/** `shared` is the `.git` folder of the main checkout, in which worktrees also store their branches. */
type GitRepositoryFolders = { folder: string; shared: string };

function locateRepository(entry: string): GitRepositoryFolders {
  const folder = statSync(entry).isDirectory() ? entry : resolveGitdirPath(entry);
  const common = path.join(folder, 'commondir');
  return { folder, shared: existsSync(common) ? path.resolve(folder, readFirstLine(common)) : folder };
}

function resolveGitdirPath(file: string): string {
  const [, folder] = /^gitdir: (.+)$/.exec(readFirstLine(file)) ?? [];
  if (folder === undefined) throw new Error(`${file} names no folder`);
  return path.resolve(path.dirname(file), folder);
}

function readHeadOfRepository({ folder, shared }: GitRepositoryFolders): GitHead | undefined {
  if (!['objects', 'refs'].every((name) => statSync(path.join(shared, name)).isDirectory())) return undefined;
  const headLine = readFirstLine(path.join(folder, 'HEAD'));
  if (isCommitHash(headLine)) return { commit: headLine, branch: undefined };
  const [, ref, branch] = /^ref: (refs\/heads\/(.+))$/.exec(headLine) ?? [];
  if (ref === undefined || branch === undefined) return undefined;
  const packed = readPackedRefs(shared);
  const loose = path.join(shared, ref);
  const commit = existsSync(loose) ? readFirstLine(loose) : packed.get(ref);
  const isUnique = listPossibleRefs(branch).every(
    (other) => !packed.has(other) && !existsSync(path.join(shared, other)),
  );
  return isUnique && commit !== undefined && isCommitHash(commit) ? { commit, branch } : undefined;
}

/** Other refs that the short name could mean. If one of them exists, git prints a longer name. */
function listPossibleRefs(branch: string): string[] {
  const remote = `refs/remotes/${branch}`;
  return [branch, `refs/${branch}`, `refs/tags/${branch}`, remote, `${remote}/HEAD`];
}

function readPackedRefs(repositoryFolder: string): ReadonlyMap<string, string> {
  const file = path.join(repositoryFolder, 'packed-refs');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return new Map([...text.matchAll(/^([0-9a-f]+) (.+)$/gm)].map(([, commit = '', ref = '']) => [ref, commit]));
}

function isCommitHash(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}

function readFirstLine(file: string): string {
  return readFileSync(file, 'utf8').split('\n', 1)[0] ?? '';
}
