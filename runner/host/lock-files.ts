import { existsSync } from 'node:fs';
import path from 'node:path';

type InstallerCommand = readonly [program: string, ...args: string[]];

export type Installer = {
  /** Commands that install exactly the versions in the lock file. */
  install: InstallerCommand;
  /** Makes the package manager available on a machine on which only Node is installed. */
  setUp?: InstallerCommand;
};

const npmInstaller: Installer = { install: ['npm', 'ci'] };
const bunInstaller: Installer = {
  install: ['bun', 'install', '--frozen-lockfile'],
  setUp: ['npm', 'install', '--global', 'bun'],
};
// Corepack uses the version in the `packageManager` field.
const enableCorepackCommand: InstallerCommand = ['corepack', 'enable'];

const installerByLockFile: Readonly<Record<string, Installer>> = {
  'package-lock.json': npmInstaller,
  'npm-shrinkwrap.json': npmInstaller,
  'pnpm-lock.yaml': { install: ['pnpm', 'install', '--frozen-lockfile'], setUp: enableCorepackCommand },
  // In CI, Yarn changes its lock file only if a flag allows it.
  'yarn.lock': { install: ['yarn', 'install'], setUp: enableCorepackCommand },
  'bun.lock': bunInstaller,
  'bun.lockb': bunInstaller,
};

/** Returns the command that installs the packages of a project by its lock file; undefined if there is none. */
export function findInstaller(project: string): Installer | undefined {
  return Object.entries(installerByLockFile).find(([file]) => existsSync(path.join(project, file)))?.[1];
}
