import { existsSync } from 'node:fs';
import path from 'node:path';

type InstallerCommand = readonly [program: string, ...args: string[]];

export type Installer = {
  /** Commands that install exactly the versions in the lock file. */
  install: InstallerCommand;
  /** Makes the package manager available on a machine on which only Node is installed. */
  setUp?: InstallerCommand;
};

const npm: Installer = { install: ['npm', 'ci'] };
const bun: Installer = {
  install: ['bun', 'install', '--frozen-lockfile'],
  setUp: ['npm', 'install', '--global', 'bun'],
};
// Corepack uses the version in the `packageManager` field.
const corepack: InstallerCommand = ['corepack', 'enable'];

const installers: Readonly<Record<string, Installer>> = {
  'package-lock.json': npm,
  'npm-shrinkwrap.json': npm,
  'pnpm-lock.yaml': { install: ['pnpm', 'install', '--frozen-lockfile'], setUp: corepack },
  // In CI, Yarn changes its lock file only if a flag allows it.
  'yarn.lock': { install: ['yarn', 'install'], setUp: corepack },
  'bun.lock': bun,
  'bun.lockb': bun,
};

/** Returns the command that installs the packages of a project by its lock file; undefined if there is none. */
export function findInstaller(project: string): Installer | undefined {
  return Object.entries(installers).find(([file]) => existsSync(path.join(project, file)))?.[1];
}
