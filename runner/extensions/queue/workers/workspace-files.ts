import { createHash, hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../../../run/usage-error.ts';
import { isOutsideFolder } from '../../../scripts/folder-containment.ts';
import { toRelativePath } from '../../../scripts/relative-path.ts';
import { formatCountWithNoun } from '../../../values/index.ts';
import type { FileDigests } from '../exchange/index.ts';

const MAX_FILES = 20_000;
const MAX_BYTES = 500_000_000;
const MAX_NAMED_FILES = 5;

/**
 * Matches files that earlier runs wrote into the workspace and that no agent reads: reports, result files of tables,
 * databases.
 */
const outputPattern = /^output-\d[\w-]*\.jsonl$|\.results\.json$|^test-results$|\.(html|xml|log|db|db-shm|db-wal)$/;

/**
 * Returns the digests of the files of a workspace, by path. Omits names that start with a dot, `node_modules` and files
 * written by runs, unless a case attaches them. Throws if there are too many files for a worker to check.
 */
export function digestFiles(
  root: string,
  { except, attached }: { except: ReadonlySet<string>; attached: ReadonlySet<string> },
): FileDigests {
  const digests: FileDigests = {};
  let bytes = 0;
  let count = 0;
  const visitFolder = (folder: string): void => {
    for (const { name } of readdirSync(folder, { withFileTypes: true })) {
      const filePath = path.join(folder, name);
      if (name.startsWith('.') || name === 'node_modules' || outputPattern.test(name) || except.has(filePath)) continue;
      // A symbolic link counts as the file that it points to; a broken link is ignored.
      const stats = statSync(filePath, { throwIfNoEntry: false });
      if (stats?.isDirectory() === true) visitFolder(filePath);
      if (stats?.isFile() !== true) continue;
      count += 1;
      bytes += stats.size;
      if (count > MAX_FILES || bytes > MAX_BYTES) throw createTooManyFilesError(root);
      digests[toRelativePath(root, filePath)] = computeFileDigest(filePath);
    }
  };
  visitFolder(root);
  for (const file of attached) {
    if (statSync(file, { throwIfNoEntry: false })?.isFile() === true)
      digests[toRelativePath(root, file)] ??= computeFileDigest(file);
  }
  return digests;
}

/** Returns one digest of all files, which does not depend on their order. */
export function computeCombinedDigest(files: FileDigests): string {
  const digest = createHash('sha256');
  for (const [file, own] of Object.entries(files).toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    digest.update(`${file}\0${own}\n`);
  }
  return digest.digest('hex');
}

/**
 * Returns descriptions of the files that are missing in a workspace or different from the files of a run. Additional
 * files in the workspace are allowed.
 */
export function findDifferences(
  root: string,
  files: FileDigests,
  refusalOf: (file: string) => string | undefined,
): string[] {
  const mismatches = Object.entries(files).flatMap(([file, digest]) => {
    const filePath = path.resolve(root, file);
    // Files outside of the workspace are checked first, because a person who can write to a queue must not learn
    // anything about them.
    const refusal = isOutsideFolder(root, filePath) ? refusalOf(filePath) : undefined;
    if (refusal !== undefined) return [`${file}: ${refusal}`];
    if (!existsSync(filePath)) return [`${file} is missing`];
    return computeFileDigest(filePath) === digest ? [] : [`${file} is different`];
  });
  if (mismatches.length === 0) return [];
  const rest = mismatches.length - MAX_NAMED_FILES;
  return [
    `the workspace ${root} differs from the workspace of the run: ${mismatches.slice(0, MAX_NAMED_FILES).join(', ')}${rest > 0 ? ` and ${formatCountWithNoun(rest, 'file')} more` : ''}`,
    'copy the workspace here again, and restart the worker',
  ];
}

/**
 * Resolves a path that was received from the queue, relative to a workspace. Throws if the path leads outside of the
 * workspace, because a person who can write to a queue must not reach other files.
 */
export function resolveInsideWorkspace(root: string, filePath: string): string {
  const full = path.resolve(root, filePath);
  if (!isOutsideFolder(root, full)) return full;
  throw new UsageError(`${filePath} is not in the workspace ${root}`);
}

function computeFileDigest(file: string): string {
  return hash('sha256', readFileSync(file), 'hex');
}

function createTooManyFilesError(root: string): UsageError {
  return new UsageError(`--queue: the workspace ${root} is too large to be checked on every worker`, [
    `at most ${MAX_FILES} files and ${MAX_BYTES / 1e6} MB; names that begin with a dot and node_modules do not count`,
  ]);
}
