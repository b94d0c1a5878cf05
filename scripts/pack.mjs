import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { typesStep } from './build-steps.mjs';
import { ensureBuild, exitUnlessBuilt } from './ensure-build.mjs';
import { absoluteLinks } from './package/absolute-links.mjs';
import { copyTypes } from './package/copy-types.mjs';
import { minifyModules } from './package/minify-modules.mjs';
import { packageManifest } from './package/package-manifest.mjs';
import { reachableChunks } from './package/reachable-chunks.mjs';
import { readRepository } from './package/read-repository.mjs';
import { shareChunks } from './package/share-chunks.mjs';
import { runBeside, runQuietly } from './run-step.mjs';

/*
 * The package: built code only, in a folder of its own.
 *
 *   .package/turntree/
 *     package.json, README.md, …
 *     index.mjs, index.cjs     for programs that import it: they check Node before they load anything
 *     vitest.mjs               the plug-in, only for ES modules, because Vitest is one
 *     docs, schemas, skills    for people, editors and coding agents
 *     app/                     arranged like this checkout, without sources: bin, dist, drizzle, .next
 *       node_modules/          modules of the command line and the server, so that npm neither installs nor compiles them
 */
const root = process.cwd();
const folder = path.join(root, '.package', 'turntree');
const app = path.join(folder, 'app');
const standalone = path.join(root, '.next', 'standalone');
/** Parts of modules that a server on Node never loads: for development, builds, browsers and other runtimes. */
const unused = new RegExp(
  [
    String.raw`next/dist/server/capsize-font-metrics\.json$`,
    String.raw`next/dist/server/dev/hot-reloader-(turbopack|webpack)\.js$`,
    'next/dist/server/typescript/',
    String.raw`next/dist/server/dev/(dev-validation-worker|use-cache-probe-worker|static-paths-worker|runtime-error-state)\.js$`,
    'next/dist/server/dev/(turbopack-utils|on-demand-entry-handler|hot-middleware|hot-reloader-rspack)',
    'next/dist/server/dev/middleware-(turbopack|webpack)',
    'next/dist/compiled/(edge-runtime|fast-jwt|@edge-runtime/primitives|@mswjs|tar|watchpack|ws)/',
    String.raw`re2js/build/index\.(cjs|umd\.js|d\.cts)$`,
    String.raw`experimental\.runtime\.prod\.js$`,
    String.raw`react-dom/cjs/.*\.(browser|edge)\.production\.js$`,
    'minijinja-js/dist/(web|bundler)/',
  ].join('|'),
);

exitUnlessBuilt(await ensureBuild());
if ((await runQuietly(...typesStep)) !== 0) process.exit(1);
const chunks = reachableChunks('dist');
rmSync(path.join(root, '.package'), { recursive: true, force: true });
mkdirSync(app, { recursive: true });

const own = JSON.parse(readFileSync('package.json', 'utf8'));
const { name, version, type } = own;
const esbuild = JSON.parse(readFileSync('node_modules/esbuild/package.json', 'utf8'));
const repository = readRepository(root);
writeJson(path.join(folder, 'package.json'), packageManifest({ own, esbuild, repository }));
for (const part of ['LICENSE', 'CHANGELOG.md', 'SECURITY.md', 'CONTRIBUTING.md', 'docs', 'schemas', 'skills'])
  copy(part, folder);
writeFileSync(
  path.join(folder, 'README.md'),
  absoluteLinks(readFileSync('README.md', 'utf8'), { repository, version }),
);
await writePackageEntries();

writeJson(path.join(app, 'package.json'), { name, version, type, private: true });
for (const part of [
  'bin/turntree.cjs',
  'bin/runner.cjs',
  'bin/old-node.cjs',
  'bin/plug-n-play.cjs',
  'bin/end-with-parent.cjs',
  'bin/user-folder.cjs',
  'dist',
  'drizzle',
  'public',
  'skills',
])
  copy(part, app);
rmSync(path.join(app, 'public', 'screenshots'), { recursive: true, force: true });
copyPictures();
copyTypes({ root, types: path.join(root, 'dist', 'types'), app });
copyServer();
for (const module of ['better-sqlite3', 'minijinja-js', 're2js']) copyModule(module);
for (const part of ['package.json', 'LICENSE.md', 'lib/main.js']) copy(path.join('node_modules/esbuild', part), app);
minifyModules(path.join(app, 'node_modules'));

