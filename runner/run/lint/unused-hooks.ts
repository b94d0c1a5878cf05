import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TestCase } from '../../contract/index.ts';
import { systems } from '../../extensions/registered/systems.ts';
import { formatDisplayPath } from '../report/display-name.ts';
import type { LintFinding } from './lint-finding.ts';

/** Matches the names of hooks that cases use. Other functions, such as `BeforeAll`, are named on the command line. */
const hookFunctionPattern = /^(?:export\s+)?(?:async\s+)?function\s+(Before|After)\s*\(/gm;

/**
 * Finds functions `Before` and `After` in hook files that no case uses, so that they are never called. `cases` are all
 * cases of the workspace.
 */
export function findUnusedHooks(
  { root, cwd }: { root: string; cwd: string },
  cases: readonly TestCase[],
): LintFinding[] {
  const modules = new Set(
    cases.flatMap(({ before = '', after = '' }) => [getModuleOfReference(before), getModuleOfReference(after)]),
  );
  const folders = [root, ...[...systems.folders.below(root).values()].map(({ dir }) => dir)];
  const files = folders.flatMap((folder) => findHookFiles(path.join(folder, 'src')));
  return [...new Set(files)].flatMap((file) => {
    if (modules.has(getModuleOfReference(`${path.parse(file).name}.`))) return [];
    const text = readFileSync(file, 'utf8');
    const [first] = [...text.matchAll(hookFunctionPattern)];
    if (first === undefined) return [];
    const message = `no case names ${first[1]} in "before" or "after", so nothing calls it`;
    const line = text.slice(0, first.index).split('\n').length;
    return [{ severity: 'warning', file: formatDisplayPath(file, cwd), line, column: 1, message }];
  });
}

function findHookFiles(folder: string): string[] {
  // Most workspaces have no such folder, and loading the glob library takes 8 ms.
  if (!existsSync(folder)) return [];
  const isExcludedFolder = (name: string): boolean => name === 'node_modules';
  return globSync('**/*_test.{ts,js,mts,mjs}', { cwd: folder, exclude: isExcludedFolder }).map((file) =>
    path.join(folder, file),
  );
}

/** Returns the module in a reference, without folders and file ending: `env` for `src/env_test.Before`. */
function getModuleOfReference(reference: string): string {
  const nameParts = reference.replace(/\.(?:ts|js|mts|mjs)(?=\.|$)/, '').split(/[./:]/);
  return (nameParts.at(-2) ?? '').replace(/_test$/, '');
}
