import { existsSync, linkSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { builtinsAtStart, builtinsOnDemand } from './builtin-modules.mjs';
import { chunkLayers } from './chunk-layers.mjs';
import { cliBundle } from './cli-bundle.mjs';

import { explainFailure } from './explain-failure.mjs';
import { buildReportPage } from './report-page.mjs';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Files that determine how the build works; a change of them makes the build outdated. */
const recipe = [
  'package-lock.json',
  ...['build-cli', 'builtin-modules', 'chunk-layers', 'cli-bundle', 'report-page'].map((name) => `scripts/${name}.mjs`),
];

const started = Date.now();
// The program is built in a temporary folder and then moved, so that a command started meanwhile finds a complete
// program.
const fresh = `dist.${process.pid}`;
try {
  const [parts, page] = await Promise.all([buildProgram(), buildReportPage()]);
  // The script and style of the HTML report, which every report contains.
  writeFileSync(`${fresh}/report-page.js`, page.script);
  writeFileSync(`${fresh}/report-page.css`, page.style);
  const sources = parts.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const inputs = new Set([...recipe, ...[...sources, ...page.inputs].filter(isProjectFile)]);
  const times = [...inputs].toSorted().map((file) => [file, modifiedBeforeBuild(file)]);
  writeFileSync(`${fresh}/inputs.json`, JSON.stringify(Object.fromEntries(times)));
  keepOldChunks();
  replaceDist();
} catch (error) {
  rmSync(fresh, { recursive: true, force: true });
  console.error(explainFailure(String(error?.message ?? error), process.cwd()));
  process.exitCode = 1;
}

/**
 * Builds the program. Code that runs in its own process or thread shares no chunks with other code, so that it loads a
 * single file. Objects of other systems are recognized in the process of the user's code, with the state of that
 * process.
 */
function buildProgram() {
  const forUserCode = [['worker-main', 'mastra-objects'], ['watch-main'], ['sandbox-main']];
  const threads = [['history-thread'], ['trace-thread']];
  const apart = [...forUserCode, ...threads].flat();
  const together = Object.keys(cliBundle.entryPoints).filter((name) => !apart.includes(name));
  return Promise.all([
    buildWithLayers(bundleForEntries(together)),
    ...threads.map((names) => runBuild(bundleForEntries(names))),
    ...forUserCode.map((names) => runBuild(takeBuiltinsAtStart(bundleForEntries(names)))),
  ]);
}

function bundleForEntries(names) {
  const isPart = ([name]) => names.includes(name);
  return { ...cliBundle, entryPoints: Object.fromEntries(Object.entries(cliBundle.entryPoints).filter(isPart)) };
}

function takeBuiltinsAtStart(part) {
  const plugins = (part.plugins ?? []).map((plugin) => (plugin === builtinsOnDemand ? builtinsAtStart : plugin));
  return { ...part, plugins };
}

async function buildWithLayers(part) {
  return runBuild({ ...part, plugins: [...(part.plugins ?? []), await chunkLayers(part)] });
}

function runBuild(part) {
  return build({ ...part, outdir: fresh, metafile: true });
}

function isProjectFile(file) {
  return !file.includes('node_modules/') && !file.startsWith('..') && !file.includes(':');
}

/**
 * Returns the modification time of a source file. A file that changed during the build may have been read before the
 * change; then the time is 0, which makes the next start rebuild.
 */
function modifiedBeforeBuild(file) {
  const { mtimeMs } = statSync(file);
  return mtimeMs >= started && mtimeMs <= Date.now() ? 0 : mtimeMs;
}

/**
 * Chunks of earlier builds are kept, because commands that are still running load parts lazily. Chunk names contain a
 * content hash, so old and new chunks do not collide.
 */
function keepOldChunks() {
  if (!existsSync('dist/chunks')) return;
  for (const name of readdirSync('dist/chunks')) {
    const [chunk, kept] = ['dist', fresh].map((folder) => path.join(folder, 'chunks', name));
    if (!existsSync(kept) && statSync(chunk).mtimeMs > started - DAY_MS) linkSync(chunk, kept);
  }
}

/** If several builds run concurrently, a build that finds the complete result of another build keeps that result. */
function replaceDist() {
  const old = `dist.old.${process.pid}`;
  try {
    if (existsSync('dist')) renameSync('dist', old);
    renameSync(fresh, 'dist');
  } catch (error) {
    if (!existsSync('dist/inputs.json')) throw error;
    rmSync(fresh, { recursive: true, force: true });
  }
  rmSync(old, { recursive: true, force: true });
}
