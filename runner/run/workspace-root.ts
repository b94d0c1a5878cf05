import path from 'node:path';
import { findWorkspace } from '../workspace/find-workspace.ts';
import type { Terminal } from './terminal.ts';

/**
 * Returns the workspace of `--app`, otherwise the one that contains the current folder, otherwise the current folder.
 */
export function resolveWorkspaceRoot(app: string | undefined, { cwd }: Pick<Terminal, 'cwd'>): string {
  return path.resolve(cwd, app ?? findWorkspace(cwd) ?? cwd);
}
