import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findGitEntry } from '../prepare/git-commit.ts';
import { formatDisplayPath } from '../report/display-name.ts';
import { findCiMistakes } from './ci-mistakes.ts';
import type { LintFinding } from './lint-finding.ts';

/** Finds mistakes in the workflows of GitHub and the pipeline of GitLab that belong to a workspace. */
export function lintCiFiles({ root, cwd }: { root: string; cwd: string }): LintFinding[] {
  // Services look for their files in the folder with `.git`.
  const gitEntry = findGitEntry(root);
  return listCiFiles(gitEntry === undefined ? root : path.dirname(gitEntry)).flatMap((file) => {
    const name = formatDisplayPath(file, cwd);
    return findCiMistakes(name, readFileSync(file, 'utf8')).map(
      (mistake): LintFinding => ({ severity: 'warning', file: name, ...mistake }),
    );
  });
}

function listCiFiles(folder: string): string[] {
  const workflows = path.join(folder, '.github', 'workflows');
  const names = existsSync(workflows) ? readdirSync(workflows).filter((name) => /\.ya?ml$/.test(name)) : [];
  const files = [...names.sort().map((name) => path.join(workflows, name)), path.join(folder, '.gitlab-ci.yml')];
  return files.filter((file) => existsSync(file));
}
