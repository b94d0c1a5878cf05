import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { runStep } from './run-step.mjs';

const sources = [
  'app',
  'components',
  'lib',
  'runner',
  'drizzle',
  'public',
  'proxy.ts',
  'next.config.mjs',
  'package-lock.json',
  'scripts',
];
const results = ['.next/BUILD_ID', 'dist/entry.mjs'];

/** Builds the dashboard and the command line when there is no build, or one that is older than the sources. */
export async function ensureBuild() {
  if (isFresh()) return;
  console.log('Building Turntree (once; about half a minute)…');
  const code = await runStep('node', ['scripts/build.mjs']);
  if (code !== 0) process.exit(code);
}

function isFresh() {
  if (!results.every((file) => existsSync(file))) return false;
  const built = Math.min(...results.map((file) => statSync(file).mtimeMs));
  return sources.every((source) => !existsSync(source) || newest(source) <= built);
}

function newest(place) {
  const stats = statSync(place);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(0, ...readdirSync(place).map((name) => newest(path.join(place, name))));
}
