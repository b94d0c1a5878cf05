import { stat } from 'node:fs/promises';
import path from 'node:path';
import { findWorkspace } from '../../../lib/workspace/find-workspace.ts';
import { UsageError } from '../usage-error.ts';

/** The workspace that `--app` names, or the one around the current folder. Throws when it is not a folder. */
export async function workspaceRoot(app: string | undefined, cwd: string): Promise<string> {
  const root = path.resolve(cwd, app ?? findWorkspace(cwd) ?? cwd);
  const isFolder = await stat(root).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new UsageError(`--app ${app}: the folder ${root} does not exist`);
  return root;
}
