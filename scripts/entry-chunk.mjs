import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

const ENTRY = 'bin/entry.ts';
const LIST = 'entry-chunk:';

/**
 * Makes one chunk of what every command loads, instead of thirty: each costs half a millisecond at every start. A
 * bundler makes a chunk for each set of entry points that share modules, so whatever is loaded later imports all
 * modules of the start, which are loaded already.
 *
 * @param {import('esbuild').BuildOptions} bundle
 * @returns {Promise<import('esbuild').Plugin>}
 */
export async function entryChunk(bundle) {
  const { metafile } = await build({ ...bundle, entryPoints: [ENTRY], metafile: true, write: false, outdir: 'dist' });
  const isLoaded = new Set(startOf(ENTRY, metafile));
  const files = [...isLoaded].filter((file) => file !== ENTRY && !file.includes(':'));
  const later = [...lazyFiles(metafile)].filter((file) => startOf(file, metafile).some((other) => isLoaded.has(other)));
  const laterPaths = new Set(later.map((file) => path.resolve(file)));
  return {
    name: 'entry-chunk',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: new RegExp(`^${LIST}$`) }, () => ({ path: LIST, namespace: LIST, sideEffects: true }));
      onLoad({ filter: /^/, namespace: LIST }, () => ({
        contents: files.map((file) => `import * as _${files.indexOf(file)} from './${file}';`).join('\n'),
        resolveDir: process.cwd(),
      }));
      onLoad({ filter: /\.ts$/ }, async (file) => {
        if (!laterPaths.has(file.path)) return undefined;
        return { contents: `import '${LIST}'; ${await readFile(file.path, 'utf8')}`, loader: 'ts' };
      });
    },
  };
}

/** The modules that a module loads before it runs, with itself. */
function startOf(file, { inputs }) {
  const files = new Set([file]);
  for (const next of files) {
    for (const { kind, path: imported, external } of inputs[next]?.imports ?? []) {
      if (kind !== 'dynamic-import' && external !== true) files.add(imported);
    }
  }
  return [...files];
}

function lazyFiles({ inputs }) {
  const imports = Object.values(inputs).flatMap((input) => input.imports);
  return new Set(imports.flatMap(({ kind, path: file }) => (kind === 'dynamic-import' ? [file] : [])));
}