const { code, output } = await runBeside('npm', ['pack', folder, '--pack-destination', '.package', '--loglevel=error']);
if (code !== 0) {
  process.stderr.write(output);
  process.exit(code);
}
const tarball = path.join(root, '.package', readdirSync('.package').find((file) => file.endsWith('.tgz')) ?? '');
console.log(`${Math.round(statSync(tarball).size / 1e5) / 10} MB packed`);
console.log(tarball);

/**
 * Writes the entry files of the package for ES modules and CommonJS. Both make the same check, so that an old version
 * of Node prints one line instead of a stack trace or a crash.
 */
async function writePackageEntries() {
  const names = Object.keys(await import(path.join(root, 'dist', 'index.mjs')));
  writeFileSync(
    path.join(folder, 'index.cjs'),
    `'use strict';\nconst old = require('./app/bin/old-node.cjs');\nif (old.isOld) old.refuse();\nrequire('./app/bin/plug-n-play.cjs').refuseIfOn();\nmodule.exports = require('./app/dist/index.mjs');\n`,
  );
  const exported = names.map((each) => `export const ${each} = turntree.${each};\n`).join('');
  // The plug-in is imported last and with `import`, not `require`: Jest, which has modules of its own, cannot require
  // ES modules on all versions of Node.
  writeFileSync(
    path.join(folder, 'index.mjs'),
    `import old from './app/bin/old-node.cjs';\nimport plugNPlay from './app/bin/plug-n-play.cjs';\n\nif (old.isOld) old.refuse();\nplugNPlay.refuseIfOn();\nconst turntree = await import('./app/dist/index.mjs');\n${exported}`,
  );
  writeFileSync(path.join(folder, 'vitest.mjs'), "export * from './app/dist/vitest.mjs';\n");
}

/** If there is no repository, the README shows the pictures that the package contains. */
function copyPictures() {
  if (repository !== undefined) return;
  for (const [, picture] of readFileSync('README.md', 'utf8').matchAll(/<img src="(?![a-z]+:)([^"]+)"/g))
    cpSync(picture, path.join(folder, picture));
}

function copyServer() {
  const server = path.join(standalone, '.next');
  cpSync(server, path.join(app, '.next'), {
    recursive: true,
    // Leaves out source maps and `.nft.json` files, which list the files that a route needs, for hosts that deploy
    // routes one by one.
    filter: (source) => !/\.map$|\.nft\.json$/.test(source) && source !== path.join(server, 'node_modules'),
  });
  cpSync('.next/static', path.join(app, '.next', 'static'), { recursive: true });
  for (const module of ['next', 'react', 'react-dom', 'styled-jsx', 'client-only', '@next', '@swc'])
    copyModule(module, path.join(standalone, 'node_modules'));
  // Removes the paths of the build machine from the server's settings.
  const settings = path.join(app, '.next', 'required-server-files.json');
  writeFileSync(settings, readFileSync(settings, 'utf8').replaceAll(JSON.stringify(root).slice(1, -1), '.'));
  shareChunks(path.join(app, '.next', 'server', 'chunks'));
  shareChunks(path.join(app, '.next', 'server', 'chunks', 'ssr'));
  // The bundler imports external modules under a name with a suffix and creates links with that name. Packages cannot
  // contain links, so the names are replaced.
  const suffixed = readdirSync(path.join(server, 'node_modules'));
  for (const file of filesIn(path.join(app, '.next', 'server'))) {
    const text = readFileSync(file, 'utf8');
    const plain = suffixed.reduce((all, each) => all.replaceAll(each, each.replace(/-[0-9a-f]{16}$/, '')), text);
    if (plain !== text) writeFileSync(file, plain);
  }
}

function copyModule(module, from = path.join(root, 'node_modules')) {
  const source = path.join(from, module);
  if (!existsSync(source)) throw new Error(`${module} is not in ${from}`);
  cpSync(source, path.join(app, 'node_modules', module), {
    recursive: true,
    dereference: true,
    // Leaves out the sources of native modules: they are as large as the compiled result, and would make npm compile
    // them.
    filter: (file) =>
      !/\.(map|md)$|better-sqlite3\/(deps|src|binding\.gyp)/.test(file) && !unused.test(file.replaceAll('\\', '/')),
  });
}

function copy(part, into) {
  const sources = [path.join('dist', 'types'), path.join('dist', 'inputs.json')];
  const isSource = (file) => /\.map$|(?<!\.d)\.ts$/.test(file) || sources.includes(file);
  const isOld = (file) => path.dirname(file) === path.join('dist', 'chunks') && !chunks.has(file);
  cpSync(part, path.join(into, part), { recursive: true, filter: (file) => !isSource(file) && !isOld(file) });
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

function writeJson(file, content) {
  writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`);
}
