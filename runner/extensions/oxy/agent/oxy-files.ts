import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { toRelativePath } from '../../../scripts/relative-path.ts';
import { agenticFilePattern, fileKindByPattern } from '../files.ts';

/**
 * An agent or workflow of an oxy project, or an agent that only oxy can run. The id is the path relative to the project
 * root, with forward slashes.
 */
export type OxyFile = { kind: 'agent' | 'workflow' | 'agentic'; id: string; file: string };

const skippedFolders = new Set(['node_modules', 'dist', 'build']);

/** Returns the file of an agent or workflow with this id; undefined if it does not exist in the project. */
export function findOxyFile(id: string, root: string): OxyFile | undefined {
  const file = path.resolve(root, id);
  const oxyFile = classifyOxyFile(file, root);
  return oxyFile === undefined || oxyFile.id.startsWith('../') || !existsSync(file) ? undefined : oxyFile;
}

/**
 * Returns all agents and workflows of the project in a folder; empty if the folder is not a project. Skips hidden
 * folders and packages.
 */
export function listOxyFiles(root: string): OxyFile[] {
  if (!existsSync(path.join(root, 'config.yml'))) return [];
  const paths = globSync('**/*.{yml,yaml}', {
    cwd: root,
    exclude: (name) => skippedFolders.has(path.basename(name)) || path.basename(name).startsWith('.'),
  });
  return paths
    .flatMap((file) => classifyOxyFile(path.join(root, file), root) ?? [])
    .filter(({ kind }) => kind !== 'agentic')
    .toSorted((left, right) => left.id.localeCompare(right.id));
}

/** Returns an id without its optional suffix, such as `agents/sales` for `agents/sales.agent.yml`. */
export function withoutOxySuffix(id: string): string {
  return id.replace(/\.(?:agent|workflow|automation|procedure)\.ya?ml$/i, '');
}

function classifyOxyFile(file: string, root: string): OxyFile | undefined {
  const id = toRelativePath(root, file);
  if (fileKindByPattern.agent.test(id)) return { kind: 'agent', id, file };
  if (agenticFilePattern.test(id)) return { kind: 'agentic', id, file };
  return fileKindByPattern.workflow.test(id) ? { kind: 'workflow', id, file } : undefined;
}
