import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { typesStep } from './build-steps.mjs';
import { ensureBuild, exitUnlessBuilt } from './ensure-build.mjs';
import { runBeside, runQuietly } from './run-step.mjs';

/*
 * The package: built code only, in a folder of its own.
 *
 *   .package/turntree/
 *     package.json, README.md, …
 *     index.mjs, index.cjs     for programs that import it: they check Node before they load anything
 *     vitest.mjs               the plug-in, only for ES modules, because Vitest is one
 *     app/                     arranged like this checkout, without sources: bin, dist, drizzle, .next
 *       node_modules/          modules of the command line and the server, so that npm neither installs nor compiles them
 */
const root = process.cwd();
const folder = path.join(root, '.package', 'turntree');
const app = path.join(folder, 'app');
const standalone = path.join(root, '.next', 'standalone');

exitUnlessBuilt(await ensureBuild());
if ((await runQuietly(...typesStep)) !== 0) process.exit(1);
rmSync(path.join(root, '.package'), { recursive: true, force: true });
mkdirSync(app, { recursive: true });

const own = JSON.parse(readFileSync('package.json', 'utf8'));
const { name, version, description, license, type } = own;
writeJson(path.join(folder, 'package.json'), {
  name,
  version,
  description,
  license,
  type,
  bin: { turntree: 'app/bin/turntree.cjs', runner: 'app/bin/turntree.cjs' },
  exports: {
    '.': { types: './app/dist/types/runner/api/index.d.ts', require: './index.cjs', default: './index.mjs' },
    './vitest': { types: './app/dist/types/runner/vitest/index.d.ts', default: './vitest.mjs' },
    './package.json': './package.json',
  },
  engines: { node: '>=22.18' },
  // esbuild has a binary for each platform; the types of the package refer to zod's.
  dependencies: versionsOf('esbuild', 'zod'),
  // DuckDB is loaded for oxy projects with a DuckDB database. Its versions are pre-releases, which no npm range
  // matches, so the range is `*`. The other packages are loaded by `test --queue` and by `work`.
  peerDependencies: {
    '@duckdb/node-api': '*',
    bullmq: '^6.7.0',
    ioredis: '>=5',
    pg: '>=8',
    vitest: own.peerDependencies.vitest,
  },
  peerDependenciesMeta: {
    '@duckdb/node-api': { optional: true },
    bullmq: { optional: true },
    ioredis: { optional: true },
    pg: { optional: true },
    vitest: { optional: true },
  },
});
for (const document of ['README.md', 'LICENSE', 'CHANGELOG.md', 'SECURITY.md']) copy(document, folder);
await writeDoors();

writeJson(path.join(app, 'package.json'), { name, version, type, private: true });
for (const part of [
  'bin/turntree.cjs',
  'bin/old-node.cjs',
  'bin/end-with-parent.cjs',
  'bin/user-folder.cjs',
  'dist',
  'drizzle',
  'public',
])
  copy(part, app);
copyServer();
for (const module of ['better-sqlite3', 'minijinja-js', 're2js']) copyModule(module);

const { code, output } = await runBeside('npm', ['pack', folder, '--pack-destination', '.package', '--loglevel=error']);
if (code !== 0) {
  process.stderr.write(output);
  process.exit(code);
}
const tarball = path.join(root, '.package', readdirSync('.package').find((file) => file.endsWith('.tgz')) ?? '');
console.log(`${Math.round(statSync(tarball).size / 1e5) / 10} MB packed`);
console.log(tarball);

/**
 * Writes the entry files for ES modules and CommonJS. Both use one check, so that an old Node prints one line instead
 * of a stack trace or a crash.
 */
async function writeDoors() {
  const names = Object.keys(await import(path.join(root, 'dist', 'index.mjs')));
  writeFileSync(
    path.join(folder, 'index.cjs'),
    `'use strict';\nconst old = require('./app/bin/old-node.cjs');\nif (old.isOld) old.refuse();\nmodule.exports = require('./app/dist/index.mjs');\n`,
  );
  const exported = names.map((each) => `export const ${each} = turntree.${each};\n`).join('');
  writeFileSync(path.join(folder, 'index.mjs'), `import turntree from './index.cjs';\n\n${exported}`);
  writeFileSync(path.join(folder, 'vitest.mjs'), "export * from './app/dist/vitest.mjs';\n");
}

function copyServer() {
  const server = path.join(standalone, '.next');
  cpSync(server, path.join(app, '.next'), {
    recursive: true,
    filter: (source) => !source.endsWith('.map') && source !== path.join(server, 'node_modules'),
  });
  cpSync('.next/static', path.join(app, '.next', 'static'), { recursive: true });
  for (const module of ['next', 'react', 'react-dom', 'styled-jsx', 'client-only', '@next', '@swc'])
    copyModule(module, path.join(standalone, 'node_modules'));
  // Removes the path of the build machine.
  const settings = path.join(app, '.next', 'required-server-files.json');
  writeFileSync(settings, readFileSync(settings, 'utf8').replaceAll(JSON.stringify(root).slice(1, -1), '.'));
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
    // Sources of native modules are as large as the compiled result, and would make npm compile them.
    filter: (file) => !/\.(map|md)$|better-sqlite3\/(deps|src|binding\.gyp)/.test(file),
  });
}

function copy(part, into) {
  cpSync(part, path.join(into, part), { recursive: true, filter: (source) => !/\.map$|(?<!\.d)\.ts$/.test(source) });
}

function versionsOf(...modules) {
  return Object.fromEntries(modules.map((module) => [module, own.dependencies[module]]));
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

function writeJson(file, content) {
  writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`);
}
