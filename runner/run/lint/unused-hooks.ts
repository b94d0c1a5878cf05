import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TestCase } from '../../contract/index.ts';
import { systems } from '../../extensions/registered/systems.ts';
import { displayName } from '../report/display-name.ts';
import type { LintFinding } from './lint-finding.ts';

/** Matches the hooks of cases. Other functions, such as `BeforeAll`, are named on the command line. */
const hook = /^(?:export\s+)?(?:async\s+)?function\s+(Before|After)\s*\(/gm;

/**
 * Finds functions `Before` and `After` in hook files that no case names, because nothing calls them. `cases` are all
 * cases of the workspace.
 */
export function unusedHooks({ root, cwd }: { root: string; cwd: string }, cases: readonly TestCase[]): LintFinding[] {
  const modules = new Set(cases.flatMap(({ before = '', after = '' }) => [moduleOf(before), moduleOf(after)]));
  const folders = [root, ...[...systems.folders.below(root).values()].map(({ dir }) => dir)];
  const files = folders.flatMap((folder) => hookFiles(path.join(folder, 'src')));
  return [...new Set(files)].flatMap((file) => {
    if (modules.has(moduleOf(`${path.parse(file).name}.`))) return [];
    const text = readFileSync(file, 'utf8');
    const [first] = [...text.matchAll(hook)];
    if (first === undefined) return [];
    const message = `no case names ${first[1]} in "before" or "after", so nothing calls it`;
    const line = text.slice(0, first.index).split('\n').length;
    return [{ severity: 'warning', file: displayName(file, cwd), line, column: 1, message }];
  });
}

function hookFiles(folder: string): string[] {
  // Most workspaces have no such folder, and a glob takes 8 ms to load.
  if (!existsSync(folder)) return [];
  const exclude = (name: string): boolean => name === 'node_modules';
  return globSync('**/*_test.{ts,js,mts,mjs}', { cwd: folder, exclude }).map((file) => path.join(folder, file));
}

/** Returns the module of a reference, without folders and ending: `env` for `src/env_test.Before`. */
function moduleOf(reference: string): string {
  const parts = reference.replace(/\.(?:ts|js|mts|mjs)(?=\.|$)/, '').split(/[./:]/);
  return (parts.at(-2) ?? '').replace(/_test$/, '');
}
