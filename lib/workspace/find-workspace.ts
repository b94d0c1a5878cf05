import { existsSync } from 'node:fs';
import path from 'node:path';
import { configFiles, isOxyProject } from './config-file.ts';

const marks = [...configFiles, 'app.yao', 'app.json', 'app.jsonc', '.runner', 'assistants'];

/** The workspace that a file or folder belongs to: the nearest folder above it with one of the marks or with oxy's config, if any. */
export function findWorkspace(from: string): string | undefined {
  let folder = path.resolve(from);
  while (true) {
    const here = folder;
    if (marks.some((mark) => existsSync(path.join(here, mark))) || isOxyProject(here)) return folder;
    const parent = path.dirname(folder);
    if (parent === folder) return undefined;
    folder = parent;
  }
}
