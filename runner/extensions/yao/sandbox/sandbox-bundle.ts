import { SourceMap } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';
import escapeStringRegexp from 'escape-string-regexp';
import { bundleSource } from '../../../scripts/bundle-module.ts';
import { toOriginalPosition } from '../../../scripts/worker/find-hang.ts';
import type { GeneratedPosition } from '../../../scripts/worker/pipes.ts';
import { BUNDLE_NAME } from './sandbox-protocol.ts';

/** A script bundled with everything it imports, to run in a context without Node. */
export type SandboxBundle = {
  file: string;
  marker: string;
  code: string;
  /** Converts a stack trace: replaces positions in the bundle with positions in the user's files. */
  ownStack(stack: string): string;
  /** Converts a position in the bundle to a position in a user's file: `/…/index.ts:3:5`. */
  ownPlace(position: GeneratedPosition): string | undefined;
};

/** Matches imports that are not needed, because they provide only types, or globals that exist anyway. */
export const runtimeImportPattern = /^@(?:yao|yaoapps|yaoapp|gou)(?:\/|$)|\/(?:yao|gou)(?:\.ts)?$/;

/**
 * Bundles a script in the way Yao reads it: every function of the entry file can be called, even if it is not exported.
 * Imports must be files, found by their path or through `paths` of a tsconfig. Throws for packages, modules of Node and
 * syntax errors.
 */
export async function bundleSandbox(file: string): Promise<SandboxBundle> {
  const dir = path.dirname(file);
  const marker = `${pathToFileURL(file).href}?sandbox`;
  const outputs = await bundleSource(file, 'all functions', {
    outfile: path.join(dir, 'bundle.js'),
    platform: 'neutral',
    format: 'iife',
    globalName: BUNDLE_NAME,
    target: 'es2022',
    // Without this replacement, the bundle would define its own `require`, which throws.
    define: { require: 'globalThis.require' },
    plugins: [fileImportsPlugin],
    sourcemap: 'external',
  });
  const findOutputText = (ending: string) => outputs.find((output) => output.path.endsWith(ending))?.text ?? '';
  let sourceMap: SourceMap | undefined;
  const loadSourceMap = () => {
    sourceMap ??= new SourceMap(JSON.parse(findOutputText('.map')));
    return sourceMap;
  };
  return {
    file,
    marker,
    code: findOutputText('.js'),
    ownStack: (stack) => mapStackToSource(stack, { marker, map: loadSourceMap(), dir }),
    ownPlace: (position) => toOriginalPosition(loadSourceMap(), position, dir),
  };
}

const fileImportsPlugin: Plugin = {
  name: 'files only',
  setup(build) {
    build.onResolve({ filter: runtimeImportPattern }, ({ path: name }) => ({ path: name, namespace: 'globals' }));
    build.onLoad({ filter: /.*/, namespace: 'globals' }, () => ({ contents: 'module.exports = globalThis;' }));
    build.onResolve({ filter: /^[^./]/ }, async ({ path: name, pluginData, ...args }) => {
      if (pluginData === 'asked' || name.includes(':')) return undefined;
      const { importer, kind, resolveDir } = args;
      const resolved = await build.resolve(name, { importer, kind, resolveDir, pluginData: 'asked' });
      if (resolved.errors.length === 0 && !resolved.path.includes('node_modules')) return { path: resolved.path };
      return { errors: [{ text: `"${name}" is a package: scripts of an assistant import files only, as in Yao` }] };
    });
  },
};

function mapStackToSource(
  stack: string,
  { marker, map, dir }: { marker: string; map: SourceMap; dir: string },
): string {
  const positionPattern = new RegExp(`${escapeStringRegexp(marker)}:(\\d+):(\\d+)`, 'g');
  return stack.replaceAll(positionPattern, (match, line: string, column: string) => {
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in entry)) return match;
    const source = pathToFileURL(path.resolve(dir, entry.originalSource)).href;
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}
