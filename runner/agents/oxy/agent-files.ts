import { existsSync, globSync } from 'node:fs';
import path from 'node:path';

/** An agent of an oxy project; its id is its path from the root, with forward slashes. */
export type OxyAgentFile = { id: string; file: string };

const agentFile = /(?<![a-z0-9])agent\.ya?ml$/i;
const skipped = new Set(['node_modules', 'dist', 'build']);

/** The agent file that an id means, if there is one below the root. */
export function findOxyAgent(id: string, root: string): OxyAgentFile | undefined {
  if (!agentFile.test(id)) return undefined;
  const file = path.resolve(root, id);
  const below = idOf(file, root);
  return below.startsWith('../') || !existsSync(file) ? undefined : { id: below, file };
}

/** Every agent file below the root. Hidden folders and packages are left out. */
export function listOxyAgents(root: string): OxyAgentFile[] {
  const found = globSync('**/*agent.{yml,yaml}', {
    cwd: root,
    exclude: (name) => skipped.has(path.basename(name)) || path.basename(name).startsWith('.'),
  });
  return found
    .filter((file) => agentFile.test(file))
    .map((file) => ({ id: idOf(path.join(root, file), root), file: path.join(root, file) }))
    .toSorted((left, right) => left.id.localeCompare(right.id));
}

function idOf(file: string, root: string): string {
  return path.relative(root, file).split(path.sep).join('/');
}
