import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { gitBranch, gitCommit } from './git-commit.ts';

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

it('the commit and the branch are those of the checkout that a folder is in, worktrees too', async () => {
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '-m', 'first');
  git('worktree', 'add', '--quiet', '-b', 'side', 'beside');
  const commit = git('rev-parse', 'HEAD');
  const inside = path.join(root, 'deep', 'er');
  mkdirSync(inside, { recursive: true });
  expect([await gitCommit(inside), await gitBranch(inside)]).toEqual([commit, 'trunk']);
  expect(await gitBranch(path.join(root, 'beside'))).toBe('side');
});

it('there is none for a folder outside, for which git is not even started', async () => {
  const started = path.join(root, 'started');
  const program = path.join(root, 'git');
  writeFileSync(program, `#!/bin/sh\necho x >> ${started}\necho found\n`);
  chmodSync(program, 0o755);
  vi.stubEnv('PATH', `${root}${path.delimiter}${process.env.PATH}`);
  expect([await gitCommit(root), await gitBranch(root)]).toEqual([undefined, undefined]);
  expect(existsSync(started)).toBe(false);

  // An environment variable that points git to another repository.
  vi.stubEnv('GIT_DIR', path.join(root, 'elsewhere'));
  expect(await gitCommit(root)).toBe('found');
});
