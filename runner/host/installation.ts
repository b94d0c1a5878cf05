import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Finds the folder of Turntree's own package.json, whether the code runs from its sources or from a bundle. */
export function findInstallationFolder(): string {
  let folder = import.meta.dirname;
  while (readTurntreePackage(folder) === undefined) {
    const parent = path.dirname(folder);
    if (parent === folder) return process.cwd();
    folder = parent;
  }
  return folder;
}

/** Returns the version in the package.json of `installationFolder`. Throws if Turntree is not installed there. */
export function readToolVersion(installationFolder: string): string {
  const manifest = readTurntreePackage(installationFolder);
  if (manifest === undefined) throw new Error(`Turntree is not installed in ${installationFolder}`);
  return manifest.version;
}

// Does not use the schema library, because `turntree --help` must start fast.
function readTurntreePackage(folder: string): { version: string } | undefined {
  const file = path.join(folder, 'package.json');
  if (!existsSync(file)) return undefined;
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (typeof content !== 'object' || content === null || !('name' in content) || !('version' in content))
    return undefined;
  return content.name === 'turntree' && typeof content.version === 'string' ? { version: content.version } : undefined;
}
