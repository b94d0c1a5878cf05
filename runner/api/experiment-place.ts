import { existsSync } from 'node:fs';
import path from 'node:path';
import { findWorkspace } from '../../lib/workspace/find-workspace.ts';

/** `root` is the workspace that the run is recorded in, `outputDir` where its results go. */
export type ExperimentPlace = { root: string; outputDir: string };

/**
 * The workspace around the running script; without one the folder of its package.json, else the current one. Results go
 * beside the folder of the script, as in `scripts/` and `test-results/`.
 */
export function experimentPlace(script: string | undefined, cwd: string): ExperimentPlace {
  const isOwn = script !== undefined && !script.split(path.sep).includes('node_modules');
  if (!isOwn) return { root: findWorkspace(cwd) ?? cwd, outputDir: path.join(cwd, 'test-results') };
  const folder = path.dirname(path.resolve(cwd, script));
  return {
    root: findWorkspace(folder) ?? packageFolder(folder) ?? cwd,
    outputDir: path.join(folder, '..', 'test-results'),
  };
}

function packageFolder(from: string): string | undefined {
  for (let folder = from; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, 'package.json'))) return folder;
    if (folder === path.dirname(folder)) return undefined;
  }
}
