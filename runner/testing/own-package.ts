import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..', '..');

/**
 * Installs the built program into a project as npm would: in `node_modules/turntree`, found by the exports of the
 * package. The program is copied and not linked, because test runners treat a file by its real path. Other modules are
 * those of this checkout.
 */
export function installOwnPackage(project: string): void {
  const modules = path.join(project, 'node_modules');
  const ownLink = path.join(modules, 'turntree');
  mkdirSync(ownLink, { recursive: true });
  for (const name of readdirSync(path.join(root, 'node_modules'))) {
    symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name));
  }
  for (const name of ['package.json', 'bin', 'drizzle', 'dist']) {
    const isCopiedFile = (file: string): boolean => !/\.map$|[\\/]types$/.test(file);
    cpSync(path.join(root, name), path.join(ownLink, name), { recursive: true, filter: isCopiedFile });
  }
}
