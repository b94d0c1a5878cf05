import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { findGitBranch, findGitCommit } from './git-commit.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'turntree-git-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

function git(...words: string[]): string {
  const settings = ['-c', 'user.name=T', '-c', 'user.email=t@example.com', '-c', 'init.defaultBranch=trunk'];
  return execFileSync('git', [...settings, ...words], { cwd: root, encoding: 'utf8' }).trim();
}

const facts = async (folder: string) => [await findGitCommit(folder), await findGitBranch(folder)];
/**
 * Replaces git by a program that only prints `answer`. Returns a function that tells whether this program was started.
 */
function replaceGit(answer: string): () => boolean {
  const startMarker = path.join(root, 'started');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-no-git-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(path.join(folder, 'git'), `#!/bin/sh\necho x >> ${startMarker}\necho ${answer}\n`);
  chmodSync(path.join(folder, 'git'), 0o755);
  vi.stubEnv('PATH', `${folder}${path.delimiter}${process.env.PATH}`);
  return () => existsSync(startMarker);
}

it('the commit and the branch are those of the checkout that a folder is in, worktrees too', async () => {
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '-m', 'first');
  git('worktree', 'add', '--quiet', '-b', 'side', 'beside');
  const commit = git('rev-parse', 'HEAD');
  const nestedFolder = path.join(root, 'deep', 'er');
  mkdirSync(nestedFolder, { recursive: true });
  expect(await facts(nestedFolder)).toEqual([commit, 'trunk']);
  expect(await findGitBranch(path.join(root, 'beside'))).toBe('side');
});

function commitOnce(): string {
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '-m', 'first');
  return git('rev-parse', 'HEAD');
}

it.each<[string, (commit: string) => [folder: string, branch: string | undefined]]>([
  ['a checkout', () => [root, 'trunk']],
  [
    'a branch with a slash',
    () => {
      git('checkout', '--quiet', '-b', 'part/one');
      return [root, 'part/one'];
    },
  ],
  [
    'packed refs',
    () => {
      git('pack-refs', '--all');
      return [root, 'trunk'];
    },
  ],
  [
    'a detached head',
    (commit) => {
      git('checkout', '--quiet', commit);
      return [root, undefined];
    },
  ],
  [
    'a worktree',
    () => {
      git('worktree', 'add', '--quiet', '-b', 'side', 'beside');
      return [path.join(root, 'beside'), 'side'];
    },
  ],
])('git is not started for %s', async (_, arrange) => {
  const commit = commitOnce();
  const [folder, branch] = arrange(commit);
  const isStarted = replaceGit('from git');
  expect(await facts(folder)).toEqual([commit, branch]);
  expect(isStarted()).toBe(false);
});

it.each<[string, () => void]>([
  ['a tag with the name of the branch', () => git('tag', 'trunk')],
  [
    'a packed tag with the name of the branch',
    () => {
      git('tag', 'trunk');
      git('pack-refs', '--all');
    },
  ],
  ['a branch without a commit', () => git('checkout', '--quiet', '--orphan', 'new')],
  ['a branch that is another one', () => git('symbolic-ref', 'refs/heads/trunk', 'refs/heads/other')],
  ['a head that is no branch', () => git('symbolic-ref', 'HEAD', 'refs/remotes/origin/trunk')],
  ['a damaged head', () => writeFileSync(path.join(root, '.git', 'HEAD'), 'nonsense')],
  ['a damaged branch', () => writeFileSync(path.join(root, '.git', 'refs', 'heads', 'trunk'), 'nonsense')],
  [
    'a .git file that names nothing',
    () => {
      rmSync(path.join(root, '.git'), { recursive: true });
      writeFileSync(path.join(root, '.git'), 'nonsense');
    },
  ],
  ['a folder that is no repository', () => rmSync(path.join(root, '.git', 'objects'), { recursive: true })],
  ['a variable that says where repositories are', () => void vi.stubEnv('GIT_CEILING_DIRECTORIES', '/')],
])('git is asked in case of %s', async (_, arrange) => {
  commitOnce();
  arrange();
  const isStarted = replaceGit('from-git');
  expect(await facts(root)).toEqual(['from-git', 'from-git']);
  expect(isStarted()).toBe(true);
});

it('there is none for a folder outside, for which git is not even started', async () => {
  const isStarted = replaceGit('found');
  expect(await facts(root)).toEqual([undefined, undefined]);
  expect(isStarted()).toBe(false);

  // An environment variable that points git to another repository.
  vi.stubEnv('GIT_DIR', path.join(root, 'elsewhere'));
  expect(await findGitCommit(root)).toBe('found');
});
