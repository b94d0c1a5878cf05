import path from 'node:path';
import { findWorkspace } from '../workspace/find-workspace.ts';
import type { Terminal } from './terminal.ts';

/**
 * Returns the workspace that `--app` names, otherwise the workspace that contains the current folder, otherwise the
 * current folder.
 */
export function resolveWorkspaceRoot(app: string | undefined, { cwd }: Pick<Terminal, 'cwd'>): string {
  return path.resolve(cwd, app ?? findWorkspace(cwd) ?? cwd);
}
