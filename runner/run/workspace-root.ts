import path from 'node:path';
import { findWorkspace } from '../workspace/find-workspace.ts';
import type { Terminal } from './terminal.ts';

/** The workspace of `--app`, or the one that contains the current folder, or else the current folder. */
export function workspaceRoot(app: string | undefined, { cwd }: Pick<Terminal, 'cwd'>): string {
  return path.resolve(cwd, app ?? findWorkspace(cwd) ?? cwd);
}
