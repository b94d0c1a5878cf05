import { isBuiltin } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'esbuild';
import { bundleSource } from '../../../scripts/bundle-module.ts';
import { runtimeImportPattern } from './sandbox-bundle.ts';

const DEFINED_NAME_PREFIX = '__turntree_node_';
const nodeGlobalNames = (
  'process Buffer require __dirname __filename global fetch setTimeout setInterval setImmediate clearTimeout ' +
  'clearInterval queueMicrotask structuredClone URL URLSearchParams TextEncoder TextDecoder AbortController AbortSignal ' +
  'performance crypto Blob FormData Headers Request Response'
).split(' ');

/**
 * Returns the packages, modules and globals of Node that a script, or a file that it imports, uses and that scripts in
 * Yao do not have. Returns an empty list for a file that cannot be read, because running the file reports the error.
 */
export async function findNodeDependencies(file: string): Promise<string[]> {
  const imported = new Set<string>();
  const define = Object.fromEntries(
    [...nodeGlobalNames, 'import.meta'].map((name) => [name, DEFINED_NAME_PREFIX + name.replace('.', '_')]),
  );
  try {
    const [output] = await bundleSource(file, 'exports', {
      outfile: path.join(path.dirname(file), 'bundle.js'),
      platform: 'node',
      format: 'esm',
      define,
      plugins: [createPackageCollector(imported)],
    });
    const used = [...(output?.text ?? '').matchAll(new RegExp(`${DEFINED_NAME_PREFIX}(\\w+)`, 'g'))].map(
      ([, name = '']) => name,
    );
    return [...new Set([...imported, ...used])];
  } catch {
    return [];
  }
}

function createPackageCollector(imported: Set<string>): Plugin {
  return {
    name: 'packages',
    setup(build) {
      build.onResolve({ filter: runtimeImportPattern }, ({ path: name }) => ({ path: name, external: true }));
      build.onResolve({ filter: /^[^./]/ }, async ({ path: name, pluginData, importer, kind, resolveDir }) => {
        if (pluginData === 'asked' || path.isAbsolute(name)) return undefined;
        const resolved = isBuiltin(name)
          ? undefined
          : await build.resolve(name, { importer, kind, resolveDir, pluginData: 'asked' });
        if (resolved !== undefined && resolved.errors.length === 0 && !resolved.path.includes('node_modules')) {
          return { path: resolved.path };
        }
        imported.add(name);
        return { path: name, external: true };
      });
    },
  };
}
