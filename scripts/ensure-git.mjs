import { spawnSync } from 'node:child_process';

/** The linter leaves out what git ignores, and tests ask git which files there are. Answers an exit code. */
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
