import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { cliStep, dashboardStep } from './build-steps.mjs';
import { runQuietly } from './run-step.mjs';
import { isCliFresh } from './stale-cli.cjs';

const webSources = [
  'lib',
  'runner',
  'components',
  'app',
  'drizzle',
  'public',
  'proxy.ts',
  'next.config.mjs',
  'package-lock.json',
];

/**
 * Builds the dashboard and the command line if there is no build or the sources are newer. Returns an exit code, as do
 * `ensureDashboard` and `ensureCli`.
 */
export async function ensureBuild() {
  return (await ensureCli()) || (await ensureDashboard());
}

/** Like `ensureBuild`, for the dashboard alone; takes most of a minute. */
export async function ensureDashboard() {
  return isFresh('.next/BUILD_ID', webSources) ? 0 : runQuietly(...dashboardStep);
}

/** Builds only the command line, which takes about a second; `ensureBuild` builds everything. */
export async function ensureCli() {
  return isCliFresh() ? 0 : runQuietly(...cliStep);
}

/** Ends the current program with a message if there is no build, because it cannot work without one. */
export function exitUnlessBuilt(code) {
  if (code !== 0) process.exit(code);
}

function isFresh(result, sources) {
  if (!existsSync(result)) return false;
  const built = statSync(result).mtimeMs;
  return sources.every((source) => !existsSync(source) || newestModification(source) <= built);
}

function newestModification(fileOrFolder) {
  const stats = statSync(fileOrFolder);
  if (!stats.isDirectory()) return /\.test\.tsx?$/.test(fileOrFolder) ? 0 : stats.mtimeMs;
  return Math.max(0, ...readdirSync(fileOrFolder).map((name) => newestModification(path.join(fileOrFolder, name))));
}
