import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { BuildOptions, Metafile, OutputFile } from 'esbuild';
import * as z from 'zod';
import { resolveTurntreeModuleUrl } from '../host/turntree-module-url.ts';
import { AgentError, BrokenFilesError, type FileProblem } from '../ports/index.ts';
import { type BuiltBundle, chooseDefaultBundleCache, getOrBuildCachedBundle } from './bundle-cache.ts';
import { createModuleReevaluationPlugin } from './module-reevaluation-plugin.ts';
import { FUNCTIONS_EXPORT } from './worker/worker-protocol.ts';

/**
 * A user's module, together with all modules that it imports by path. A worker loads the bundle under the module's own
 * URL.
 */
export type ModuleBundle = { file: string; url: string; code: string };

const declarationPattern = /\b(?:function\s*\*?|const|let|var)\s+([A-Za-z_$][\w$]*)/g;
const reservedWords = new Set(
  (
    'await break case catch class const continue debugger default delete do else enum export extends false finally for ' +
    'function if implements import in instanceof interface let new null package private protected public return static ' +
    'super switch this throw true try typeof var void while with yield'
  ).split(' '),
);

/** Which functions of a module the worker can call, and whether the module can be evaluated several times. */
type BundleOptions = { offer: 'exports' | 'all functions'; evaluated: 'once' | 'many times' };

/**
 * Bundles a TypeScript or JavaScript file, with an inline source map. Packages stay external, so that they are resolved
 * from the file's own folder. A bundle that is evaluated many times exports only a function to evaluate it. Syntax
 * errors are configuration errors with file, line and column. Bundles are cached for later runs.
 */
export async function bundleModule(
  file: string,
  recipe: BundleOptions,
  cache = chooseDefaultBundleCache(),
): Promise<ModuleBundle> {
  const request = { file, folder: path.dirname(file), recipe: `${recipe.offer}, ${recipe.evaluated}` };
  const code = await getOrBuildCachedBundle(request, cache, () => bundleModuleWithSources(file, recipe));
  return { file, url: pathToFileURL(file).href, code };
}

async function bundleModuleWithSources(file: string, { offer, evaluated }: BundleOptions): Promise<BuiltBundle> {
  const repeatable = evaluated === 'once' ? undefined : createModuleReevaluationPlugin();
  const { outputFiles, metafile } = await bundleSourceWithMetafile(file, offer, {
    outfile: path.join(path.dirname(file), 'bundle.mjs'),
    platform: 'node',
    format: 'esm',
    target: 'node22',
    packages: 'external',
    // This alias makes imports of `turntree` work even if the package is not installed.
    alias: { turntree: fileURLToPath(resolveTurntreeModuleUrl('define-config', import.meta.url)) },
    ...(repeatable === undefined ? { sourcemap: 'inline' } : { sourcemap: 'external', plugins: [repeatable.plugin] }),
  });
  const getOutputText = (ending: string) => outputFiles.find((output) => output.path.endsWith(ending))?.text ?? '';
  const code = getOutputText('.mjs');
  return { code: repeatable?.wrap({ code, map: getOutputText('.map') }) ?? code, metafile };
}

/**
 * Returns the code of a module with everything that it imports by path, and the files that contain this code. Packages
 * are not included.
 */
export async function bundleModuleForReading(file: string): Promise<{ code: string; files: string[] }> {
  const folder = path.dirname(file);
  const outputs = await bundleSource(file, 'exports', {
    outfile: path.join(folder, 'bundle.mjs'),
    platform: 'node',
    format: 'esm',
    target: 'node22',
    packages: 'external',
    minifyWhitespace: true,
    legalComments: 'none',
    sourcemap: 'external',
  });
  const getOutputTextByEnding = (ending: string) => outputs.find((output) => output.path.endsWith(ending))?.text ?? '';
  const { sources } = sourceMapSchema.parse(JSON.parse(getOutputTextByEnding('.map')));
  return { code: getOutputTextByEnding('.mjs'), files: sources.map((source) => path.resolve(folder, source)) };
}

const sourceMapSchema = z.object({ sources: z.array(z.string()) });

/** Bundles a file and returns the output; syntax errors are configuration errors with file, line and column. */
export async function bundleSource(
  file: string,
  offer: 'exports' | 'all functions',
  options: BuildOptions,
): Promise<OutputFile[]> {
  const { outputFiles } = await bundleSourceWithMetafile(file, offer, options);
  return outputFiles;
}

type BuiltSource = { outputFiles: OutputFile[]; metafile: Metafile };

async function bundleSourceWithMetafile(
  file: string,
  offer: 'exports' | 'all functions',
  options: BuildOptions,
): Promise<BuiltSource> {
  const esbuild = await import('esbuild');
  const source = await readFile(file, 'utf8');
  const dir = path.dirname(file);
  try {
    return await esbuild.build({
      stdin: {
        contents: offer === 'exports' ? source : `${source}\n${formatFunctionsExport(source)}`,
        loader: chooseLoader(file),
        resolveDir: dir,
        sourcefile: path.basename(file),
      },
      absWorkingDir: dir,
      bundle: true,
      treeShaking: false,
      sourcesContent: false,
      logLevel: 'silent',
      ...options,
      metafile: true,
      write: false,
    });
  } catch (error) {
    throw toBuildError(error, file);
  }
}

/** Parses a file alone; syntax errors are configuration errors with file, line and column. */
export async function requireValidSyntax(file: string): Promise<void> {
  const esbuild = await import('esbuild');
  const source = await readFile(file, 'utf8');
  try {
    await esbuild.transform(source, {
      loader: chooseLoader(file),
      sourcefile: path.basename(file),
      format: 'esm',
      target: 'node22',
      logLevel: 'silent',
    });
  } catch (error) {
    throw toBuildError(error, file);
  }
}

/**
 * Returns code that exports functions by name. Names that occur only in comments or inside functions do not exist at
 * module level; they are exported as `undefined`.
 */
function formatFunctionsExport(source: string): string {
  const names = new Set([...source.matchAll(declarationPattern)].map(([, name]) => name ?? ''));
  const members = [...names]
    .filter((name) => !reservedWords.has(name))
    .map((name) => `${name}: typeof ${name} === 'undefined' ? undefined : ${name}`);
  return `export const ${FUNCTIONS_EXPORT} = { ${members.join(', ')} };`;
}

function chooseLoader(file: string): 'ts' | 'tsx' | 'jsx' {
  const extension = path.extname(file);
  if (extension === '.tsx') return 'tsx';
  return /\.[cm]?ts$/.test(extension) ? 'ts' : 'jsx';
}

function toBuildError(error: unknown, file: string): AgentError {
  if (!(error instanceof Error) || !('errors' in error) || !Array.isArray(error.errors)) {
    return new AgentError(String(error), 'configuration', { cause: error });
  }
  const problems = error.errors.map((problem: BuildProblem): FileProblem => {
    const { text: message, location } = problem;
    if (location === null) return { file, line: 1, column: 1, message };
    const { line, column } = location;
    return { file: path.resolve(path.dirname(file), location.file), line, column: column + 1, message };
  });
  return new BrokenFilesError(problems, { cause: error });
}

type BuildProblem = { text: string; location: { line: number; column: number; file: string } | null };
