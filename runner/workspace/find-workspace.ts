import { existsSync } from 'node:fs';
import path from 'node:path';
import { isProject, workspaceMarks } from '../extensions/workspace-files.ts';
import { configFiles } from './config-file.ts';

const marks = [...configFiles, '.runner', ...workspaceMarks];

/** The workspace that a file or folder belongs to: the nearest folder above it that is marked as one or is a project, if any. */
export function findWorkspace(from: string): string | undefined {
  let folder = path.resolve(from);
  while (true) {
    const here = folder;
    if (marks.some((mark) => existsSync(path.join(here, mark))) || isProject(here)) return folder;
    const parent = path.dirname(folder);
    if (parent === folder) return undefined;
    folder = parent;
  }
}
