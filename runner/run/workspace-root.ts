import path from 'node:path';
import { findWorkspace } from '../workspace/find-workspace.ts';
import type { Terminal } from './terminal.ts';

/** The workspace that `--app` names, or the one around the current folder, or that folder itself. */
export function workspaceRoot(app: string | undefined, { cwd }: Pick<Terminal, 'cwd'>): string {
  return path.resolve(cwd, app ?? findWorkspace(cwd) ?? cwd);
}
