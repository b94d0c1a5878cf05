import { spawnSync } from 'node:child_process';

/** Git is required: the linter skips ignored files, and tests list files with git. Returns an exit code. */
export function ensureGit() {
  const { status, error } = spawnSync('git', ['rev-parse', '--is-inside-work-tree'], { stdio: 'ignore' });
  if (status === 0) return 0;
  console.error(
    error === undefined
      ? 'The tests need a git checkout, and this folder is none: clone the project, or begin one here with "git init && git add ."'
      : 'The tests need git: install it ("apt-get install git").',
  );
  return 1;
}
