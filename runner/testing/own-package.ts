import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';

const home = path.join(import.meta.dirname, '..', '..');

/**
 * Installs the built program into a project as npm would: in `node_modules/turntree`, found by the exports of the
 * package. It is copied, because test runners treat a file by its real path. Other modules are those of this checkout.
 */
export function installOwnPackage(project: string): void {
  const modules = path.join(project, 'node_modules');
  const own = path.join(modules, 'turntree');
  mkdirSync(own, { recursive: true });
  for (const name of readdirSync(path.join(home, 'node_modules'))) {
    symlinkSync(path.join(home, 'node_modules', name), path.join(modules, name));
  }
  for (const name of ['package.json', 'bin', 'drizzle', 'dist']) {
    const isCopiedFile = (file: string): boolean => !/\.map$|[\\/]types$/.test(file);
    cpSync(path.join(home, name), path.join(own, name), { recursive: true, filter: isCopiedFile });
  }
}
