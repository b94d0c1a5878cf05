import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as z from 'zod';
import { findInstaller } from '../host/lock-files.ts';
import { parseJson } from '../values/index.ts';
import { ActionError, type ActionHost } from './action-host.ts';
import { runProgram } from './run-program.ts';

const manifestSchema = z.object({
  version: z.string().optional(),
  bin: z.object({ turntree: z.string() }).optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  devDependencies: z.record(z.string(), z.string()).optional(),
});

/** `environment` has the variables for the installer, without the access token of the step. */
export type InstallRequest = {
  folder: string;
  checkout: string;
  version: string;
  environment: NodeJS.ProcessEnv;
};

/**
 * Returns the program that runs turntree: the installed one, otherwise the dependency of the project, otherwise the
 * version of the action, which is installed next to the checkout.
 */
export async function installTurntree(request: InstallRequest, host: ActionHost): Promise<string> {
  const { folder, checkout, environment } = request;
  const installed = findInstalledProgram(folder);
  if (installed !== undefined) return installed;
  const project = request.version === '' ? findProjectWithTurntree(folder, checkout) : undefined;
  if (project === undefined) return installInTemporaryFolder(request, host);
  const command = findInstaller(project)?.install ?? (['npm', 'install', '--no-audit', '--no-fund'] as const);
  await runInstaller(command, { cwd: project, environment }, host);
  const program = findInstalledProgram(folder);
  if (program !== undefined) return program;
  throw new ActionError(`${command.join(' ')} in ${project} installed no turntree, which its package.json names`);
}

async function installInTemporaryFolder(
  { version, checkout, environment }: InstallRequest,
  host: ActionHost,
): Promise<string> {
  const folder = path.join(host.variables.RUNNER_TEMP ?? checkout, 'turntree');
  const ownManifest = readManifest(path.join(host.home, 'package.json'));
  const requestedVersion = version || (ownManifest?.version ?? 'latest');
  const source = existsSync(path.resolve(checkout, requestedVersion))
    ? path.resolve(checkout, requestedVersion)
    : `turntree@${requestedVersion}`;
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder];
  await runInstaller(['npm', 'install', ...flags, source], { cwd: checkout, environment }, host);
  const program = findInstalledProgram(folder);
  if (program !== undefined) return program;
  throw new ActionError(
    `${source} was installed, but it has no turntree command; set the input "version" to a version of turntree, such as 0.1.0`,
  );
}

async function runInstaller(
  [program, ...args]: readonly [string, ...string[]],
  environment: { cwd: string; environment: InstallRequest['environment'] },
  host: ActionHost,
): Promise<void> {
  host.log(`Installing turntree: ${[program, ...args].join(' ')}`);
  const { exitCode, lastOutput } = await runProgram({ program, args, ...environment }, host).catch(() => {
    throw new ActionError(`${program} is not installed: install it in an earlier step of the job`);
  });
  if (exitCode === 0) return;
  throw new ActionError(`${program} ${args[0]} ended with exit code ${exitCode}:\n${lastOutput.trim()}`);
}

function findInstalledProgram(folder: string): string | undefined {
  try {
    const file = createRequire(path.join(folder, 'package.json')).resolve('turntree/package.json');
    const bin = readManifest(file)?.bin?.turntree;
    return bin === undefined ? undefined : path.join(path.dirname(file), bin);
  } catch {
    return undefined;
  }
}

/** Returns the nearest folder whose `package.json` depends on turntree. Folders above the checkout are not searched. */
function findProjectWithTurntree(folder: string, checkout: string): string | undefined {
  for (let currentFolder = folder; ; currentFolder = path.dirname(currentFolder)) {
    const manifest = readManifest(path.join(currentFolder, 'package.json'));
    if (manifest?.dependencies?.turntree ?? manifest?.devDependencies?.turntree) return currentFolder;
    if (currentFolder === checkout || currentFolder === path.dirname(currentFolder)) return undefined;
  }
}

function readManifest(file: string): z.infer<typeof manifestSchema> | undefined {
  if (!existsSync(file)) return undefined;
  const manifest = manifestSchema.safeParse(parseJson(readFileSync(file, 'utf8')));
  if (manifest.success) return manifest.data;
  throw new ActionError(`${file} is not a package.json: ${z.prettifyError(manifest.error)}`);
}
