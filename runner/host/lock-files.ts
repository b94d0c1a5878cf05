import { existsSync } from 'node:fs';
import path from 'node:path';

type InstallerCommand = readonly [program: string, ...args: string[]];

export type Installer = {
  /** Installs exactly what the lock file locks. */
  install: InstallerCommand;
  /** Makes the package manager available on a machine that has only Node. */
  setUp?: InstallerCommand;
};

const npm: Installer = { install: ['npm', 'ci'] };
const bun: Installer = {
  install: ['bun', 'install', '--frozen-lockfile'],
  setUp: ['npm', 'install', '--global', 'bun'],
};
// Corepack takes the version of the `packageManager` field.
const corepack: InstallerCommand = ['corepack', 'enable'];

const installers: Readonly<Record<string, Installer>> = {
  'package-lock.json': npm,
  'npm-shrinkwrap.json': npm,
  'pnpm-lock.yaml': { install: ['pnpm', 'install', '--frozen-lockfile'], setUp: corepack },
  // In CI, Yarn refuses to change its lock file without a flag.
  'yarn.lock': { install: ['yarn', 'install'], setUp: corepack },
  'bun.lock': bun,
  'bun.lockb': bun,
};

/** Returns what installs the packages of a project by its lock file; undefined if it has none. */
export function findInstaller(project: string): Installer | undefined {
  return Object.entries(installers).find(([file]) => existsSync(path.join(project, file)))?.[1];
}
