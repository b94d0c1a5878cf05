import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { formatDisplayPath } from '../report/display-name.ts';
import { findCiMistakes } from './ci-mistakes.ts';
import type { LintFinding } from './lint-finding.ts';

/** Finds mistakes in the workflows of GitHub and the pipeline of GitLab that belong to a workspace. */
export function lintCiFiles({ root, cwd }: { root: string; cwd: string }): LintFinding[] {
  const repository = findRepository(root) ?? root;
  return listCiFiles(repository).flatMap((file) => {
    const name = formatDisplayPath(file, cwd);
    return findCiMistakes(name, readFileSync(file, 'utf8')).map(
      (mistake): LintFinding => ({ severity: 'warning', file: name, ...mistake }),
    );
  });
}

/** Returns the nearest folder with `.git`, where services look for their files. */
function findRepository(folder: string): string | undefined {
  if (existsSync(path.join(folder, '.git'))) return folder;
  const parent = path.dirname(folder);
  return parent === folder ? undefined : findRepository(parent);
}

function listCiFiles(folder: string): string[] {
  const workflows = path.join(folder, '.github', 'workflows');
  const names = existsSync(workflows) ? readdirSync(workflows).filter((name) => /\.ya?ml$/.test(name)) : [];
  const files = [...names.sort().map((name) => path.join(workflows, name)), path.join(folder, '.gitlab-ci.yml')];
  return files.filter((file) => existsSync(file));
}
