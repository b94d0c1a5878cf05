import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

/**
 * The layers. Each is a chunk with everything that its module imports, except what an earlier layer contains. From
 * first to last, they contain what every command loads, the schemas, the history, and a run.
 */
const layers = ['bin/entry.ts', 'runner/verdict/index.ts', 'runner/run/history.ts', 'runner/run/run-test-command.ts'];
/** The share of a layer's bytes from which on an entry point that needs them loads the whole layer. */
const SHARE = 0.5;
const NAMESPACE = 'layer';

/**
 * Makes a chunk of each layer, where the bundler alone would make a hundred: one for each set of entry points that
 * share modules. Loading a chunk costs half a millisecond at every start. The bundler sees that entry points share a
 * whole layer because this makes them import all of its modules.
 *
 * @param {import('esbuild').BuildOptions} bundle
 * @returns {Promise<import('esbuild').Plugin>}
 */
export async function chunkLayers(bundle) {
  // Packages are left out here: a package belongs to the layer of the modules that import it.
  const modules = { ...bundle, packages: 'external', sourcemap: false, minifySyntax: false, minifyWhitespace: false };
  const { metafile } = await build({ ...modules, metafile: true, write: false, outdir: 'dist' });
  const contents = layersOf(metafile);
  const imports = layerImports(metafile, contents);
  return {
    name: 'chunk-layers',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: new RegExp(`^${NAMESPACE}:`) }, ({ path: name }) => {
        return { path: name.slice(NAMESPACE.length + 1), namespace: NAMESPACE, sideEffects: true };
      });
      onLoad({ filter: /^/, namespace: NAMESPACE }, ({ path: layer }) => ({
        contents: (contents.get(layer) ?? [])
          .map((file, index) => `import * as _${index} from './${file}';`)
          .join('\n'),
        resolveDir: process.cwd(),
      }));
      onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
        const imported = imports.get(path.relative(process.cwd(), file).replaceAll(path.sep, '/')) ?? [];
        if (imported.length === 0) return undefined;
        const statements = imported.map((layer) => `import '${NAMESPACE}:${layer}';`).join(' ');
        return { contents: `${statements} ${await readFile(file, 'utf8')}`, loader: 'ts' };
      });
    },
  };
}

function layersOf(metafile) {
  const taken = new Set();
  const own = layers.filter((layer) => layer in metafile.inputs);
  return new Map(
    own.map((layer) => {
      const files = startOf(layer, metafile).filter(
        (file) => file !== layer && !file.includes(':') && !taken.has(file),
      );
      for (const file of [...files, layer]) taken.add(file);
      return [layer, files];
    }),
  );
}

/**
 * Returns the layers that each entry point imports: the layers of which it needs at least `SHARE`, and the layers that
 * are loaded before it anyway, because everything that loads the entry point on demand belongs to them or to a later
 * layer.
 */
function layerImports(metafile, contents) {
  const size = (files) => files.reduce((sum, file) => sum + metafile.inputs[file].bytes, 0);
  const all = [...contents];
  const layerOf = new Map(all.flatMap(([layer, files], index) => [layer, ...files].map((file) => [file, index])));
  return new Map(
    [...entryPoints(metafile)].map(([file, importers]) => {
      const loaded = new Set(startOf(file, metafile));
      const present = Math.min(...importers.map((importer) => layerOf.get(importer) ?? 0));
      const needed = all.filter(([, files], index) => {
        const isPresent = importers.length > 0 && index <= present;
        return isPresent || size(files.filter((each) => loaded.has(each))) > SHARE * size(files);
      });
      return [file, needed.map(([layer]) => layer)];
    }),
  );
}

/** Returns the modules that a module loads before it runs, including itself. */
function startOf(file, { inputs }) {
  const files = new Set([file]);
  for (const next of files) {
    for (const { kind, path: imported, external } of inputs[next]?.imports ?? []) {
      if (kind !== 'dynamic-import' && external !== true) files.add(imported);
    }
  }
  return [...files];
}

/** Returns every file at which loading begins, each with the files that load it on demand. */
function entryPoints({ inputs, outputs }) {
  const importers = new Map(Object.values(outputs).flatMap(({ entryPoint }) => (entryPoint ? [[entryPoint, []]] : [])));
  for (const [importer, { imports }] of Object.entries(inputs)) {
    for (const { kind, path: file, external } of imports) {
      if (kind === 'dynamic-import' && external !== true)
        importers.set(file, [...(importers.get(file) ?? []), importer]);
    }
  }
  return importers;
}
